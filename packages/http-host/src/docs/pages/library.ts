import { readdir, readFile } from "node:fs/promises"
import { docsFolder, urlOfFile } from "./files.ts"
import { sectionsOf } from "./markdown.ts"
import type { SearchedPage } from "./search.ts"

export interface LibraryPage {
  /** Path below docs/, such as `guides/undo.md`. */
  readonly file: string
  readonly url: string
  readonly title: string
}

export interface Library {
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
export const readPage = (file: string): Promise<string> => readFile(new URL(file, docsFolder), "utf8")
