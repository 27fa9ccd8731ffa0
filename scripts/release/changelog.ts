/**
 * The changelog: one page for all packages, which share one version. `npm run release version` writes a version's section,
 * `npm run -s release notes` prints the newest one for the release at GitHub.
 */
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { root } from "../root.ts"

type Bump = "major" | "minor" | "patch"

export interface Changeset {
  /** The largest of its packages. */
  readonly bump: Bump
  readonly text: string
}

const bumps: ReadonlyArray<Bump> = ["major", "minor", "patch"]

const parsed = (text: string): Changeset => {
  const [, front, body] = /^---\n(.*?)\n?---\n(.*)$/s.exec(text)!
  return { bump: bumps.find((one) => front!.includes(`: ${one}`)) ?? "patch", text: body!.trim() }
}

/** The changesets that no release contains yet. */
export const changesets = (): ReadonlyArray<Changeset> =>
  globSync(".changeset/*.md", { cwd: root })
    .filter((file) => basename(file) !== "README.md")
    .sort()
    .map((file) => parsed(readFileSync(join(root, file), "utf8")))

/** Before 1.0, a change that breaks something is a minor one; its text says so first. */
const breaks = /^Breaking: /

const groupOf = ({ bump, text }: Changeset): string =>
  bump === "major" || breaks.test(text) ? "Breaking changes" : bump === "minor" ? "New" : "Fixed and improved"

const entry = ({ text }: Changeset): string => {
  const shown = text.replace(breaks, "")
  return `- ${shown[0]!.toUpperCase()}${shown.slice(1).replaceAll(/\n(?=.)/g, "\n  ")}`
}

const generated = (list: ReadonlyArray<Changeset>): string => {
  const groups = Map.groupBy(list, groupOf)
  return ["Breaking changes", "New", "Fixed and improved"]
    .filter((group) => groups.has(group))
    .map((group) => `### ${group}\n\n${groups.get(group)!.map(entry).join("\n")}\n`)
    .join("\n")
}

/** The section that somebody writes for the next version. It takes the place of the changesets' own texts. */
const next = /^## Next$/m

/** Returns the page with a section for a version: the written one, or else every changeset once, by kind. */
export const withVersion = (
  page: string,
  version: string,
  date: string,
  list: ReadonlyArray<Changeset>
): string => {
  const heading = `## ${version} (${date})`
  if (next.test(page)) return page.replace(next, heading)
  const section = `${heading}\n\n${generated(list)}`
  const at = page.search(/^## /m)
  return at === -1 ? `${page}\n${section}` : `${page.slice(0, at)}${section}\n${page.slice(at)}`
}

/** Returns the newest section of the page without its heading. */
export const newest = (page: string): string => page.split(/^## .*$/m)[1]?.trim() ?? ""
