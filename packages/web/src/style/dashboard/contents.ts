/** Cards, lists, figures, badges, banners, diffs, previews, and ads as searchers see them. */
export const boxStyle = `
.card { background: var(--card); border: var(--hair); border-radius: var(--r3); box-shadow: var(--shade) }
.card > .head { padding: var(--s2) var(--s4); min-height: 3rem }
.card > .head:has(> p) { padding-block: .65rem }
.card > .head p { font-size: var(--s) }
.card > .head h2 a { color: inherit; text-decoration-color: var(--edge) }
.card > .head + *, .card .foot { border-top: var(--hair) }
.pad { padding: var(--s4) }
.line { display: flex; gap: var(--s2) }
.line .i { margin-top: .15rem }
.list > li { display: flex; gap: var(--s3); padding: .7rem var(--s4); position: relative }
.list > li > div > a:first-child::after, tbody th > a:first-child::after { content: ""; position: absolute; inset: 0 }
.list p a, .list > li > .row, .list > li > form, .list > li > .button { position: relative }
.list > li + li, .list + .pad { border-top: var(--hair) }
.list > li > div { flex: 1; min-width: 0 }
.list .i { margin-top: .15rem }
.list > li > .button { align-self: center }
.list p, .log p { font-size: var(--s) }
.list > li > div > a:first-child { color: inherit; font-weight: 500; text-decoration: none }
.list > li > div > a:hover { text-decoration: underline }
.checks > li { padding-block: .55rem }
.checks > li > div { display: grid; grid-template-columns: 12.5rem 1fr; gap: 0 var(--s3) }
.checks p { line-height: 1.35rem }
.checks .fix { margin-top: var(--s2) }
.aside .checks > li > div { display: block }
.proofs .checks > li { padding-inline: 0 }
.proofs .checks > li > div { grid-template-columns: minmax(0,1fr) minmax(0,1.6fr) }
.proofs .checks b { font-weight: 500 }
[aria-busy="true"] { opacity: .6 }
.data {
  margin: var(--s2) 0 0; padding: var(--s3); border-radius: var(--r2); background: var(--sunk); overflow-x: auto; font:
  var(--xs)/1.5 var(--mono)
}
.said-text { white-space: pre-line; overflow-wrap: anywhere }
.same { padding: var(--s3) var(--s4) }
.bare > li, .preview .checks > li { padding-inline: 0 }
.figures { display: grid; grid-template-columns: repeat(4,1fr) 1.55fr }
.figures > div { padding: var(--s3) var(--s4); min-width: 0 }
.figures > div + div { border-left: var(--hair) }
.figures.pair { grid-template-columns: 1fr 1fr; border-top: var(--hair) }
.figures dt { font-size: var(--s) }
.is { font-size: var(--fig); line-height: 1.35; letter-spacing: -.02em }
.was { font-size: var(--xs) }
.of { font-size: var(--s); font-weight: 450; letter-spacing: 0 }
.meter { width: 100%; margin: .1rem 0 .2rem }
.num > .meter { max-width: 12rem; margin-left: auto }
.meter .ground { fill: var(--line) }
.meter .fill { fill: var(--c1) }
.meter .near { fill: var(--warn) }
.meter .over { fill: var(--bad) }
.under-cap { display: grid; grid-template-columns: minmax(20rem,max-content) 1fr; gap: var(--s2) var(--s5); align-items: center }
.under-cap b { color: var(--text) }
.under-cap .warn { color: var(--warn) }
.under-cap .bad { color: var(--bad) }
.chan { display: inline-flex; align-items: center; gap: .4rem; color: var(--soft); font-size: var(--s); white-space: nowrap; vertical-align: middle }
.mark-ai { display: inline-flex; align-items: center; margin-left: .4rem; padding: 0 .4rem; border-radius: var(--r1); box-shadow: inset 0 0 0 1px var(--edge); color: var(--soft); font-size: .6875rem; line-height: 1.125rem; font-weight: 600; white-space: nowrap; vertical-align: .08em }
.meter .mark { stroke: var(--text); stroke-width: 2 }
progress {
  width: 100%; height: .4rem; appearance: none; border: 0; border-radius: 1rem; overflow: hidden; background:
  var(--line); display: block
}
progress::-webkit-progress-bar { background: var(--line) }
progress::-webkit-progress-value { background: var(--c1) }
progress::-moz-progress-bar { background: var(--c1) }
.badge {
  display: inline-flex; align-items: center; gap: .35rem; padding: 0 .5rem; border-radius: 1rem; font-size:
  var(--xs); line-height: 1.375rem; font-weight: 500; background: var(--sunk); color: var(--soft)
}
.badge::before { content: ""; width: .45rem; height: .45rem; border-radius: 50%; background: currentColor }
.badge.plain::before { content: none }
.badge.draft { background: none; box-shadow: inset 0 0 0 1px var(--edge) }
.badge.draft::before { background: none; border: 1.5px dashed }
.badge.paused::before {
  border-radius: 0; background: linear-gradient(90deg,currentColor 35%,#0000 0 65%,currentColor 0)
}
.badge.live, .badge.ok, .banner.good { background: var(--good-ground); color: var(--good) }
.badge.wait, .banner.warn { background: var(--warn-ground); color: var(--warn) }
.badge.fail, .banner.bad { background: var(--bad-ground); color: var(--bad) }
.badge.info, .banner { background: var(--accent-ground); color: var(--accent) }
.banner { display: flex; gap: var(--s3); padding: var(--s3) var(--s4); border-radius: var(--r2) }
.banner > .i { margin-top: .17rem }
.banner > div { flex: 1; color: var(--text) }
.diff { display: grid; grid-template-columns: auto auto 1.25rem 1fr; gap: var(--s2) var(--s3); align-items: center }
.diff > div { display: contents }
.from { color: var(--soft); text-decoration: line-through; text-decoration-color: var(--field) }
.to .small { font-weight: 400 }
.big { grid-template-columns: auto auto auto 1fr }
.big .from, .big .to, .worth { font-size: 1.75rem; letter-spacing: -.02em; line-height: 1.25 }
.worth { font-size: var(--fig) }
.said { padding-left: var(--s3); border-left: 3px solid var(--edge) }
.add, .cut { border-radius: var(--r2); padding: var(--s1) 0; background: var(--good-ground) }
.cut { background: var(--bad-ground) }
.add li, .cut li { display: flex; gap: var(--s2); padding: .2rem var(--s3); font-size: var(--s) }
.add li::before { content: "+"; color: var(--good); font-weight: 700 }
.cut li::before { content: "−"; color: var(--bad); font-weight: 700 }
.facts { display: grid; grid-template-columns: auto 1fr; gap: var(--s2) var(--s4) }
.facts dd { overflow-wrap: anywhere }
.preview {
  border: 1px solid var(--accent); border-radius: var(--r3); overflow: hidden; overflow-wrap: anywhere;
  container-type: inline-size
}
@container (max-width: 30rem) {
  .checks > li > div { display: block }
  .diff:not(.big) { grid-template-columns: auto 1.25rem 1fr }
  .diff dt { grid-column: 1/-1; margin-bottom: -.4rem }
}
.preview > .head { background: var(--accent-ground); padding: 0 var(--s4); color: var(--accent) }
.conflict { border: 1px solid var(--warn); border-radius: var(--r3); background: var(--card); overflow: hidden }
.conflict > .banner { border-radius: 0 }
.versus, .ways { display: grid; grid-template-columns: 1fr 1fr; border-top: var(--hair) }
.versus > div, .ways > div { padding: var(--s4); min-width: 0; overflow-wrap: anywhere }
.versus > div + div, .ways > div + div { border-left: var(--hair) }
.versus .is { font-size: 1.75rem; white-space: normal }
.versus p:not(.soft) + .is { margin-top: var(--s3) }
.ways p { margin-top: var(--s2); font-size: var(--s); color: var(--soft) }
.conflict > .foot { border-top: var(--hair) }
.log > li {
  display: grid; grid-template-columns: 2.75rem 1.5rem minmax(0,1fr) auto; gap: 0 var(--s3); align-items: start;
  padding: .7rem var(--s4); position: relative
}
.log > li > time { font-size: var(--s); line-height: 1.5rem }
.log .by { width: 1.5rem; height: 1.5rem; position: relative; font-size: .625rem }
.log .it { border-radius: var(--r1) }
.log > li:not(.day)::before {
  content: ""; position: absolute; left: 5.25rem; top: 0; bottom: 0; border-left: var(--hair)
}
.log > .day { display: block; padding-block: .35rem; background: var(--sunk); font-size: var(--s); font-weight: 600 }
.log .preview, .log progress { grid-column: 3/-1; margin-top: var(--s3) }
.log b a { color: inherit; text-decoration: none }
.log b a:hover { text-decoration: underline }
.log li > div:not(.row) { min-width: 0; overflow-wrap: anywhere }
.button.chosen { background: var(--accent-ground); color: var(--accent); border-color: var(--accent) }
.panel [aria-current] { background: var(--accent-ground) }
.figures.even { grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)) }
.split > .figures.even { grid-template-columns: 1fr 1fr }
.split > .figures.even > :nth-child(odd) { border-left: 0 }
.split > .figures.even > :nth-child(n+3) { border-top: var(--hair) }
.figures .wide .is { white-space: normal }
.document { overflow-wrap: anywhere }
.document > p, .document > .bullets, .document > blockquote { max-width: 46rem; font-size: var(--m) }
.document > h2 { margin-top: var(--s5) }
.document > .scroll { margin-inline: calc(-1 * var(--s4)) }
.document td, .document th { overflow-wrap: normal }
.document thead th::first-letter { text-transform: uppercase }
.document th:has(> .sr) { width: auto }
.document pre { overflow-x: auto; font-family: var(--mono) }
.cell-bar { display: inline-block; margin-right: var(--s2); vertical-align: -.05em }
.cell-bar rect { fill: var(--c1) }
.bullets { list-style: disc; padding-left: 1.2rem; font-size: var(--s) }
.steps > li { display: grid; grid-template-columns: 1.5rem minmax(0,1fr) auto; gap: 0 var(--s3); padding: .8rem var(--s4); align-items: start }
.steps > li + li { border-top: var(--hair) }
.steps .n { display: grid; place-items: center; width: 1.5rem; height: 1.5rem; border-radius: 50%; box-shadow: inset 0 0 0 1.5px var(--edge); color: var(--soft); font-size: var(--xs); font-weight: 600 }
.steps .done > .n { box-shadow: none; background: var(--good-ground); color: var(--good) }
.steps > li:has(> [open]) > .n { box-shadow: none; background: var(--accent); color: var(--accent-text) }
.steps h3 { line-height: 1.5rem }
.steps > li > .badge { align-self: center }
.steps > li > div > .soft { font-size: var(--s) }
.steps details { grid-column: 2/-1; min-width: 0 }
.steps summary { display: flex; gap: var(--s3); align-items: center; justify-content: space-between; cursor: pointer; list-style: none }
.steps summary::-webkit-details-marker { display: none }
.steps [open] > summary > .button { display: none }
.steps .in { grid-column: 2/-1; margin-top: var(--s3) }
.row + progress { margin-top: .45rem }
.parts { display: grid; grid-template-columns: repeat(3,minmax(0,1fr)); gap: var(--s3); margin-top: var(--s3) }
.parts li { display: flex; gap: var(--s2); font-size: var(--s); line-height: 1.35rem }
.parts .i { margin-top: .18rem }
.ring { width: .9rem; height: .9rem; margin: .22rem .05rem 0; flex: none; border-radius: 50%; border: 2px solid var(--edge) }
.ring.on { border-color: var(--accent) var(--accent) var(--line) var(--line) }
@media (prefers-reduced-motion: no-preference) { .ring.on { animation: turn 1.2s linear infinite } }
@keyframes turn { to { transform: rotate(1turn) } }
.fields { display: flex; flex-wrap: wrap; gap: var(--s3); align-items: flex-end }
.presets { display: grid; grid-template-columns: repeat(auto-fit,minmax(12rem,1fr)); gap: var(--s3); margin-top: var(--s2) }
.preset { display: grid; grid-template-columns: auto 1fr; gap: 0 var(--s3); align-content: start; padding: var(--s3); border: 1px solid var(--edge); border-radius: var(--r2); font-weight: 400; cursor: pointer }
.preset:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-ground) }
.preset > span { grid-column: 2 }
.preset > .cost { grid-column: 1/-1; margin-top: var(--s3); padding-top: var(--s2); border-top: var(--hair) }
.scopes { display: grid; grid-template-columns: repeat(auto-fill,minmax(15rem,1fr)); gap: 0 var(--s4); margin-top: var(--s1) }
.preset > .cost > b { display: block }
.new-key [data-could] { display: none }
.new-key:not(:has([name=preset]:checked, [name=scope]:checked)) [data-could=none],
.new-key:has([value=read]:checked, [name=scope]:checked):not(:has([value=propose]:checked, [value=operate]:checked, [value$=":write"]:checked, [value$=":apply"]:checked)) [data-could=read] { display: block }
.new-key:has([value=propose]:checked, [value=operate]:checked, [value$=":write"]:checked, [value$=":apply"]:checked) {
  & [data-could=off] { display: block }
  &:is([data-policy=raises], :has([name=held][value=raises]:checked)) { & [data-could=raises] { display: block } & [data-could=off] { display: none } }
  &:is([data-policy=every_change], :has([name=held][value=every_change]:checked, [value=propose]:checked)) { & [data-could=every_change] { display: block } & :is([data-could=off], [data-could=raises]) { display: none } }
}
[data-could] > .pad { border-top: var(--hair) }
.empty.short { display: flex; justify-content: flex-start; padding: var(--s3) var(--s4); text-align: left }
.list > li > .badge, .list > li > form, .list > li > .row { align-self: center; flex: none }
.adgrid { display: grid; grid-template-columns: minmax(0,24rem) minmax(0,1fr); gap: var(--s4); align-items: start }
.adgrid table { font-size: var(--s) }
.serp {
  max-width: 38rem; padding: var(--s4); border: var(--hair); border-radius: var(--r3); font-family: Arial, Roboto,
  sans-serif; overflow-wrap: anywhere
}
.serp .site { gap: var(--s3); line-height: 1.3; margin: .4rem 0 }
.serp .me { width: 1.75rem; height: 1.75rem }
.serp .title, .serp ul { color: var(--ad) }
.serp .title { font-size: 1.25rem; line-height: 1.3 }
.serp ul { display: flex; flex-wrap: wrap; gap: 0 var(--s4); margin-top: var(--s2) }
`

