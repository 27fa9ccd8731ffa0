import { Tokenizer } from "htmlparser2"
import { maxCount, maxUrlLength } from "./limits.ts"

export interface Sitemap {
  readonly pages: ReadonlyArray<string>
  readonly maps: ReadonlyArray<string>
}

/** The chunk size after which the limits are checked. */
const chunkLength = 16_384

/**
 * The URLs in a sitemap: the text of each `loc`. The last opened element determines whether it is a page or
 * another sitemap. No tree is built, so the time is linear for any nesting.
 */
export const parseSitemap = (text: string): Sitemap => {
  const pages: Array<string> = []
  const maps: Array<string> = []
  let list: Array<string> | null = null
  let address: string | null = null

  const append = (chunk: string): void => {
    if (address !== null && address.length <= 2 * maxUrlLength) address += chunk
  }
  const finish = (): void => {
    const found = address?.trim() ?? ""
    address = null
    if (found === "" || found.length > maxUrlLength || !URL.canParse(found)) return
    if (list !== null && list.length < (list === pages ? maxCount.sitemapPages : maxCount.sitemaps))
      list.push(found)
  }
  const ignore = (): void => {}
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
      ontext: (start, end) => append(text.slice(start, Math.min(end, start + 2 * maxUrlLength))),
      ontextentity: (code) => append(String.fromCodePoint(code)),
      oncdata: (start, end, offset) => append(text.slice(start, end - offset)),
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      onattribname: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore
    }
  )
  for (let at = 0; at < text.length && pages.length < maxCount.sitemapPages; at += chunkLength) {
    tokenizer.write(text.slice(at, at + chunkLength))
  }
  tokenizer.end()
  return { pages, maps }
}
