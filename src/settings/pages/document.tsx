// The frame of every page: its head, and what both kinds of pages have.
import type { ComponentChildren } from 'preact';
import { ICON, SCRIPT, STYLE } from '../assets';

interface DocumentProps {
  title: string;
  /** Where the browser goes by itself. */
  refresh?: string;
  children: ComponentChildren;
}

export const PRODUCT = 'Compliance Inventory';

export const Document = ({ title, refresh, children }: DocumentProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      {refresh === undefined ? null : <meta http-equiv="refresh" content={`0; url=${refresh}`} />}
      <title>{`${title} · ${PRODUCT}`}</title>
      <link rel="icon" href={ICON.path} />
      <link rel="stylesheet" href={STYLE.path} />
      <script src={SCRIPT.path} defer />
    </head>
    <body>{children}</body>
  </html>
);

export const Brand = ({ to = '/' }: { to?: string }) => (
  <a class="brand" href={to}>
    <img src={ICON.path} alt="" width="24" height="24" />
    {PRODUCT}
  </a>
);