/** Buttons, fields, tabs, dialogs and copyable text. */
export const controlStyle = `
button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: .45rem; min-height: 2.25rem; padding: 0
  .85rem; font: 600 var(--m)/1.2 var(--sans); cursor: pointer; border-radius: var(--r2); border: 1px solid
  var(--accent); background: var(--accent); color: var(--accent-text)
}
button:hover, .button:hover {
  background: var(--accent-over); border-color: var(--accent-over); color: var(--accent-text)
}
.quiet, .quiet:hover { background: var(--card); color: var(--text); border-color: var(--edge); font-weight: 500 }
.quiet:hover { background: var(--sunk); border-color: var(--field) }
.quiet.bad { color: var(--bad) }
.danger, .danger:hover { background: var(--bad); border-color: var(--bad); color: var(--card) }
.tall { min-height: 2.75rem; width: 100% }
.tiny { min-height: 1.875rem; padding: 0 .65rem; font-size: var(--s) }
.more { color: var(--accent); font-size: var(--s); cursor: pointer }
label, legend { font-weight: 600 }
.hint { display: block; font-size: var(--s); font-weight: 400 }
.problem { color: var(--bad); font-size: var(--s); font-weight: 600 }
input, select, textarea {
  width: 100%; min-height: 2.25rem; margin-top: var(--s1); padding: .4rem .65rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--field); border-radius: var(--r2)
}
textarea { min-height: 4.5rem; max-height: 24rem; display: block; field-sizing: content }
[aria-invalid] { border: 2px solid var(--bad) }
.money { position: relative; display: block; max-width: 10rem }
.money .sign { position: absolute; left: .65rem; color: var(--soft); pointer-events: none; padding-top: var(--s1) }
.money input { text-align: right; font-variant-numeric: tabular-nums }
[type=checkbox], [type=radio] {
  width: 1.1rem; min-height: 1.1rem; height: 1.1rem; margin: .1rem 0 0; flex: none; accent-color: var(--accent)
}
.choice { display: flex; gap: var(--s3); padding: .3rem 0 }
.choice label { font-weight: 500 }
.two { columns: 20rem; column-gap: var(--s4) } .two .choice { break-inside: avoid }
.group { margin-top: var(--s3) }
legend + .group { margin-top: var(--s1) }
.seg {
  display: inline-flex; max-width: 100%; border: 1px solid var(--edge); border-radius: var(--r2); background:
  var(--card); overflow: auto hidden
}
.seg a {
  gap: .4rem; min-height: 2.125rem; padding: 0 .7rem; color: var(--soft); font-size: var(--s); font-weight: 500
}
.seg a + a { border-left: var(--hair) }
.seg [aria-current] { background: var(--accent-ground); color: var(--accent) }
.tabs { display: flex; gap: var(--s5); border-bottom: var(--hair); overflow-x: auto }
.tabs a { padding: var(--s2) 0; color: var(--soft); font-weight: 500 }
.tabs [aria-current] { color: var(--text); box-shadow: inset 0 -2px var(--accent) }
.empty { display: grid; justify-items: center; gap: var(--s2); padding: 2rem var(--s4); text-align: center }
.empty p { max-width: 26rem }
.copy {
  gap: var(--s2); padding: var(--s1) var(--s1) var(--s1) var(--s3); border: 1px solid var(--edge); border-radius:
  var(--r2); background: var(--sunk)
}
.copy code { flex: 1; user-select: all }
.once { border: 2px solid var(--good) }
dialog {
  width: min(34rem, calc(100vw - 2rem)); max-height: 80dvh; margin: 12dvh auto auto; padding: var(--s4); overflow: auto; border:
  1px solid var(--edge); border-radius: var(--r3); background: var(--ground); color: inherit; box-shadow: 0 12px 40px #10182833
}
.dialog { width: min(30rem, calc(100vw - 2rem)); padding: var(--s5); background: var(--card) }
.dialog:not(:modal) { position: static; width: 100%; max-width: 44rem; margin: 0 }
dialog::backdrop { background: #10182866 }
@media (min-width: 768px) {
  form > .foot.row { position: sticky; bottom: 0; z-index: 1; background: var(--card); border-radius: 0 0 var(--r3) var(--r3) }
  html:has(form > .foot.row) { scroll-padding-bottom: 6rem }
}
.head [type=search] { width: 8rem } [role=search].row { flex-wrap: nowrap } [role=search] input { margin-top: 0 } [data-search] input { flex: 1; min-width: 0 }
dialog:focus { outline: none } dialog form + .card { margin-top: var(--s3) } dialog > .card:empty { display: none }
.money { display: flex; align-items: center; gap: var(--s2) }
.money .unit { color: var(--soft) }
`

