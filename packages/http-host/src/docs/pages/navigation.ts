import { html } from "hono/html"
import type { Html } from "../page.ts"
import type { Library, LibraryPage } from "./library.ts"

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
export const libraryNavigation = (library: Library, current: string): Html => {
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
