import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { posix } from "node:path"

const packageFolder = new URL("../../../", import.meta.url)
const repository = new URL("../../", packageFolder)

/** The docs of the repository, or the copy that the published package contains. */
export const docsFolder: URL = existsSync(new URL("packages/http-host/package.json", repository))
  ? new URL("docs/", repository)
  : new URL("docs/", packageFolder)

const source = "https://github.com/adwarden/adwarden/blob/main/"

/** Returns the URL path of a file below docs/: `guides/undo.md` is at `/docs/guides/undo`, a README at its folder. */
export const urlOfFile = (file: string): string =>
  `/docs/${file.replace(/\.md$/, "")}`.replace(/\/README$/, "")

/**
 * Returns where a link of a page leads. Links to files outside of docs/ lead to the repository.
 *
 * @param file the page that contains the link, such as `guides/undo.md`
 */
export const resolveLink = (file: string, href: string): string => {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href
  const [path = "", anchor] = href.split("#")
  const target = posix.join("docs", posix.dirname(file), path)
  const url = target.startsWith("docs/") ? urlOfFile(target.slice("docs/".length)) : `${source}${target}`
  return anchor === undefined ? url : `${url}#${anchor}`
}

const pictureTypes: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".svg": "image/svg+xml"
}

/** Reads a picture below docs/, or returns null if there is none of that name. */
export const readPicture = async (file: string): Promise<{ bytes: Uint8Array; type: string } | null> => {
  const type = pictureTypes[posix.extname(file)]
  if (type === undefined || !/^[\w-]+(\/[\w-]+)*\.\w+$/.test(file)) return null
  const bytes = await readFile(new URL(file, docsFolder)).catch(() => null)
  return bytes === null ? null : { bytes: new Uint8Array(bytes), type }
}
