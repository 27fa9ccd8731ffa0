/** The top bar, the navigation and the grid of a page. */
export const frameStyle = `
.top { gap: var(--s2); height: 3.5rem; padding: 0 var(--s5); background: var(--card); border-bottom: var(--hair) }
.top a { gap: var(--s2); color: inherit }
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
.head { gap: var(--s1) var(--s3); min-height: 2.25rem }
.head > .row { margin-left: auto }
.head > .end + .row { margin-left: 0 }
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
`
