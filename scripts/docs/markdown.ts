import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../module-graph/output-files.ts"

export interface Page {
  /** From the root of the project. */
  readonly file: string
  readonly text: string
}

/** The words of a page for people. Changesets are for the changelog, and go with their release. */
const isPage = (file: string): boolean =>
  file.endsWith(".md") && (!file.startsWith(".changeset/") || file.endsWith("README.md"))

/** Every page of the project that is kept, or that will be with the next commit. */
export const pages = (): ReadonlyArray<Page> => {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8"
  })
  return listed
    .split("\n")
    .filter((file) => isPage(file) && existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
}

export interface Snippet {
  /** What follows the fence: `sh`, `json`, `ts`, `text` and so on; empty where nothing does. */
  readonly kind: string
  readonly text: string
  /** The kind of the snippet right before it, where there is one. */
  readonly after: string | null
}

const fenced = /^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm

export const snippetsIn = (text: string): ReadonlyArray<Snippet> => {
  const found = [...text.matchAll(fenced)].map(([, , kind, body]) => ({ kind: kind!, text: body! }))
  return found.map((snippet, at) => ({ ...snippet, after: found[at - 1]?.kind ?? null }))
}

/** A page without what stands in code, where brackets mean something else. */
export const prose = (text: string): string => text.replaceAll(fenced, "").replaceAll(/`[^`\n]*`/g, "")

/** What its links and pictures lead to. */
export const linksIn = (text: string): ReadonlyArray<string> =>
  [...prose(text).matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)|(?:href|src)="([^"]+)"/g)].map(
    ([, inMarkdown, inHtml]) => inMarkdown ?? inHtml!
  )

/** The addresses of its headings, as code hosts make them. */
export const anchorsIn = (text: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading] of text.replaceAll(fenced, "").matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase()
    const slug = plain.replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "").replaceAll(" ", "-")
    for (let n = 0; ; n++) {
      const anchor = n === 0 ? slug : `${slug}-${n}`
      if (anchors.has(anchor)) continue
      anchors.add(anchor)
      break
    }
  }
  return anchors
}
