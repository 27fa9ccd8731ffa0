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

/** The inline markup that our documents use. Everything else is shown as it is written. */
const inline = (tokens: ReadonlyArray<Token> = []): ReadonlyArray<Content> =>
  tokens.map((token) => {
    switch (token.type) {
      case "escape":
        return token.text
      // A paragraph stands in a list whose items are apart.
      case "paragraph":
      case "text":
        return token.tokens === undefined ? token.text : inline(token.tokens)
      case "codespan":
        return html`<code>${token.text}</code>`
      case "strong":
        return html`<b>${inline(token.tokens)}</b>`
      case "em":
        return html`<em>${inline(token.tokens)}</em>`
      default:
        return token.raw
    }
  })

const plainText = (tokens: ReadonlyArray<Token> = []): string =>
  tokens.map((token) => ("text" in token ? token.text : token.raw)).join("")

/** Bars that a table draws with characters, in eighths of a character. */
const bars = /^[█▏▎▍▌▋▊▉]+$/
const eighths = "▏▎▍▌▋▊▉█"
const widestBar = 12

const barCell = (text: string): Html => {
  const width = [...text].reduce((sum, character) => sum + (eighths.indexOf(character) + 1) / 8, 0)
  return html`<svg class="cell-bar" width="96" height="10" aria-hidden="true"><rect width="${Math.round((Math.min(width, widestBar) / widestBar) * 96)}" height="10" rx="2"/></svg>`
}

const tableOf = ({ align, header, rows }: Tokens.Table, label: string): Html => {
  const classOf = (n: number): Content => (align[n] === "right" ? html` class="num"` : null)
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${header.map(
    ({ text, tokens }, n) =>
      html`<th scope="col"${classOf(n)}>${text === "" ? html`<span class="sr">Value</span>` : inline(tokens)}</th>`
  )}</tr></thead><tbody>${rows.map(
    (row) =>
      html`<tr>${row.map(({ text, tokens }, n) =>
        n === 0
          ? html`<th scope="row"${classOf(n)}>${inline(tokens)}</th>`
          : html`<td${classOf(n)}>${bars.test(text) ? barCell(text) : inline(tokens)}</td>`
      )}</tr>`
  )}</tbody></table></div>`
}

const listOf = ({ items, ordered }: Tokens.List): Html => {
  const content = items.map(({ tokens }) => html`<li>${inline(tokens)}</li>`)
  return ordered ? html`<ol>${content}</ol>` : html`<ul class="bullets">${content}</ul>`
}

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
 * Renders the part of Markdown that our documents use: headings, paragraphs, lists, quotations, tables and preformatted
 * text. Every text is escaped; there are no links, images or HTML.
 */
export const renderMarkdown = (
  markdown: string,
  { chart = null }: MarkdownOptions = {}
): RenderedDocument => {
  let title = ""
  let label = "Figures"
  let pendingChart = chart

  const heading = ({ depth, tokens }: Tokens.Heading): Content => {
    if (depth === 1) title = plainText(tokens)
    if (depth === 1) return null
    if (depth === 2) label = plainText(tokens)
    return depth === 2 ? html`<h2>${inline(tokens)}</h2>` : html`<h3>${inline(tokens)}</h3>`
  }
  const preformatted = ({ text }: Tokens.Code): Html => {
    const drawn = pendingChart
    pendingChart = null
    return drawn ?? html`<pre>${text}</pre>`
  }
  const block = (token: Token): Content => {
    switch (token.type) {
      case "space":
        return null
      case "heading":
        return heading(token as Tokens.Heading)
      case "code":
        return preformatted(token as Tokens.Code)
      case "table":
        return tableOf(token as Tokens.Table, label)
      case "list":
        return listOf(token as Tokens.List)
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
