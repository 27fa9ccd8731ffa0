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
.dialog {
  max-width: 28rem; padding: var(--s5); border: 1px solid var(--edge); border-radius:
  var(--r3); background: var(--card); color: inherit; box-shadow: 0 12px 40px #10182833
}
.money { display: flex; align-items: center; gap: var(--s2) }
.money .unit { color: var(--soft) }
`
