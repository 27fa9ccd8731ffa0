import { tokens } from "@adwarden/http-host"
import { boxStyle, chartStyle, controlStyle, tableStyle } from "./contents.ts"

/** Elements, text and small helpers. */
const groundStyle = `
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
.row, .top, .top > .brand, .top a, .top nav, .side a, .head, .key, .key span, .seg a, .copy, .site {
  display: flex; align-items: center
}
.stack > * + * { margin-top: var(--s3) }
.stack > [type=hidden] + * { margin-top: 0 }
.row, .head, .key, .key span { flex-wrap: wrap }
.row { gap: var(--s2) }
.low { align-items: flex-end }
`

/** The top bar, the navigation and the grid of a page. */
const frameStyle = `
.top { gap: var(--s2); height: 3.5rem; padding: 0 var(--s5); background: var(--card); border-bottom: var(--hair) }
.top a, .top > .brand { gap: var(--s2); color: inherit }
.brand { font-weight: 650; font-size: 1.05rem }
.brand svg { width: 1.6rem }
.shield { fill: #1f4fd1 }
.tick-mark { fill: none; stroke: #fff; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round }
.org, .ask { min-width: 0; min-height: 2.25rem; padding: 0 .6rem; border-radius: var(--r2) }
.org { font-weight: 500 }
.org > span:first-child { overflow: hidden; text-overflow: ellipsis }
.org:hover, .ask:hover { background: var(--sunk) }
.slash { color: var(--edge) }
.top nav { gap: var(--s2); margin-left: auto }
.me, .by {
  display: grid!important; place-items: center; width: 2.25rem; height: 2.25rem; flex: none; border-radius: 50%;
  background: var(--accent-ground); color: var(--accent)!important; font-size: var(--xs); font-weight: 650
}
.count {
  display: inline-block; min-width: 1.25rem; padding: 0 .35rem; border-radius: 1rem; background: var(--warn-ground); color: var(--warn);
  font-size: var(--xs); line-height: 1.25rem; font-weight: 650; text-align: center
}
.shell { display: grid; grid-template-columns: 13rem minmax(0,1fr); max-width: 90rem; margin: auto }
.side { padding: var(--s5) 0 0 var(--s4) }
.side a {
  gap: .65rem; min-height: 2.25rem; padding: 0 .65rem; border-radius: var(--r2); color: var(--soft); font-weight:
  500
}
.side a:hover { background: var(--sunk); color: var(--text) }
.side [aria-current] { background: var(--accent-ground); color: var(--accent); font-weight: 600 }
.side .count { margin-left: auto }
.side .stop { margin-top: var(--s5); color: var(--bad) }
main { padding: var(--s5) var(--s5) 3rem; min-width: 0 }
main > * + * { margin-top: var(--s4) }
main > [data-live]:empty { display: none } main > [data-live]:first-child:empty + * { margin-top: 0 }
.head { gap: var(--s1) var(--s3); min-height: 2.25rem }
.head > .row, .head > .print { margin-left: auto }
.head > .end + .row, .head > .row + .print { margin-left: 0 }
.head p { flex-basis: 100% }
.crumbs { display: flex; align-items: baseline; gap: var(--s2); font-size: var(--s) }
.crumbs a { color: inherit }
.crumbs + * { margin-top: var(--s1) }
.split {
  display: grid; grid-template: repeat(8,auto) 1fr/minmax(0,1fr) 22rem; column-gap: var(--s4); align-items: start;
  margin-bottom: calc(-1*var(--s4))
}
.split > * { margin-bottom: var(--s4) }
.split > .aside { grid-column: 2; grid-row: 1/span 9 }
.split > [data-live]:not([class]) { display: contents }
.split > [data-live]:not([class]) > * { margin-bottom: var(--s4) }
.duo { display: grid; grid-template-columns: repeat(2,minmax(0,1fr)); gap: var(--s4); align-items: start }
.ruled { gap: 0; align-items: stretch }
.ruled > * { padding: var(--s4) }
.ruled > * + * { border-left: var(--hair) }
.foot { padding: var(--s3) var(--s4); font-size: var(--s) }
body > .foot { text-align: center }
.brand, .org { flex: none }
.menu { position: relative; min-width: 0 }
.menu > summary { display: flex; align-items: center; gap: var(--s2); list-style: none; cursor: pointer }
.menu > summary::-webkit-details-marker { display: none }
.menu > .panel {
  position: absolute; z-index: 5; top: calc(100% + var(--s1)); left: 0; min-width: 15rem; max-height: 70vh; overflow: auto;
  padding: var(--s2); background: var(--card); border: 1px solid var(--edge); border-radius: var(--r3);
  box-shadow: 0 12px 40px #10182833
}
.menu.right > .panel { left: auto; right: 0 }
.panel a, .panel button {
  display: flex; width: 100%; justify-content: flex-start; gap: var(--s2); min-height: 2.25rem; padding: 0 .65rem;
  align-items: center; border: 0; border-radius: var(--r2); background: none; color: inherit; font-weight: 500
}
.panel a:hover, .panel button:hover { background: var(--sunk); color: inherit }
.panel p { padding: var(--s1) .65rem var(--s2); font-size: var(--s) }
.panel .count, .panel .small { margin-left: auto }
.narrow { max-width: 44rem }
form { margin: 0 }
.shell.alone { grid-template-columns: minmax(0,1fr); max-width: 64rem }
.shell.alone:has(table) { max-width: 90rem }
`

