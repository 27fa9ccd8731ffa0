import { type ChildNode, type Document, Element, type ParentNode } from "domhandler"
import { type NoEvidence, noEvidenceIn, type PageSentence, sentencesIn } from "../../claims/index.ts"
import { inlineElements, isHidden, oneLine, textBreak, textOf } from "./html.ts"
import { maxCount, maxLength, truncate } from "./limits.ts"
import type { PageText, SentenceOfPage } from "./page.ts"

/* The sentences of a page, each once and in reading order, with what their places in the page say about them. */

/** A text of one element. */
interface ElementText {
  readonly text: string
  readonly kind: PageSentence["kind"]
  /** The heading above it; null before the first one. */
  readonly under: string | null
  /** Why its element proves nothing, whatever the text says. */
  readonly notEvidence: NoEvidence | null
}

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
export const isMenu = (element: Element): boolean =>
  /(?:^|[\s_-])(?:menu|nav|navbar|navigation)(?:$|[\s_-])/.test(namesOf(element)) && linksIn(element) > 2

const hasMainHeading = (parent: ParentNode): boolean =>
  parent.children.some((child) => child instanceof Element && (child.name === "h1" || hasMainHeading(child)))

/** A header is a frame, unless it holds the page's title. */
const isFrame = (element: Element): boolean =>
  isSiteFrame(element) || isMenu(element) || (element.name === "header" && !hasMainHeading(element))

/** Prices and words that no longer hold. */
const isStruck = ({ name }: Element): boolean => ["del", "s", "strike"].includes(name)

/** Whether the text of an element does not belong to the text around it. */
const isLeftOut = (element: Element): boolean => isHidden(element) || isFrame(element) || isStruck(element)

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

/** The texts of a page: those between two borders of blocks, with their headings. */
const textsOf = (root: Document, url: string) => {
  const boldTexts: Array<PageText> = []
  const texts: Array<ElementText> = []
  let under: string | null = null
  let charactersLeft: number = maxCount.characters

  /** Reads a run of inline nodes as one text each line. */
  const linesOf = (run: ReadonlyArray<ChildNode>): ReadonlyArray<string> => {
    if (charactersLeft <= 0) return []
    const lines: Array<Array<ChildNode>> = [[]]
    for (const node of run) {
      if (isBreak(node)) lines.push([])
      else if (!(node instanceof Element && isLeftOut(node))) lines.at(-1)!.push(node)
    }
    const text = lines.map((nodes) => textOf(nodes, maxLength.text, isLeftOut)).join(textBreak)
    charactersLeft -= text.length
    return splitTexts(text).map((one) => truncate(one, maxLength.text))
  }

  const flush = (run: Array<ChildNode>, kind: PageSentence["kind"], notEvidence: NoEvidence | null): void => {
    const nodes = run.splice(0)
    const words = nodes.filter((node) => !(node.type === "text" && node.data.trim() === ""))
    const [first] = words
    if (first === undefined) return
    const links = words.filter((node) => node instanceof Element && node.name === "a").length
    const found = linesOf(nodes)
    // A row of links is a menu, wherever it stands.
    const isMenu = links >= 3 && links * 2 > words.filter((node) => !isBreak(node)).length
    const why = notEvidence ?? (isMenu ? "navigation" : quotationIn(words))
    for (const text of found) texts.push({ text, kind, under, notEvidence: why })
    if (isBold(first) && why !== "navigation" && boldTexts.length < maxCount.headings && found.length > 0)
      boldTexts.push({ text: found[0]!, url, at: "bold text" })
  }

  const walk = (parent: ParentNode, kind: PageSentence["kind"], notEvidence: NoEvidence | null): void => {
    const run: Array<ChildNode> = []
    for (const child of parent.children) {
      if (child instanceof Element && (isHidden(child) || isBanner(child))) continue
      if (isInline(child) && !(child instanceof Element && hasBlock(child))) {
        run.push(child)
        continue
      }
      flush(run, kind, notEvidence)
      if (!(child instanceof Element)) continue
      if (/^h[1-6]$/.test(child.name)) {
        if (notEvidence === "navigation" || isFrame(child)) continue
        const text = textOf(child, maxLength.heading, isHidden)
        under = truncate(text, maxLength.heading) || under
        for (const part of text.length > maxLength.heading ? [] : text.split(textBreak))
          texts.push({ text: part, kind: "heading", under: null, notEvidence })
        continue
      }
      walk(child, kindOf(child, kind), notEvidence ?? noEvidenceOf(child))
    }
    flush(run, kind, notEvidence)
  }
  walk(root, "sentence", null)
  return { boldTexts, texts }
}

