/** Printed pages: the document alone, on white, with its charts. Navigation, buttons and forms stay on the screen. */
export const printStyle = `
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
