import { type AnyNode, type ChildNode, type Document, DomHandler, Element, type ParentNode } from "domhandler"
import { Parser } from "htmlparser2"
import { withoutInvisible } from "../../contract/values/invisible.ts"

/** The maximum nesting, as in browsers. Deeper elements become a part of the one at that depth. */
const maxDepth = 512
/** Several times the size of large pages; further elements are not read. */
const maxElements = 20_000
/**
 * Opening and closing tags, comments and declarations. The parser searches the partner of each closing tag.
 */
const maxTags = 60_000
/**
 * The parser's own list of open elements only grows within a chunk: each chunk is checked before the next one
 * is read.
 */
const chunkLength = 4096

/** Builds a tree of limited depth. */
class ShallowHandler extends DomHandler {
  #beyond = 0
  #elements = 0

  get isOverLimit(): boolean {
    return this.#beyond > maxDepth || this.#elements > maxElements
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#elements++
    if (this.#beyond > 0 || this.tagStack.length > maxDepth) this.#beyond++
    else super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    if (this.#beyond > 0) this.#beyond--
    else super.onclosetag()
  }
}

/** The tree of a page, built in linear time and tolerant of errors. */
export const parseHtml = (text: string): Document => {
  const handler = new ShallowHandler()
  const parser = new Parser(handler)
  let tags = 0
  for (
    let offset = 0;
    offset < text.length && !handler.isOverLimit && tags < maxTags;
    offset += chunkLength
  ) {
    const chunk = text.slice(offset, offset + chunkLength)
    tags += chunk.split("<").length - 1
    parser.write(chunk)
  }
  parser.end()
  return handler.root
}

const isElement = (node: ChildNode): node is Element => node instanceof Element

/** All elements below a node, in document order. */
export function* elementsIn(node: ParentNode): Generator<Element> {
  const stack = node.children.filter(isElement).reverse()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next
    for (let offset = next.children.length - 1; offset >= 0; offset--) {
      const child = next.children[offset]!
      if (isElement(child)) stack.push(child)
    }
  }
}

/* The visible text of a page: one line each, without scripts, styles and hidden elements. */

/** Elements with invisible content. */
const hiddenElements = new Set([
  "title",
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "iframe",
  "object"
])
const hiddenStyle = /display: ?none|visibility: ?hidden/

/** Whether an element with its content is hidden from readers. */
export const isHidden = ({ attribs, name }: Element): boolean =>
  hiddenElements.has(name) ||
  attribs["hidden"] !== undefined ||
  attribs["aria-hidden"] === "true" ||
  (attribs["style"] !== undefined && hiddenStyle.test(attribs["style"].slice(0, 1000)))

/** Elements without a gap to their neighbours. */
export const inlineElements: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd mark q s small span strong sub sup time u var wbr".split(
    " "
  )
)

/** The maximum number of nodes per text. Nested elements each contain the text of all inner ones. */
const maxNodes = 2000

/** As one line: whitespace becomes single spaces, and invisible characters are removed. */
export const oneLine = (text: string): string => withoutInvisible(text).replaceAll(/\s+/g, " ").trim()

/** Separates neighbours that the markup sets apart and the text does not: `<b>Name</b>$12`. */
export const textBreak = " · "

/** The text before the first break: of a product's card its name, without badge and price. */
export const firstText = (text: string): string => text.split(textBreak)[0]!.trim()

/** Whether two texts at the border of an element would run together, as in `28L` and `Sale`. */
const runsTogether = (before: string, after: string): boolean =>
  (/[\p{Ll}\p{N}]$/u.test(before) && /^[\p{Lu}\p{N}$€£]/u.test(after)) ||
  (/[\p{L}\p{N}]$/u.test(before) && /^(?:[$€£]|\p{Lu}\p{Ll})/u.test(after) && before.length > 1)

/**
 * The text of neighbours as one line, read slightly past the limit, so that a caller can detect truncation.
 * `skip` leaves elements out.
 */
export const textOf = (
  neighbours: AnyNode | ReadonlyArray<AnyNode>,
  characters: number,
  skip: (element: Element) => boolean
): string => {
  const pieces: Array<string> = []
  // Whitespace is collapsed later, so there can be more of it than of text.
  let left = 4 * characters + 1000
  let nodes = maxNodes
  let lastPiece = ""
  const gather = (one: AnyNode): void => {
    if (left <= 0 || nodes-- <= 0) return
    if (one.type === "text") {
      const piece = one.data.slice(0, left)
      left -= piece.length
      if (pieces.at(-1) === "" && runsTogether(lastPiece.slice(-40), piece.slice(0, 2)))
        pieces.push(textBreak)
      pieces.push(piece)
      if (piece !== "") lastPiece = piece
    }
    if (!("children" in one)) return
    const gap = one instanceof Element && inlineElements.has(one.name) ? "" : " "
    pieces.push(gap)
    for (const child of one.children) {
      if (left <= 0 || nodes <= 0) break
      if (!(child instanceof Element && skip(child))) gather(child)
    }
    pieces.push(gap)
  }
  for (const one of [neighbours].flat()) gather(one)
  return oneLine(pieces.join("")).slice(0, characters + 1)
}

/** Removes items with equal keys; the first of each stays, in order. */
export const uniqueBy = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyArray<A> =>
  [...Map.groupBy(all, key).values()].map(([first]) => first!)