/** A text in quotation marks of its own element: the words of somebody else. */
const quotationIn = (nodes: ReadonlyArray<ChildNode>): NoEvidence | null =>
  nodes.some((node) => node instanceof Element && isQuotation(node)) ? "testimonial" : null

const isBreak = (node: ChildNode): boolean => node instanceof Element && node.name === "br"

/** Older pages wrap blocks into inline elements. */
const hasBlock = ({ children, name }: Element): boolean =>
  name !== "br" && children.some((child) => child instanceof Element && (!isInline(child) || hasBlock(child)))

/** The kind of the texts in an element. Of nested lists, only the inner items are items. */
const kindOf = ({ children, name }: Element, outer: PageSentence["kind"]): PageSentence["kind"] => {
  if (name !== "li") return outer
  const hasList = children.some((child) => child instanceof Element && /^[uo]l$/.test(child.name))
  return hasList ? "sentence" : "item"
}

/** Enough for a page that says a lot, and little enough to be stored with every ad. */
const maxSentences = 300
const maxCharacters = 30_000
/** A longer sentence is left out. Cut short, it might lose its condition. */
const maxSentenceLength = 400

/** Longer than the name of a product in quotation marks. */
const quotation = /["“„«][^"“”„«»]{15,}["“”»]/gu

/** The parts of a text between quotation marks, which may hold several sentences. */
const quotedIn = (text: string): ReadonlyArray<string> => text.normalize("NFC").match(quotation) ?? []

/** From this share of its sentences on, a page is a template that nobody has filled in. */
const maxPlaceholderShare = 0.25

const sentencesOfTexts = (texts: ReadonlyArray<ElementText>): ReadonlyArray<SentenceOfPage> => {
  const found = new Map<string, SentenceOfPage>()
  let charactersLeft = maxCharacters
  for (const { kind, notEvidence, text, under } of texts) {
    const quoted = quotedIn(text)
    for (const sentence of sentencesIn(text)) {
      // An ellipsis after a space is ours.
      if (
        sentence.endsWith(" …") ||
        found.size === maxSentences ||
        sentence.length > Math.min(charactersLeft, maxSentenceLength)
      )
        continue
      const isQuoted = quoted.some((part) => part.includes(sentence) || sentence.includes(part))
      const why = notEvidence ?? (isQuoted ? "testimonial" : noEvidenceIn(sentence, under))
      const known = found.get(sentence)
      if (known === undefined) charactersLeft -= sentence.length
      // A sentence that stands twice is evidence if one of its places allows it.
      if (known === undefined || (known.notEvidence !== null && why === null))
        found.set(sentence, { text: sentence, kind, under, notEvidence: why })
    }
  }
  const sentences = [...found.values()]
  const fillers = sentences.filter(({ notEvidence }) => notEvidence === "placeholder").length
  // Of a template, nothing is meant.
  return fillers < sentences.length * maxPlaceholderShare || fillers === 0
    ? sentences
    : sentences.map((sentence) => ({ ...sentence, notEvidence: "placeholder" }))
}

/** Returns the sentences of a page and of its metadata, and its texts in bold. */
export const readSentences = (root: Document, url: string, metadata: ReadonlyArray<PageText | null>) => {
  const { boldTexts, texts } = textsOf(root, url)
  const ofHead = metadata.flatMap((found) =>
    found === null ? [] : [{ text: found.text, kind: "structured" as const, under: null, notEvidence: null }]
  )
  return { boldTexts, sentences: sentencesOfTexts([...texts, ...ofHead]) }
}
