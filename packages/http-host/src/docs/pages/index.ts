import { readdir, readFile } from "node:fs/promises"
import { errorCodes, errorRemedies, errorTable, operations, renderMentions } from "@adwarden/core/contract"
import { html, raw } from "hono/html"
import { docsPage, type Html } from "../page.ts"
import { docsFolder, urlOfFile } from "./files.ts"
import { renderMarkdown, sectionsOf } from "./markdown.ts"
import { type SearchedPage, search } from "./search.ts"

interface LibraryPage {
  /** Path below docs/, such as `guides/undo.md`. */
  readonly file: string
  readonly url: string
  readonly title: string
}

interface Library {
  readonly pages: ReadonlyMap<string, LibraryPage>
  readonly searched: ReadonlyArray<SearchedPage>
}

/** How much a hit counts in a search, by the start of the path. Pages for those who build Adwarden are not searched. */
const weights: ReadonlyArray<readonly [RegExp, number]> = [
  [/^(architecture|decisions|reference\/(attacks|mutants))\b/, 0],
  [/^guides\//, 1.3],
  [/^(concepts\/|operations\.md)/, 1.2],
  [/^reference\/(cli|client|operations)\//, 0.7],
  [/^/, 1]
]

/**
 * Lists the pages below docs/, with the text of those that a search covers. Everything else is read when it is shown.
 *
 * @param own pages that the host itself makes, for the search
 */
export const loadLibrary = async (own: ReadonlyArray<SearchedPage>): Promise<Library> => {
  const files = (await readdir(docsFolder, { recursive: true }))
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".md"))
    .sort()
  const loaded = await Promise.all(
    files.map(async (file) => {
      const text = await readPage(file)
      const title = (/^# (.*)$/m.exec(text)?.[1] ?? file).replaceAll("`", "")
      const url = urlOfFile(file)
      const weight = weights.find(([start]) => start.test(file))![1]
      return { file, url, title, weight, sections: weight === 0 ? [] : sectionsOf(text) }
    })
  )
  return {
    pages: new Map(loaded.map(({ file, title, url }) => [url, { file, url, title }])),
    searched: [...own, ...loaded]
      .filter(({ weight }) => weight > 0)
      .map(({ sections, title, url, weight }) => ({ url, title, weight, sections }))
  }
}

/** Reads the text of a page. */
const readPage = (file: string): Promise<string> => readFile(new URL(file, docsFolder), "utf8")

/** The pages that the host makes from the contract, as the search sees them: a section for each code and operation. */
export const ownPages: ReadonlyArray<SearchedPage> = [
  {
    url: "/docs/errors",
    title: "Errors",
    weight: 1.1,
    sections: [
      { heading: "Errors", anchor: "main", text: "The code, message and extra fields of every error." },
      ...errorCodes.map((code) => ({
        heading: code,
        anchor: code,
        text: renderMentions("docs", `${errorTable[code].when} ${errorRemedies[code]}`)
      }))
    ]
  },
  {
    url: "/docs/api",
    title: "API reference",
    weight: 1,
    sections: [
      {
        heading: "API reference",
        anchor: "main",
        text: "Every operation of the REST API with inputs, errors and an example."
      },
      ...operations.map(({ description, name, summary }) => ({
        heading: name,
        anchor: name,
        text: renderMentions("docs", `${summary}. ${description}`)
      }))
    ]
  }
]

interface Link {
  readonly url: string
  readonly title: string
}

/** Pages that the host itself makes. */
const apiPages: ReadonlyArray<Link> = [
  { url: "/docs/api", title: "API reference" },
  { url: "/docs/errors", title: "Error codes" }
]

const builderPages = ["architecture.md", "decisions/README.md"]

/** Pages directly in a folder; its README is first. */
const inFolder = ({ pages }: Library, folder: string): ReadonlyArray<LibraryPage> =>
  [...pages.values()]
    .filter(({ file }) => file.startsWith(`${folder}/`) && !file.slice(folder.length + 1).includes("/"))
    .sort((a, b) => Number(b.file.endsWith("README.md")) - Number(a.file.endsWith("README.md")))

const groupsOf = (library: Library): ReadonlyArray<readonly [string, ReadonlyArray<Link>]> => {
  const named = (files: ReadonlyArray<string>) =>
    [...library.pages.values()].filter(({ file }) => files.includes(file))
  return [
    ["Start", named(["README.md", "operations.md", "glossary.md"])],
    ["Guides", inFolder(library, "guides")],
    ["Concepts", inFolder(library, "concepts")],
    ["Reference", [...apiPages, ...inFolder(library, "reference")]],
    ["For those who build it", named(builderPages)]
  ]
}

/** The links to all pages. Pages of a subfolder, such as the commands, are listed while one of them is shown. */
const libraryNavigation = (library: Library, current: string): Html => {
  const link = ({ title, url }: Link, below: ReadonlyArray<Link> = []): Html =>
    html`<li><a href="${url}"${url === current ? html` aria-current="page"` : ""}>${title}</a>${
      below.length === 0 ? "" : html`<ul class="list">${below.map((one) => link(one))}</ul>`
    }</li>`
  const belowOf = (url: string): ReadonlyArray<Link> =>
    /^\/docs\/reference\/[\w-]+$/.test(url) && (current === url || current.startsWith(`${url}/`))
      ? inFolder(library, url.slice("/docs/".length))
      : []
  return html`${groupsOf(library).map(
    ([title, links]) =>
      html`<p class="group">${title}</p><ul class="list">${links.map((one) => link(one, belowOf(one.url)))}</ul>`
  )}`
}

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