/** Tablets (up to 68rem) and phones (up to 48rem). */
const smallScreenStyle = `
@media (max-width:68rem) {
  .p3 { display: none }
  tr > :nth-last-child(1 of :not(.p3)) { padding-right: var(--s4) }
  .split, .adgrid { grid-template: none/minmax(0,1fr) }
  .under-cap { grid-template-columns: minmax(0,1fr) }
  .split > .aside { grid-column: 1; grid-row: auto }
  .figures { grid-template-columns: repeat(4,1fr) }
  .figures > .wide { grid-column: 1/-1; border: 0; border-top: var(--hair) }
}
@media (max-width:48rem) {
  .p2 { display: none!important }
  .slash, .brand span, .side .i { display: none }
  .ask > span:first-of-type { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .phone { display: block }
  .top { padding: 0 var(--s3); gap: 0 }
  .shell, .duo { grid-template-columns: minmax(0,1fr) }
  main { padding: var(--s4) var(--s3) }
  .ruled > * + * { border: 0; border-top: var(--hair) }
  .side { padding: 0 var(--s2); border-bottom: var(--hair); background: var(--card); overflow-x: auto }
  .side ul { display: flex }
  .side a { gap: .4rem }
  .side .stop { margin: 0 }
  .side [aria-current] { background: none; border-radius: 0; box-shadow: inset 0 -2px var(--accent) }
  .figures { grid-template-columns: 1fr 1fr }
  .figures > :nth-child(odd) { border-left: 0 }
  .figures > :nth-child(n+3) { border-top: var(--hair) }
  main > .head > .row { order: 1; margin-left: 0; max-width: 100% }
  button, .button, .tiny, .seg a, .side a, .org, .ask, input, select { min-height: 2.75rem }
  input, select, textarea { font-size: 1rem }
  th, td { padding-inline: .4rem }
  tr > :nth-last-child(1 of :not(.p2,.p3)) { padding-right: var(--s4) }
  td > form > .row { flex-direction: column; align-items: flex-start }
  td select { min-width: 5.5rem }
  .changed:has([selected]:checked) > button { display: none }
  td > .row, td > form > .row { flex-wrap: wrap }
  .checks > li > div { display: block }
  .checks > li:has(> .button) { flex-wrap: wrap }
  .checks > li > .i + div, .checks > li:has(> .button) > div { flex-basis: calc(100% - 2rem) }
  .checks > li > .button { margin-left: 1.75rem }
  .list > li:has(> .row), .list > li:has(> .button) { flex-wrap: wrap }
  .list > li:has(> .button) > div { flex-basis: calc(100% - 2rem) }
  .list > li > .row { flex: 1 0 100% }
  .recs > li { grid-template-columns: 1.1rem minmax(0,1fr) }
  .recs > li > .rbx { grid-row: auto }
  .recs .gain { grid-column: 2; margin-top: var(--s2); text-align: left }
  .log > li { grid-template-columns: 1.5rem minmax(0,1fr); padding-inline: var(--s3) }
  .log > li > time { grid-area: 2/2; align-self: center }
  .log > li > .by { grid-area: 1/1 }
  .log > li:not(.day)::before { left: 1.5rem }
  .log > li > .row { grid-area: 2/2; justify-self: end }
  .log progress { grid-column: 2 }
  .log .preview { grid-column: 1/-1 }
  .versus, .ways, .parts, .presets { grid-template-columns: minmax(0,1fr) }
  .parts { gap: var(--s2) }
  .steps > li > .badge { grid-column: 2; justify-self: start; margin-top: var(--s1) }
  .fields > * { flex: 1 1 100% }
  .fields .money { max-width: none }
  .versus > div + div, .ways > div + div { border-left: 0; border-top: var(--hair) }
  .diff:not(.big) { grid-template-columns: auto 1.25rem 1fr }
  .diff dt { grid-column: 1/-1; margin-bottom: -.4rem }
}
`

/** Printed pages: the document alone, on white, with its charts. Navigation, buttons and forms stay on the screen. */
const printStyle = `
@page { size: A4; margin: 16mm 14mm }
@media print {
  .top, .side, .skip, .crumbs, body > .foot, .print, form, .figures-of, main .row > .button { display: none!important }
  body { background: none; font-size: 10.5pt }
  .shell, .split { display: block; max-width: none }
  main { padding: 0 }
  main > * + * { margin-top: var(--s3) }
  .card { border: 0; box-shadow: none; border-radius: 0; background: none }
  .document.pad { padding: 0 }
  .document > .scroll { margin-inline: 0; overflow: visible }
  .chart, svg, tr, li, blockquote { break-inside: avoid }
  h2, h3, thead { break-after: avoid }
  th, td { padding: .25rem .3rem; font-size: 8.5pt }
  th:first-child, td:first-child { padding-left: 0 }
  .cell-bar { width: 3rem }
  * { print-color-adjust: exact }
}
`

/** Removes the line breaks and spaces that only people need. */
const compact = (css: string): string =>
  css
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s*([{};])\s*/g, "$1")
    .replaceAll(": ", ":")
    .trim()

/** The stylesheet of dashboard pages, as text so that a bundle includes it. */
export const dashboardCss = compact(
  [
    tokens,
    groundStyle,
    frameStyle,
    boxStyle,
    tableStyle,
    chartStyle,
    controlStyle,
    smallScreenStyle,
    printStyle
  ].join("\n")
)
