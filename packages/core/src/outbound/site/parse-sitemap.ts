import { Tokenizer } from "htmlparser2"
import { longestAddress, most } from "./limits.ts"

export interface Sitemap {
  readonly pages: ReadonlyArray<string>
  readonly maps: ReadonlyArray<string>
}

/** How much is read before looking whether that is enough. */
const pieceLength = 16_384

/**
 * The addresses in a sitemap: the text of each `loc`, which is a page's or another map's by the element opened last
 * before it. No tree is built, so it takes time that grows with the text and no faster, however its tags are nested.
 */
export const parseSitemap = (text: string): Sitemap => {
  const pages: Array<string> = []
  const maps: Array<string> = []
  let list: Array<string> | null = null
  let address: string | null = null

  const append = (piece: string): void => {
    if (address !== null && address.length <= 2 * longestAddress) address += piece
  }
  const finish = (): void => {
    const found = address?.trim() ?? ""
    address = null
    if (found === "" || found.length > longestAddress || !URL.canParse(found)) return
    if (list !== null && list.length < (list === pages ? most.sitemapPages : most.sitemaps)) list.push(found)
  }
  const nothing = (): void => {}
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        address = null
        const name = text.slice(start, Math.min(end, start + 20))
        if (name === "url") list = pages
        else if (name === "sitemap") list = maps
        else if (name === "loc") address = ""
        else if (name === "urlset" || name === "sitemapindex") list = null
      },
      onclosetag: (start, end) => {
        if (text.slice(start, Math.min(end, start + 20)) === "loc") finish()
        else address = null
      },
      ontext: (start, end) => append(text.slice(start, Math.min(end, start + 2 * longestAddress))),
      ontextentity: (code) => append(String.fromCodePoint(code)),
      oncdata: (start, end, offset) => append(text.slice(start, end - offset)),
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing
    }
  )
  for (let at = 0; at < text.length && pages.length < most.sitemapPages; at += pieceLength) {
    tokenizer.write(text.slice(at, at + pieceLength))
  }
  tokenizer.end()
  return { pages, maps }
}
