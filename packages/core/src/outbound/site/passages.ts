import { type ChildNode, type Document, Element, type ParentNode } from "domhandler"
import { type NoEvidence, noEvidenceIn } from "../../claims/index.ts"
import { inlineElements, isHidden, oneLine, textBreak, textOf } from "./html.ts"
import { maxCount, maxLength, truncate } from "./limits.ts"
import type { PageText, Passage } from "./page.ts"
import type { ElementText } from "./page-sentences.ts"

const namesOf = ({ attribs }: Element): string =>
  `${attribs["class"] ?? ""} ${attribs["id"] ?? ""}`.slice(0, 1000).toLowerCase()

/** Whether an element is a banner for consent or a subscription: nothing in it is the business's text. */
export const isBanner = (element: Element): boolean =>
  element.name === "dialog" ||
  element.attribs["role"] === "dialog" ||
  element.attribs["role"] === "alertdialog" ||
  /cookie|consent|gdpr|rgpd|dsgvo|newsletter/.test(namesOf(element))

/** Whether an element frames the content on every page of the site. */
export const isSiteFrame = (element: Element): boolean =>
  ["nav", "footer", "form", "button", "select", "label"].includes(element.name) ||
  element.attribs["role"] === "navigation" ||
  element.attribs["role"] === "contentinfo" ||
  /(?:^|[\s_-])(?:footer|breadcrumbs?|announcement)(?:$|[\s_-])/.test(namesOf(element))

const linksIn = (parent: ParentNode): number =>
  parent.children.reduce(
    (count, child) => count + (child instanceof Element ? (child.name === "a" ? 1 : linksIn(child)) : 0),
    0
  )

/** Whether an element is a menu by its name and has links; a restaurant's menu has none. */
const isMenu = (element: Element): boolean =>
  /(?:^|[\s_-])(?:menu|nav|navbar|navigation)(?:$|[\s_-])/.test(namesOf(element)) && linksIn(element) > 2

const hasMainHeading = (parent: ParentNode): boolean =>
  parent.children.some((child) => child instanceof Element && (child.name === "h1" || hasMainHeading(child)))

/** A header is a frame, unless it holds the page's title. */
const isFrame = (element: Element): boolean =>
  isSiteFrame(element) || isMenu(element) || (element.name === "header" && !hasMainHeading(element))

/** Prices and words that no longer hold. */
const isStruck = ({ name }: Element): boolean => ["del", "s", "strike"].includes(name)

const isQuotation = (element: Element): boolean =>
  ["blockquote", "q", "cite"].includes(element.name) ||
  /testimonial|reviews?(?:$|[\s_-])|(?:^|[\s_-])quotes?(?:$|[\s_-])/.test(namesOf(element))

/** Older pages have all their content in one row of a table. */
const maxEntryLength = 200

/** An entry of a list that states itself that it cannot be bought. */
const isSoldOutEntry = (element: Element): boolean => {
  const isEntry =
    ["li", "article", "tr"].includes(element.name) ||
    /card|product|produkt|produit|item|tile|karte|ficha?e?/.test(namesOf(element))
  if (!isEntry) return false
  const text = textOf(element, maxEntryLength, isHidden)
  return text.length <= maxEntryLength && noEvidenceIn(text, null) === "unavailable"
}

const noEvidenceOf = (element: Element): NoEvidence | null =>
  isQuotation(element)
    ? "testimonial"
    : isFrame(element)
      ? "navigation"
      : isSoldOutEntry(element)
        ? "unavailable"
        : null

const isInline = (node: ChildNode): boolean =>
  node instanceof Element ? inlineElements.has(node.name) || node.name === "br" : node.type === "text"

const isBold = (node: ChildNode): boolean =>
  node instanceof Element &&
  (["b", "strong"].includes(node.name) || (node.name === "font" && node.children.some(isBold)))

/** Splits texts at line breaks and where the markup separates them; a continued sentence stays whole. */
const splitTexts = (text: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  for (const piece of text.split(textBreak)) {
    const next = oneLine(piece)
    if (texts.length > 0 && /^[\p{Ll},;]/u.test(next)) texts[texts.length - 1] += ` ${next}`
    else if (next !== "") texts.push(next)
  }
  return texts
}

