import { type ChildNode, type Document, DomHandler, Element, type ParentNode } from "domhandler"
import { Parser } from "htmlparser2"

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
