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
tbody th > .badge { position: relative }
tbody th > a:not(.badge) { color: inherit; text-decoration: none }
tbody th > a:hover { text-decoration: underline!important }
tbody tr:hover { background: var(--sunk) }
th.num { text-align: right }
th:has( > .sr) { width: 1% }
td .small, th .small { display: block; font-weight: 400; overflow-wrap: anywhere }
tfoot td, tfoot th { border-color: var(--edge) }
tr.picked, tbody tr:has(input:checked) { background: var(--accent-ground) }
tr.group th { padding-block: .35rem; font-size: var(--s) }
td.pick { width: 1%; padding-right: 0 }
.phone { display: none }
td > .row, td > form > .row { flex-wrap: nowrap }
td.num > .row { justify-content: flex-end }
td select { width: auto; min-width: 7rem; margin: 0 }
@media (min-width: 64rem) { tbody th:first-child, td:first-child:not(.pick) { min-width: 12rem } }
`
