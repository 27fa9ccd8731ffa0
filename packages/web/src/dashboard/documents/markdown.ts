import { weekColumn } from "@adwarden/core"
import { Marked, type Token, type Tokens } from "marked"
import { type Content, type Html, html } from "../../kit/html.ts"

const notMarkup = () => undefined

/** Our documents quote others: links, images and HTML are text. */
const marked = new Marked({
  tokenizer: {
    html: notMarkup,
    tag: notMarkup,
    def: notMarkup,
    link: notMarkup,
    reflink: notMarkup,
    autolink: notMarkup,
    url: notMarkup
  }
})

/** What stands for a piece of code, such as a link for the id of a recommendation; null for the code itself. */
type Links = (code: string) => Html | null

/** A fall in figures has a minus sign; the stored text has what keyboards have. */
const withMinus = (text: string): string => text.replaceAll(/(?<![\w).%-])-(?=[$€£]?\d)/g, "−")

/** The inline markup that our documents use. Everything else is shown as it is written. */
const inlineWith = (linkOf: Links) => {
  const inline = (tokens: ReadonlyArray<Token> = []): ReadonlyArray<Content> =>
    tokens.map((token) => {
      switch (token.type) {
        case "escape":
          return token.text
        // A paragraph stands in a list whose items are apart.
        case "paragraph":
        case "text":
          return token.tokens === undefined ? withMinus(token.text) : inline(token.tokens)
        case "codespan": {
          return linkOf(token.text) ?? html`<code>${token.text}</code>`
        }
        case "strong":
          return html`<b>${inline(token.tokens)}</b>`
        case "em":
          return html`<em>${inline(token.tokens)}</em>`
        default:
          return token.raw
      }
    })
  return inline
}
type Inline = ReturnType<typeof inlineWith>

const plainText = (tokens: ReadonlyArray<Token> = []): string =>
  tokens.map((token) => ("text" in token ? token.text : token.raw)).join("")

/** Columns whose figures are also drawn: where the money went, and how much people search. */
const drawn = /^(?:Spend|Searches|Cost in)/
/** Fewer rows are compared at a glance. */
const minRows = 3

const numberIn = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ""))

/** Returns the column that is drawn with bars, and its largest value; null for none. */
const drawnColumn = ({ align, header, rows }: Tokens.Table) => {
  const column = header.findIndex(({ text }, n) => align[n] === "right" && drawn.test(text))
  const values = rows.map((row) => numberIn(row[column]?.text ?? ""))
  const largest = Math.max(...values)
  return column < 0 || rows.length < minRows || !(largest > 0) || values.some(Number.isNaN)
    ? null
    : { column, largest }
}

const barCell = (text: string, largest: number): Html =>
  html`<svg class="cell-bar" width="64" height="10" aria-hidden="true"><rect width="${Math.max(0, Math.round((numberIn(text) / largest) * 64))}" height="10" rx="2"/></svg>`

const tableOf = (table: Tokens.Table, label: string, inline: Inline): Html => {
  const { align, header, rows } = table
  const bars = drawnColumn(table)
  const classOf = (n: number): Content => (align[n] === "right" ? html` class="num"` : null)
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${header.map(
    ({ text, tokens }, n) =>
      html`<th scope="col"${classOf(n)}>${text === "" ? html`<span class="sr">Value</span>` : inline(tokens)}</th>`
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${row.map(({ text, tokens }, n) =>
        n === 0
          ? html`<th scope="row"${classOf(n)}>${inline(tokens)}</th>`
          : bars !== null && n === bars.column
            ? html`<td class="num nowrap">${barCell(text, bars.largest)}${inline(tokens)}</td>`
            : html`<td${classOf(n)}>${inline(tokens)}</td>`
      )}</tr>`
  )}</tbody></table></div>`
}

const listOf = ({ items, ordered }: Tokens.List, inline: Inline): Html => {
  const content = items.map(({ tokens }) => html`<li>${inline(tokens)}</li>`)
  return ordered ? html`<ol>${content}</ol>` : html`<ul class="bullets">${content}</ul>`
}

interface MarkdownOptions {
  /** Stands for the first table of weeks. Earlier versions drew one with characters, as preformatted text. */
  readonly chart?: Html | null
  readonly linkOf?: Links
}

/** A document: its title, and the rest as markup. */
interface RenderedDocument {
  readonly title: string
  readonly body: Html
}

/**
 * Renders the part of Markdown that our documents use: headings, paragraphs, lists, quotations, tables and preformatted
 * text. Every text is escaped; there are no links, images or HTML.
 */
export const renderMarkdown = (
  markdown: string,
  { chart = null, linkOf = () => null }: MarkdownOptions = {}
): RenderedDocument => {
  const inline = inlineWith(linkOf)
  let title = ""
  let label = "Figures"
  let pendingChart = chart

  const heading = ({ depth, tokens }: Tokens.Heading): Content => {
    if (depth === 1) title = plainText(tokens)
    if (depth === 1) return null
    if (depth === 2) label = plainText(tokens)
    return depth === 2 ? html`<h2>${inline(tokens)}</h2>` : html`<h3>${inline(tokens)}</h3>`
  }
  const chartOr = (written: Html): Html => {
    const instead = pendingChart
    pendingChart = null
    return instead ?? written
  }
  const block = (token: Token): Content => {
    switch (token.type) {
      case "space":
        return null
      case "heading":
        return heading(token as Tokens.Heading)
      case "code":
        return chartOr(html`<pre>${(token as Tokens.Code).text}</pre>`)
      case "table": {
        const table = token as Tokens.Table
        const written = tableOf(table, label, inline)
        return table.header[0]?.text === weekColumn ? chartOr(written) : written
      }
      case "list":
        return listOf(token as Tokens.List, inline)
      case "blockquote":
        return html`<blockquote class="said">${(token as Tokens.Blockquote).tokens.map((one) => inline("tokens" in one ? one.tokens : [one]))}</blockquote>`
      case "paragraph":
        return html`<p>${inline(token.tokens)}</p>`
      default:
        return html`<p>${token.raw}</p>`
    }
  }
  const parts = marked.lexer(markdown).map(block)
  return { title, body: html`${parts}` }
}
