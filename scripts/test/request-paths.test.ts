import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../module-graph/output-files.ts"

const folder = join(root, "docs/architecture")
const page = readFileSync(join(folder, "request-paths.md"), "utf8")

const requestPaths = page
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ name: section.split("\n")[0]!, text: section.slice(section.indexOf("\n")) }))

/** Walks that are still a skeleton. Whoever fills one takes it off. */
const pagesWithoutPath: ReadonlyArray<string> = []

describe("the walks in docs", () => {
  it("are the four that the page promises", () => {
    expect(requestPaths.map(({ name }) => name)).toEqual([
      "A read",
      "An executed write",
      "Its undo",
      "A launch"
    ])
  })

  it("name files that exist, by their own path", () => {
    const links = [...page.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, label, link]) => ({ label, link }))
    expect(links).not.toEqual([])
    const broken = links.filter(
      ({ label, link }) => link !== `../../${label}` || !existsSync(join(folder, link))
    )
    expect(broken).toEqual([])
  })

  it("link every file that they name", () => {
    const unlinked = page.replaceAll(/\[[^\]]+\]\([^)]+\)/g, "").match(/\S+\/\S+\.ts\b/g)
    expect(unlinked).toBeNull()
  })

  it("are walked to their end, but for those that wait", () => {
    const skeletons = requestPaths.filter(({ text }) => text.includes("<!-- to be walked"))
    expect(skeletons.map(({ name }) => name)).toEqual(pagesWithoutPath)
    const pathSteps = requestPaths.filter(({ name }) => !pagesWithoutPath.includes(name))
    const steps = pathSteps.map(({ name, text }) => [
      name,
      (text.match(/^\d+\. \[packages\//gm) ?? []).length
    ])
    expect(steps.filter(([, count]) => Number(count) < 5)).toEqual([])
  })
})
