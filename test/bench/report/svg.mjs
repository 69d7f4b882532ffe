// What both charts are drawn with: SVG without a script, readable on a light and on a dark page, with words
// for who cannot see it.

const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #1f2328 }
    .head { font-weight: 600 }
    .small { font-size: 11px; fill: #59636e }
    .right { text-anchor: end }
    .middle { text-anchor: middle }
    .axis { stroke: #d1d9e0 }
    .here { fill: #0969da }
    .beside { fill: #9aa4af }
    .line { fill: none; stroke-width: 2 }
    .line0 { stroke: #0969da } .line1 { stroke: #bc4c00; stroke-dasharray: 6 3 } .line2 { stroke: #1a7f37; stroke-dasharray: 2 3 }
    .dot0 { fill: #0969da } .dot1 { fill: #bc4c00 } .dot2 { fill: #1a7f37 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .small { fill: #9198a1 }
      .axis { stroke: #3d444d }
      .here { fill: #4493f8 }
      .beside { fill: #656c76 }
      .line0 { stroke: #4493f8 } .line1 { stroke: #f0883e } .line2 { stroke: #3fb950 }
      .dot0 { fill: #4493f8 } .dot1 { fill: #f0883e } .dot2 { fill: #3fb950 }
    }`;

export const escaped = (words) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const place = (value) => String(Math.round(value * 10) / 10);

export const text = (x, y, words, kind) =>
  `<text x="${place(x)}" y="${place(y)}"${kind ? ` class="${kind}"` : ''}>${escaped(words)}</text>`;

export const bar = (x, y, width, height, kind) =>
  `<rect x="${place(x)}" y="${place(y)}" width="${place(width)}" height="${place(height)}" rx="2" class="${kind}"/>`;

export const axis = (x1, y1, x2, y2) =>
  `<line x1="${place(x1)}" y1="${place(y1)}" x2="${place(x2)}" y2="${place(y2)}" class="axis"/>`;

/** Through points, with a dot on each. `number` is which of the lines of its panel it is. */
export const line = (points, number) => [
  `<polyline points="${points.map(([x, y]) => `${place(x)},${place(y)}`).join(' ')}" class="line line${number}"/>`,
  ...points.map(([x, y]) => `<circle cx="${place(x)}" cy="${place(y)}" r="3" class="dot${number}"/>`),
];

export const svg = ({ width, height, title, description }, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${place(width)} ${place(height)}" width="${place(width)}" height="${place(height)}" role="img" aria-labelledby="title description">
  <title id="title">${escaped(title)}</title>
  <desc id="description">${escaped(description)}</desc>
  <style>${STYLE}
  </style>
  ${parts.join('\n  ')}
</svg>
`;