/** Tables, whose less important columns leave on small screens. */
export const tableStyle = `
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse }
th, td { padding: .55rem .6rem; text-align: left; border-top: var(--hair) }
th:first-child, td:first-child { padding-left: var(--s4) }
th:last-child, td:last-child { padding-right: var(--s4) }
thead th {
  border: 0; padding-block: .4rem; color: var(--soft); font-size: var(--xs); font-weight: 500; background:
  var(--sunk)
}
thead a { color: inherit }
[aria-sort] { color: var(--text) }
tbody th { font-weight: 500; position: relative }
tbody th > .badge, tbody th > .phone { position: relative }
tbody th > a:not(.badge) { color: inherit; text-decoration: none }
tbody th > a:hover { text-decoration: underline!important }
tbody tr:hover { background: var(--sunk) }
th.num { text-align: right }
th:has( > .sr) { width: 1% }
.preview th { overflow-wrap: normal }
td .small, th .small { display: block; font-weight: 400; overflow-wrap: anywhere }
tfoot td, tfoot th { border-color: var(--edge) }
tfoot tr + tr > * { border-top: 0; padding-top: 0; font-weight: 400 }
tr.off td { color: var(--soft) }
@media (min-width: 48rem) { .dense :is(td, th):not(:first-child, :last-child) { padding-inline: .5rem } }
tr.picked, tbody tr:has(input:checked) { background: var(--accent-ground) }
tr.group th { padding-block: .35rem; color: var(--soft); font-size: var(--xs); font-weight: 600; background: var(--sunk) }
td.pick { width: 1%; padding-right: 0 }
.phone { display: none }
td > .row, td > form > .row { flex-wrap: nowrap }
td.num > .row { justify-content: flex-end }
.changed:has([selected]:checked) > button { visibility: hidden }
td select { width: auto; min-width: 7rem; margin: 0 }
@media (min-width: 64rem) { tbody th:first-child, td:first-child:not(.pick) { min-width: 12rem } }
`

