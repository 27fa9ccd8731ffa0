/** Charts: the drawing of a line stretches, text and marks do not. */
export const chartStyle = `
.chart { display: grid; grid-template-columns: auto minmax(0,1fr); gap: var(--s2) }
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
.multiples { display: grid; grid-template-columns: repeat(auto-fill,minmax(min(13rem,100%),1fr)); gap: var(--s4) }
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
.range > form { padding: var(--s3); width: 13rem }
.bars th:first-child { width: 70% }
`
