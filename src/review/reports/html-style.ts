// How the page looks, light and dark, wide and narrow.
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#c9ced6, #454c57); --soft: light-dark(#f4f6f8, #1d2127); --place: light-dark(#4d5663, #aab4c2); }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14171b); color: light-dark(#1a1e24, #e8ebef); }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; padding: .75rem 1rem; border-left: .5rem solid; background: var(--soft); }
h1.passes { border-color: #2f855a; } h1.blocked { border-color: #c53030; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } summary h2, summary h3 { display: inline-block; margin: 1rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; overflow-wrap: anywhere; }
summary { cursor: pointer; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none; } .counts li { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; }
.counts .breaking { border-color: #c53030; } .counts .release { border-color: #2f855a; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; } th, td { padding: .5rem; border: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { background: var(--soft); } td p { margin: .25rem 0 0; } td.none { color: var(--place); }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.45 ui-monospace, monospace; } code, .place { font: 13px/1.45 ui-monospace, monospace; } .place { color: var(--place); }
@media (max-width: 40rem) { main { padding: .75rem; } th, td { padding: .35rem; font-size: 14px; } }
`;
