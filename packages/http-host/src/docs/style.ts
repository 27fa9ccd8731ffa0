/**
 * Colours by their use. Each pair of text and background has a contrast of at least 4.5 to 1 in light and dark mode.
 */
const colours = `
:root { color-scheme: light dark; --ground: #ffffff; --panel: #f4f6fa; --text: #171d2b; --soft: #545f73;
  --line: #d9dfe9; --accent: #1f4fd1; --mark: #fff3c4; --get: #17613b; --write: #7a4a00 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f131b; --panel: #181e29; --text: #e8ecf4; --soft: #a5b0c3; --line: #323c4d;
    --accent: #8fb0ff; --mark: #4a3c00; --get: #84dba9; --write: #f3c77a }
}`

const text = `
*, *::before, *::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
a { color: var(--accent) }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .75rem; letter-spacing: -.015em }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem } h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem }
p { margin: .5rem 0 } ul { padding-left: 1.25rem }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .9em }
code { background: var(--panel); padding: .1rem .3rem; border-radius: .25rem }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; margin: .5rem 0;
  overflow-x: auto; line-height: 1.5; overflow-wrap: normal }
pre code { background: none; padding: 0; font-size: inherit }
:target { background: var(--mark); box-shadow: 0 0 0 .4rem var(--mark); border-radius: .2rem }
.soft { color: var(--soft); font-weight: 400 }
.skip { position: absolute; left: -999rem }
.skip:focus { left: .5rem; top: .5rem; padding: .5rem; background: var(--panel); z-index: 1 }`

const frame = `
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; padding: .6rem 1.25rem;
  border-bottom: 1px solid var(--line); background: var(--panel) }
.top a { display: inline-flex; align-items: center; min-height: 2.75rem }
.top .brand { color: var(--text); font-weight: 650; font-size: 1.1rem; text-decoration: none; margin-right: auto }
.page { max-width: 46rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem) 1.25rem 4rem }
.list { list-style: none; padding: 0; margin: 0 0 .75rem }
.list a { display: flex; gap: .5rem; align-items: baseline; padding: .45rem 0; text-decoration: none; color: var(--text) }
.list a:hover { color: var(--accent) }
.side { display: none }
details > summary { cursor: pointer; color: var(--accent); padding: .6rem 0 }
@media (min-width: 62rem) {
  .with-side { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto }
  .with-side .page { max-width: 52rem; margin: 0; padding-left: 2.5rem }
  .side { display: block; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto;
    padding: 2rem 1.25rem; border-right: 1px solid var(--line); font-size: .95rem }
  .side .list a { padding: .2rem 0 }
  .narrow { display: none }
}`

const reference = `
.group { margin: .75rem 0 .1rem; font-weight: 650 }
.method { font: 600 .78rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--write);
  flex: none }
.list .method { width: 2.9rem }
.method.get { color: var(--get) }
.operation { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1rem }
h2 + .operation { border-top: 0; margin-top: 0; padding-top: 0 }
.operation h3 { font-size: 1.15rem; margin: .5rem 0 }
.route { display: flex; gap: .6rem; align-items: baseline }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1rem; margin: .9rem 0; font-size: .95rem }
.facts dt { color: var(--soft) } .facts dd { margin: 0 }
h4 { font-size: .95rem; margin: 1.25rem 0 .25rem }
.fields { list-style: none; margin: 0; padding: 0; border-bottom: 1px solid var(--line) }
.fields .fields { margin: .5rem 0 0 .25rem; padding-left: .9rem; border-left: 2px solid var(--line); border-bottom: 0 }
.fields li { border-top: 1px solid var(--line); padding: .5rem 0 } .fields p { margin: .1rem 0 }`

/** The style of all documentation pages. Each page contains it, and its hash in the page's security policy. */
export const docsStyle = `${colours}${text}${frame}${reference}\n`
