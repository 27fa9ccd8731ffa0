/** Elements, text and small helpers. */
export const groundStyle = `
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none!important }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--text); font: var(--m)/1.5 var(--sans) }
h1, h2, h3, p, ul, ol, dl, dd, fieldset, legend, blockquote { margin: 0; padding: 0; border: 0 }
ul, ol { list-style: none }
h1 { font-size: var(--xl); line-height: 1.25; font-weight: 650; letter-spacing: -.015em }
h2 { font-size: var(--l); line-height: 1.4 }
h3 { font-size: var(--m) }
h2, h3, b, .is, .delta, .to, .worth, tfoot td, tfoot th { font-weight: 600 }
a { color: var(--accent); text-underline-offset: .15em }
a:hover { color: var(--accent-over) }
.top a, .side a, .seg a, .tabs a, thead a, .badge, .button { text-decoration: none }
code, .mono { font-family: var(--mono); font-size: .92em; overflow-wrap: anywhere }
.email { overflow-wrap: break-word }
td, dd, time, .num { font-variant-numeric: tabular-nums }
svg { display: block; flex: none }
.i {
  width: 1rem; height: 1rem; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round;
  stroke-linejoin: round
}
.soft, .head p, .crumbs, .foot, .list p, .log p, .log time, .log .day, .was, .of, .key, .marks time, .hint, .group, .empty p, dt, .no, .diff .i, td .small, th .small {
  color: var(--soft)
}
.good { color: var(--good) }
.warn { color: var(--warn) }
.bad { color: var(--bad) }
.small { font-size: var(--s) }
.num, .nowrap, .is, .side a, .seg a, .tabs a, .badge, thead th, .org > span:first-child { white-space: nowrap }
.num { text-align: right }
.end { margin-left: auto }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.skip { position: absolute; left: -99rem }
.skip:focus { left: .5rem; top: .5rem; padding: .5rem; background: var(--card) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: var(--r1) }
.row, .top, .top a, .top nav, .side a, .head, .key, .key span, .seg a, .copy, .site {
  display: flex; align-items: center
}
.stack > * + * { margin-top: var(--s3) }
.stack > [type=hidden] + * { margin-top: 0 }
.row, .head, .key, .key span { flex-wrap: wrap }
.row { gap: var(--s2) }
.low { align-items: flex-end }
`
