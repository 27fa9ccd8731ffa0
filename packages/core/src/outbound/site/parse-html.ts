import { type ChildNode, type Document, DomHandler, Element, type ParentNode } from "domhandler"
import { Parser } from "htmlparser2"

/** Browsers stop nesting at 512 as well. Deeper elements count as a part of the one at that depth. */
const deepest = 512
/** Several times what large pages have; the page is not read beyond so many. */
const mostElements = 20_000
/** Opening and closing tags, comments and declarations. The parser looks for the partner of each closing tag. */
const mostTags = 60_000
/** The parser's own list of open elements grows within a piece only: each is checked before the next one is read. */
const pieceLength = 4096

/** Builds no deeper than that. */
class ShallowHandler extends DomHandler {
  #beyond = 0
  #elements = 0

  get isEndless(): boolean {
    return this.#beyond > deepest || this.#elements > mostElements
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#elements++
    if (this.#beyond > 0 || this.tagStack.length > deepest) this.#beyond++
    else super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    if (this.#beyond > 0) this.#beyond--
    else super.onclosetag()
  }
}

/** The tree of a page, as far as one can make sense of it. It takes time that grows with the text and no faster. */
export const parseHtml = (text: string): Document => {
  const handler = new ShallowHandler()
  const parser = new Parser(handler)
  let tags = 0
  for (let at = 0; at < text.length && !handler.isEndless && tags < mostTags; at += pieceLength) {
    const piece = text.slice(at, at + pieceLength)
    tags += piece.split("<").length - 1
    parser.write(piece)
  }
  parser.end()
  return handler.root
}

const isElement = (node: ChildNode): node is Element => node instanceof Element

/** All elements below a node, in the order of the page. */
export function* elementsIn(node: ParentNode): Generator<Element> {
  const waiting = node.children.filter(isElement).reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next
    for (let at = next.children.length - 1; at >= 0; at--) {
      const child = next.children[at]!
      if (isElement(child)) waiting.push(child)
    }
  }
}
