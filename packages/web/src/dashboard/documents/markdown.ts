import { type Content, type Html, html } from "../../kit/html.ts"
import { hideEscaped, inline, showEscaped } from "./inline.ts"

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

export interface MarkdownOptions {
  /** Stands for the first block of preformatted text: the chart that such a block draws with characters. */
  readonly chart?: Html | null
}

/** A document: its title, and the rest as markup. */
export interface RenderedDocument {
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
