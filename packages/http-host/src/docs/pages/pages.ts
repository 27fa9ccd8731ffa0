import { html, raw } from "hono/html"
import { docsPage } from "../page.ts"
import { type Library, type LibraryPage, readPage } from "./library.ts"
import { renderMarkdown } from "./markdown.ts"
import { libraryNavigation } from "./navigation.ts"
import { search } from "./search.ts"

/** A page of docs/ in the layout of the documentation. */
export const libraryPage = async (library: Library, { file, title, url }: LibraryPage): Promise<string> =>
  docsPage({
    title,
    side: { label: "Pages", links: libraryNavigation(library, url) },
    document: raw(renderMarkdown(file, await readPage(file)))
  })

/** The page with the results of a search; it works without script. */
export const searchPage = (library: Library, query: string): string => {
  const hits = search(library.searched, query)
  const found =
    query.trim() === ""
      ? html`<p>Type what you look for, such as "undo a change" or "daily budget".</p>`
      : hits.length === 0
        ? html`<p>No page contains these words. Use fewer or other words, or <a href="/docs">look through the index</a>.</p>`
        : html`<ol class="hits">${hits.map(
            ({ excerpt, heading, title, url }) =>
              html`<li><a href="${url}">${title}${heading === null ? "" : html` › ${heading}`}</a><p>${excerpt.map(
                (part, n) => (n % 2 === 1 ? html`<mark>${part}</mark>` : part)
              )}</p></li>`
          )}</ol>`
  return docsPage({
    title: query.trim() === "" ? "Search" : `Search: ${query.slice(0, 80)}`,
    side: { label: "Pages", links: libraryNavigation(library, "/docs/search") },
    query,
    body: found
  })
}
