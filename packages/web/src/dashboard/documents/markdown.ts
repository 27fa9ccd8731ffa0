import { type Content, type Html, html } from "../../kit/html.ts"

/* Our documents use a small part of markdown, and escape text of others. Everything else is shown as it is written. */

/** Escaped characters leave the text before its markup is read: each becomes one private-use character. */
const privateUse = 0xe000
const escaped = /\\([!-/:-@[-`{-~])/g

/** Hides escaped characters from the search for markup. */
const hideEscaped = (text: string): string =>
  text.replaceAll(escaped, (_, character: string) =>
    String.fromCharCode(privateUse + character.charCodeAt(0))
  )

/** Shows escaped characters again. */
const showEscaped = (text: string): string =>
  text.replaceAll(/[\ue021-\ue07e]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - privateUse)
  )

/** Code, strong text and emphasis. An underscore within a word is none. */
const markup = /`([^`]+)`|\*\*(.+?)\*\*|(?<![\p{L}\p{N}])_(.+?)_(?![\p{L}\p{N}])/u

/** A line of text whose escaped characters are hidden. */
const inline = (text: string): ReadonlyArray<Content> => {
  const found = markup.exec(text)
  if (found === null) return [showEscaped(text)]
  const [all, code, strong, emphasis] = found
  const after = text.slice(found.index + all.length)
  const marked =
    code !== undefined
      ? html`<code>${showEscaped(code)}</code>`
      : strong !== undefined
        ? html`<b>${inline(strong)}</b>`
        : html`<em>${inline(emphasis ?? "")}</em>`
  return [showEscaped(text.slice(0, found.index)), marked, ...inline(after)]
}

/** Bars that a table draws with characters, in eighths of a character. */
const bars = /^[█▏▎▍▌▋▊▉]+$/
const eighths = "▏▎▍▌▋▊▉█"
const widestBar = 12

const barCell = (text: string): Html => {
  const width = [...text].reduce((sum, character) => sum + (eighths.indexOf(character) + 1) / 8, 0)
  return html`<svg class="cell-bar" width="96" height="10" aria-hidden="true"><rect width="${Math.round((Math.min(width, widestBar) / widestBar) * 96)}" height="10" rx="2"/></svg>`
}

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split("|")
    .map((cell) => cell.trim())

const tableOf = (lines: ReadonlyArray<string>, label: string): Html => {
  const [titles = [], rules = [], ...rows] = lines.map(cellsOf)
  const numeric = rules.map((rule) => rule.endsWith(":"))
  const classOf = (n: number): Content => (numeric[n] ? html` class="num"` : null)
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${titles.map(
    (title, n) =>
      html`<th scope="col"${classOf(n)}>${title === "" ? html`<span class="sr">Value</span>` : inline(title)}</th>`
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell, n) =>
        n === 0
          ? html`<th scope="row"${classOf(n)}>${inline(cell)}</th>`
          : html`<td${classOf(n)}>${bars.test(cell) ? barCell(cell) : inline(cell)}</td>`
      )}</tr>`
  )}</tbody></table></div>`
}

const listOf = (lines: ReadonlyArray<string>): Html =>
  html`<ul class="bullets">${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`

interface MarkdownOptions {
  /** Stands for the first block of preformatted text: the chart that such a block draws with characters. */
  readonly chart?: Html | null
}

/** A document: its title, and the rest as markup. */
interface RenderedDocument {
  readonly title: string
  readonly body: Html
}

/**
 * Renders the part of markdown that our documents use: headings, paragraphs, lists, quotations, tables and preformatted
 * text. Every text is escaped; there are no links, images or HTML.
 */
export const renderMarkdown = (
  markdown: string,
  { chart = null }: MarkdownOptions = {}
): RenderedDocument => {
  const blocks = hideEscaped(markdown)
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== "")
  let title = ""
  let heading = "Figures"
  let pendingChart = chart
  const parts = blocks.map((block): Content => {
    const lines = block.split("\n")
    const [first = ""] = lines
    if (first.startsWith("# ")) {
      title = showEscaped(first.slice(2))
      return null
    }
    if (first.startsWith("## ")) {
      heading = first.slice(3)
      return html`<h2>${inline(heading)}</h2>${lines.length > 1 ? html`<p>${inline(lines.slice(1).join(" "))}</p>` : null}`
    }
    if (first.startsWith("### ")) return html`<h3>${inline(first.slice(4))}</h3>`
    if (first.startsWith("```")) {
      const drawn = pendingChart
      pendingChart = null
      return drawn ?? html`<pre>${lines.filter((line) => !line.startsWith("```")).join("\n")}</pre>`
    }
    if (lines.length > 2 && lines.every((line) => line.startsWith("|"))) return tableOf(lines, heading)
    if (lines.every((line) => line.startsWith("- "))) return listOf(lines)
    if (lines.every((line) => line.startsWith(">")))
      return html`<blockquote class="said">${inline(lines.map((line) => line.replace(/^>\s?/, "")).join(" "))}</blockquote>`
    return html`<p>${inline(lines.join(" "))}</p>`
  })
  return { title, body: html`${parts}` }
}