/** Charts: the drawing of a line stretches, text and marks do not. */
export const chartStyle = `
.chart { display: grid; grid-template-columns: auto minmax(0,1fr); gap: var(--s2) }
.unread { position: relative; display: grid; place-items: center; min-height: 9rem; border-bottom: 1px solid var(--edge) }
.unread > svg { position: absolute; inset: 0; width: 100%; height: 100% }
.unread > p { position: relative; padding: var(--s1) var(--s3); border-radius: var(--r2); background: var(--card); font-size: var(--s) }
.hatch { stroke: var(--line); stroke-width: 2 }
.plot { width: 100%; overflow: visible }
.axis { overflow: visible }
.chart text { font: var(--xs) var(--sans); fill: var(--soft); font-variant-numeric: tabular-nums }
.chart .title { font-weight: 600; fill: var(--text); paint-order: stroke; stroke: var(--card); stroke-width: 5px }
.rule { stroke: var(--line) }
.base { stroke: var(--edge); vector-effect: non-scaling-stroke }
.at { stroke: var(--field); stroke-dasharray: 2 3 }
.l1, .l0, .spark path {
  fill: none; stroke: var(--c1); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; vector-effect:
  non-scaling-stroke
}
.l0 { stroke: var(--was); stroke-width: 1.5; stroke-dasharray: 2 4; stroke-linecap: butt }
.a1 { fill: var(--c1-ground) }
.b2 { fill: var(--c2) }
.spark path { stroke-width: 1.5 }
.spark .off { stroke: var(--was) }
.spark circle { fill: var(--c1) }
.dot { fill: var(--accent) }
.out { fill: var(--card); stroke: var(--warn); stroke-width: 1.5 }
.dot + text, .out + text {
  font: 600 .6875rem var(--sans)!important; text-anchor: middle; fill: var(--accent-text)!important
}
.out + text { fill: var(--warn)!important }
.hit { fill: transparent }
.hit:hover { fill: var(--text); fill-opacity: .06 }
.mid { text-anchor: middle }
.last { text-anchor: end }
.key { gap: var(--s4); font-size: var(--xs) }
.key span { gap: .4rem }
.marks { margin: var(--s3) 0; font-size: var(--s) }
.marks li { display: flex; gap: var(--s2); padding: .15rem 0 }
.marks svg { margin-top: .05rem }
.marks time { width: 3.2rem; flex: none }
.marks a { color: inherit; text-decoration-color: var(--edge) }
.rb { width: 100%; height: 3.1rem; overflow: visible }
.rb .rail { stroke: var(--edge) }
.rb .band { fill: var(--c1); fill-opacity: .22 }
.rb .ends { stroke: var(--c1); stroke-width: 1.5 }
.rb .point, .rb .d1 { fill: var(--c1) }
.rb .d3 { fill: var(--line) }
.rb .ref { stroke: var(--text); stroke-width: 2 }
.rb text { font: var(--xs) var(--sans); fill: var(--soft); font-variant-numeric: tabular-nums }
.rb .strong { fill: var(--text); font-weight: 600 }
.claims td, .claims th { vertical-align: top }
.claims .rb { max-width: 18rem; margin-top: var(--s2) }
.claims tbody th { width: 28% }
.recs > li { display: grid; grid-template-columns: 1.1rem minmax(0,1fr) 13rem 8.5rem; gap: 0 var(--s4); padding: var(--s4) }
.recs > li + li { border-top: var(--hair) }
.recs > :has(:checked) { background: var(--accent-ground) }
.recs h3 a { color: inherit; text-decoration: none }
.recs h3 a:hover { text-decoration: underline }
.recs .gain { text-align: right }
.recs .gain b { display: block; font-size: var(--l); line-height: 1.4; font-variant-numeric: tabular-nums }
.sure { display: inline-flex; gap: .2rem; align-items: center; white-space: nowrap }
.sure i { width: .4rem; height: .4rem; border-radius: 50%; background: var(--line); box-shadow: inset 0 0 0 1px var(--edge) }
.sure .y { background: var(--c1); box-shadow: none }
.sum { position: sticky; bottom: 0; padding: var(--s3) var(--s4); border-top: var(--hair); background: var(--card) }
.sure span { margin-left: .2rem }
@media (max-width:84rem) { .recs > li { grid-template-columns: 1.1rem minmax(0,1fr) auto } .recs > li > .rbx { grid-column: 2/-1; grid-row: 2; max-width: 26rem } .rbx > svg { margin-top: var(--s2) } }
.range > form { padding: var(--s3); width: 13rem }
`
