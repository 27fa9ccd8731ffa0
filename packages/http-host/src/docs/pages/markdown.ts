import { Marked, Renderer, type Tokens } from "marked"
import { resolveLink } from "./files.ts"

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const plainHeading = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*\\]/g, "")

/** Returns the anchors of a page's headings in their order, as code hosts derive them. */
const makeAnchors = () => {
  const taken = new Set<string>()
  return (heading: string): string => {
    const text = plainHeading(heading).toLowerCase()
    const slug = text.replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "").replaceAll(" ", "-")
    let anchor = slug
    for (let n = 1; taken.has(anchor); n++) anchor = `${slug}-${n}`
    taken.add(anchor)
    return anchor
  }
}

/** Renders a page of docs/ as HTML. The only HTML of a page that stays HTML is a line break; comments are dropped. */
export const renderMarkdown = (file: string, text: string): string => {
  const anchorOf = makeAnchors()
  const renderer = new Renderer()
  renderer.heading = function ({ depth, text: heading, tokens }: Tokens.Heading) {
    const anchor = anchorOf(heading)
    const link =
      depth === 1 ? "" : ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`
    return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`
  }
  renderer.link = function ({ href, tokens }: Tokens.Link) {
    return `<a href="${escapeHtml(resolveLink(file, href))}">${this.parser.parseInline(tokens)}</a>`
  }
  renderer.image = ({ href, text: description }: Tokens.Image) =>
    `<img src="${escapeHtml(resolveLink(file, href))}" alt="${escapeHtml(description)}" loading="lazy" />`
  renderer.code = ({ lang, text: code }: Tokens.Code) =>
    `<pre tabindex="0" role="group" aria-label="${lang === "text" ? "Output" : `Code: ${escapeHtml(lang ?? "")}`}"><code>${escapeHtml(code)}</code></pre>\n`
  // A region that scrolls sideways must be reachable by keyboard, and therefore has a label.
  renderer.table = function (table: Tokens.Table) {
    return `<div class="scroll" tabindex="0" role="group" aria-label="Table">${Renderer.prototype.table.call(this, table)}</div>\n`
  }
  renderer.html = ({ text: html }: Tokens.HTML | Tokens.Tag) =>
    /^<br ?\/?>$/.test(html) ? "<br />" : /^\s*<!--[\s\S]*-->\s*$/.test(html) ? "" : escapeHtml(html)
  return new Marked({ renderer }).parse(text, { async: false })
}

export interface Section {
  /** The heading, without markup; the first of a page is its title. */
  readonly heading: string
  readonly anchor: string
  /** The text below the heading, without markup. */
  readonly text: string
}

const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/<!--[\s\S]*?-->|^ *```.*$|^[|\s:-]+$/gm, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*|\\]|^#+ /gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

/** Splits a page at its headings of the first three levels. Lines of code can start with a # too. */
export const sectionsOf = (text: string): ReadonlyArray<Section> => {
  const anchorOf = makeAnchors()
  const sections: Array<{ heading: string; anchor: string; lines: Array<string> }> = []
  let inCode = false
  for (const line of text.split("\n")) {
    if (/^ *```/.test(line)) inCode = !inCode
    const [, marks, heading] = (inCode ? null : /^(#+) (.*)$/.exec(line)) ?? []
    const anchor = heading === undefined ? "" : anchorOf(heading)
    if (heading !== undefined && marks!.length <= 3)
      sections.push({ heading: plainHeading(heading), anchor, lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ lines, ...section }) => ({ ...section, text: plainText(lines.join("\n")) }))
}