/** The texts of a page outside its navigation: those between two borders of blocks, with their headings. */
export const passagesOf = (root: Document, url: string) => {
  const passages: Array<Passage> = []
  const boldTexts: Array<PageText> = []
  const frameTexts: Array<string> = []
  const texts: Array<ElementText> = []
  let under: string | null = null
  let charactersLeft: number = maxCount.passageCharacters

  /** Reads a run of inline nodes as one text each line. */
  const textsOf = (run: ReadonlyArray<ChildNode>, characters: number): ReadonlyArray<string> => {
    if (charactersLeft <= 0) return []
    const lines: Array<Array<string>> = [[]]
    for (const node of run) {
      if (node instanceof Element && node.name === "br") lines.push([])
      else lines.at(-1)!.push(readNode(node, characters))
    }
    const text = lines.map((pieces) => joinPieces(pieces)).join(textBreak)
    charactersLeft -= text.length
    return splitTexts(text).map((one) => truncate(one, characters))
  }
  const readNode = (node: ChildNode, characters: number): string =>
    node.type === "text"
      ? node.data.slice(0, 4 * characters)
      : textOf(node, characters, (element) => isHidden(element) || isFrame(element) || isStruck(element))

  const flush = (run: Array<ChildNode>, at: string, notEvidence: NoEvidence | null): void => {
    const inFrame = notEvidence === "navigation"
    const nodes = run.splice(0)
    const words = nodes.filter((node) => !(node.type === "text" && node.data.trim() === ""))
    if (words.length === 0) return
    const links = words.filter((node) => node instanceof Element && node.name === "a").length
    const found = textsOf(nodes, at === "list item" ? maxLength.listItem : maxLength.paragraph)
    const kind = at === "list item" ? "item" : "sentence"
    const isMenu = links >= 3 && links * 2 > words.filter((node) => !isBreak(node)).length
    const why = notEvidence ?? (isMenu ? "navigation" : quotationIn(words))
    for (const text of found) texts.push({ text, kind, under, notEvidence: why })
    if (inFrame) frameTexts.push(...found.slice(0, maxCount.frameTexts - frameTexts.length))
    // A row of links is a menu, wherever it stands.
    else if (!isMenu) {
      passages.push(...found.map((text) => ({ text, url, at, under })))
      const [bold] = words
      if (
        bold !== undefined &&
        isBold(bold) &&
        boldTexts.length < maxCount.headings &&
        found[0] !== undefined
      )
        boldTexts.push({ text: found[0], url, at: "bold text" })
    }
  }

  const walk = (parent: ParentNode, at: string, notEvidence: NoEvidence | null): void => {
    const run: Array<ChildNode> = []
    for (const child of parent.children) {
      if (child instanceof Element && (isHidden(child) || isBanner(child))) continue
      if (isInline(child) && !(child instanceof Element && hasBlock(child))) {
        run.push(child)
        continue
      }
      flush(run, at, notEvidence)
      if (!(child instanceof Element)) continue
      if (/^h[1-6]$/.test(child.name)) {
        if (notEvidence === "navigation" || isFrame(child)) continue
        const text = textOf(child, maxLength.heading, isHidden)
        under = truncate(text, maxLength.heading) || under
        for (const part of text.length > maxLength.heading ? [] : text.split(textBreak))
          texts.push({ text: part, kind: "heading", under: null, notEvidence })
        continue
      }
      walk(child, atOf(child, at), notEvidence ?? noEvidenceOf(child))
    }
    flush(run, at, notEvidence)
  }
  walk(root, "text", null)
  return { passages, boldTexts, frameTexts, texts }
}

/** A text in quotation marks of its own element: the words of somebody else. */
const quotationIn = (nodes: ReadonlyArray<ChildNode>): NoEvidence | null =>
  nodes.some((node) => node instanceof Element && isQuotation(node)) ? "testimonial" : null

const isBreak = (node: ChildNode): boolean => node instanceof Element && node.name === "br"

/** Older pages wrap blocks into inline elements. */
const hasBlock = ({ children, name }: Element): boolean =>
  name !== "br" && children.some((child) => child instanceof Element && (!isInline(child) || hasBlock(child)))

/** The kind of the texts in an element. Of nested lists, only the inner items are items. */
const atOf = ({ children, name }: Element, outer: string): string => {
  if (name === "li")
    return children.some((child) => child instanceof Element && /^[uo]l$/.test(child.name))
      ? "text"
      : "list item"
  if (name === "p") return outer === "list item" ? outer : "paragraph"
  if (name === "td" || name === "th" || name === "dd") return "table cell"
  return outer
}

/** Joins neighbours; those that would run together get a break. */
const joinPieces = (pieces: ReadonlyArray<string>): string => {
  let [text, last] = ["", ""]
  for (const piece of pieces) {
    const runsOn = /[\p{Ll}\p{N}]/u.test(last) && /^[\p{Lu}\p{N}$€£]/u.test(piece)
    text += runsOn ? textBreak + piece : piece
    last = piece.at(-1) ?? last
  }
  return text
}
