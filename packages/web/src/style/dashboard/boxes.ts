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
.preview { border: 1px solid var(--accent); border-radius: var(--r3); overflow: hidden }
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
.chosen, .chosen:hover { background: var(--accent-ground); color: var(--accent); border-color: var(--accent) }
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
.document th:has(> .sr) { width: auto }
.document pre { overflow-x: auto; font-family: var(--mono) }
.cell-bar rect { fill: var(--c1) }
.bullets { list-style: disc; padding-left: 1.2rem; font-size: var(--s) }
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
