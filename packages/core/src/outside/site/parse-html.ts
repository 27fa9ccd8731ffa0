import { type CheerioAPI, load } from "cheerio/slim"
import { DomHandler } from "domhandler"
import { Parser } from "htmlparser2"

/*
 * Looking for something in a tree costs its depth again for each of its elements, so a page of nothing but opened tags
 * would hold a worker up for hours. Browsers stop nesting at 512 as well.
 */
const deepest = 512
/** Several times what large pages have; what comes after so many is not read. */
const mostElements = 20_000
/** Looked at from piece to piece: nobody has to read on in a page that goes on without end. */
const pieceLength = 16_384

/** Builds no deeper than that: what would be deeper is taken for a part of what is not. */
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

/** The tree of a page, as far as one can make sense of it. */
export const parseHtml = (text: string): CheerioAPI => {
  const handler = new ShallowHandler()
  const parser = new Parser(handler)
  for (let at = 0; at < text.length && !handler.isEndless; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength))
  }
  parser.end()
  return load(handler.root)
}
