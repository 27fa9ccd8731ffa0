/** Tablets (up to 68rem) and phones (up to 48rem). */
export const smallScreenStyle = `
@media (max-width:68rem) {
  .p3 { display: none }
  tr > :nth-last-child(1 of :not(.p3)) { padding-right: var(--s4) }
  .split, .adgrid { grid-template: none/minmax(0,1fr) }
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
  td > .row, td > form > .row { flex-wrap: wrap }
  .checks > li > div { display: block }
  .checks > li:has(> .button) { flex-wrap: wrap }
  .checks > li > .i + div, .checks > li:has(> .button) > div { flex-basis: calc(100% - 2rem) }
  .checks > li > .button { margin-left: 1.75rem }
  .list > li:has(> .row) { flex-wrap: wrap }
  .list > li > .row { flex: 1 0 100% }
  .log > li { grid-template-columns: 1.5rem minmax(0,1fr); padding-inline: var(--s3) }
  .log > li > time { grid-area: 2/2; align-self: center }
  .log > li > .by { grid-area: 1/1 }
  .log > li:not(.day)::before { left: 1.5rem }
  .log > li > .row { grid-area: 2/2; justify-self: end }
  .log progress { grid-column: 2 }
  .log .preview { grid-column: 1/-1 }
  .versus, .ways { grid-template-columns: minmax(0,1fr) }
  .versus > div + div, .ways > div + div { border-left: 0; border-top: var(--hair) }
  .diff:not(.big) { grid-template-columns: auto 1.25rem 1fr }
  .diff dt { grid-column: 1/-1; margin-bottom: -.4rem }
}
`
