/** Renders a terminal session as a picture: the commands and their output. */

export interface TerminalExchange {
  readonly typed: string
  readonly printed: string
}

const charWidth = 8.4
const lineHeight = 20
const margin = 20
const columns = 114

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const line = (text: string, kind: string, index: number): string =>
  `<text class="${kind}" x="${margin}" y="${margin + 36 + index * lineHeight}" xml:space="preserve">${escaped(text)}</text>`

const wrapped = (text: string): ReadonlyArray<string> =>
  text.split("\n").flatMap((one) => one.match(new RegExp(`.{1,${columns}}`, "g")) ?? [""])

/** Returns the style class of an output line by its prefix, like the command's own colours. */
const outputClass = (text: string): string =>
  /^\s*✓/.test(text) ? "done" : /^\s*✗/.test(text) ? "error" : "output"

export const terminalPicture = (title: string, exchanges: ReadonlyArray<TerminalExchange>): string => {
  const lines = exchanges.flatMap(({ printed, typed }, n) => [
    ...(n === 0 ? [] : [["", "output"] as const]),
    ...wrapped(typed).map((text) =>
      text.startsWith("#") ? ([text, "note"] as const) : ([`$ ${text}`, "typed"] as const)
    ),
    ...wrapped(printed).map((text) => [text, outputClass(text)] as const)
  ])
  const width = Math.round(columns * charWidth + 2 * margin + 20)
  const height = lines.length * lineHeight + 2 * margin + 36
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
.frame { fill: #0f131b; stroke: #323c4d } .bar { fill: #181e29 } .dot { fill: #545f73 }
.typed { fill: #ffffff; font-weight: 600 } .output { fill: #c9d1e0 } .note, .title { fill: #8b97ad }
.done { fill: #84dba9 } .error { fill: #ff9a8f }
</style>
<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" />
<path class="bar" d="M1 32V11A10 10 0 0 1 11 1H${width - 11}A10 10 0 0 1 ${width - 1} 11V32Z" />
${[22, 42, 62].map((x) => `<circle class="dot" cx="${x}" cy="17" r="6" />`).join("")}
<text class="title" x="84" y="22">${escaped(title)}</text>
${lines.map(([text, kind], index) => line(text, kind, index)).join("\n")}
</svg>
`
}
