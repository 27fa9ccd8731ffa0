import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.ts"

export interface Page {
  /** Path from the root of the repository. */
  readonly file: string
  readonly text: string
}

/** Whether a file is a documentation page. Changesets belong to the changelog. */
const isPage = (file: string): boolean =>
  file.endsWith(".md") && (!file.startsWith(".changeset/") || file.endsWith("README.md"))

/** Reads every documentation page that is tracked or not ignored. */
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
  /** The info string after the fence, such as `sh`, `json`, `ts` or `text`; can be empty. */
  readonly kind: string
  readonly text: string
  /** The kind of the previous snippet, or null. */
  readonly after: string | null
}

const fenced = /^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm

/** Returns the fenced code snippets of a page. */
export const snippetsIn = (text: string): ReadonlyArray<Snippet> => {
  const found = [...text.matchAll(fenced)].map(([, , kind, body]) => ({ kind: kind!, text: body! }))
  return found.map((snippet, at) => ({ ...snippet, after: found[at - 1]?.kind ?? null }))
}

/** Returns a page without its code, in which brackets have another meaning. */
export const prose = (text: string): string => text.replaceAll(fenced, "").replaceAll(/`[^`\n]*`/g, "")

/** Returns the targets of a page's links and pictures. */
export const linksIn = (text: string): ReadonlyArray<string> =>
  [...prose(text).matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)|(?:href|src)="([^"]+)"/g)].map(
    ([, inMarkdown, inHtml]) => inMarkdown ?? inHtml!
  )

/** Returns the anchors of a page's headings, as code hosts derive them. */
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
