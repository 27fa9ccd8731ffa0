/**
 * Colours, space, type and radius by their use; all pages share them. Each pair of text and background has a
 * contrast of at least 4.5 to 1 in light and dark mode, and the edge of an input at least 3 to 1. Pages print in light
 * mode.
 */
export const tokens = `
:root {
  color-scheme: light dark;
  --ground: #f6f7fa; --card: #fff; --sunk: #f1f4f9; --text: #141a26; --soft: #556074;
  --line: #e3e8f0; --edge: #cbd3df; --field: #7d889c;
  --accent: #1f4fd1; --accent-over: #173fa9; --accent-text: #fff; --accent-ground: #ecf1fe;
  --good: #17613b; --good-ground: #e6f5ec; --warn: #7a4a00; --warn-ground: #fff4de; --bad: #a3161f; --bad-ground: #fdeced;
  --c1: #2a5bd7; --c1-ground: #e3ebfd; --c2: #0f7f72; --was: #7a879c; --ad: #1a0dab;
  --s1: .25rem; --s2: .5rem; --s3: .75rem; --s4: 1rem; --s5: 1.5rem;
  --xs: .75rem; --s: .8125rem; --m: .875rem; --l: 1rem; --xl: 1.375rem; --fig: 1.5rem;
  --r1: .25rem; --r2: .5rem; --r3: .75rem; --hair: 1px solid var(--line); --shade: 0 1px 2px #10182810;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1119; --card: #151b26; --sunk: #1b2331; --text: #e8ecf4; --soft: #a3aec1;
    --line: #263040; --edge: #3a4659; --field: #7c889e;
    --accent: #8fb0ff; --accent-over: #b3c9ff; --accent-text: #0c1322; --accent-ground: #1a2744;
    --good: #84dba9; --good-ground: #14301f; --warn: #f3c77a; --warn-ground: #342710; --bad: #ff9c9c; --bad-ground: #3a1a1d;
    --c1: #7fa4ff; --c1-ground: #1b2a4d; --c2: #4fc4b2; --was: #8592a8; --ad: #99b7ff; --shade: none;
  }
}
`
