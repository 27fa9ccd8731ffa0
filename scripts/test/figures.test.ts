import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { figuresIn, flat, unlistedIn } from "../docs/figures/find.ts"
import { figures } from "../docs/figures/index.ts"
import { measuredPages, pagesWithOwnTest, writtenFigures } from "../docs/figures/written.ts"
import { pages } from "../docs/markdown.ts"
import { docsOutputFiles } from "../docs/output-files.ts"
import { root } from "../module-graph/output-files.ts"

/* Links, commands and snippets: docs.test.ts. */

const all = pages()
const flatText = new Map(all.map(({ file, text }) => [file, flat(text)]))

describe("figures in pages", () => {
  it.each(figures())("$page: $text", ({ page, text }) => {
    expect(flatText.get(page)).toContain(text)
  })

  it("that no code defines are on a list, and exist", () => {
    expect(writtenFigures.filter(({ page, text }) => !flatText.get(page)?.includes(text))).toEqual([])
  })

  it("are all compared with the code or on that list", () => {
    const generated = new Set([...docsOutputFiles().map(({ file }) => file), "docs/architecture/modules.md"])
    const listed = [...figures(), ...writtenFigures]
    // A record states what was true on its date.
    const others = /^(docs\/decisions\/|\.changeset\/|packages\/\w+\/test\/)/
    const unlisted = all
      .filter(({ file }) => !generated.has(file) && !others.test(file))
      .filter(({ file }) => !measuredPages.includes(file) && !pagesWithOwnTest.includes(file))
      .flatMap(({ file, text }) =>
        unlistedIn(
          text,
          listed.filter(({ page }) => page === file).map((figure) => figure.text)
        ).map((found) => `${file}: ${found}`)
      )
    expect(unlisted, "List it in scripts/docs/figures, made from the code that defines it").toEqual([])
  })

  it("that were measured are in a section that names an existing command", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    const nameless = all
      .filter(({ file }) => measuredPages.includes(file))
      .flatMap(({ file, text }) => text.split(/^(?=## )/m).map((section) => ({ file, section })))
      .filter(({ section }) => figuresIn(section).length > 0)
      .filter(
        ({ section }) =>
          ![...section.matchAll(/`npm run ([\w:]+)/g)].some(([, name]) => scripts[name!] !== undefined)
      )
    expect(nameless.map(({ file, section }) => `${file}: ${section.split("\n")[0]}`)).toEqual([])
  })
})

describe("the search for figures", () => {
  const found = (page: string) => unlistedIn(page, []).map((around) => around.trim())

  it("finds numbers and number words with a unit", () => {
    expect(found("It waits 30 seconds.")).toEqual(["It waits 30 seconds."])
    expect(found("It waits\nten minutes.")).toEqual(["It waits ten minutes."])
    expect(found("At most 1,000 rows.")).toHaveLength(1)
    expect(found("Between 2.5% and 7")).toHaveLength(2)
  })

  it("skips code, addresses, steps, dates and names", () => {
    for (const text of [
      "`limit=5`",
      "```sh\nsleep 5\n```",
      "[page](a-5.md)",
      "localhost:4280",
      "1. First\n2. Second",
      "## 2. Then",
      "as in step 2",
      "2026-11-17",
      "9 September 2026",
      "Node 22.18 or later",
      "two programs",
      "0 or 1"
    ])
      expect([text, found(text)]).toEqual([text, []])
  })

  it("skips a paragraph that names the command which measured it", () => {
    expect(found("`npm run bench:reads` took 8 seconds.")).toEqual([])
    expect(found("`npm run bench:reads` took 8 seconds.\n\nIt waits 9 seconds.")).toHaveLength(1)
  })

  it("accepts a figure inside a listed text, wherever the line breaks are", () => {
    const page = "It waits\n30 seconds, then 40."
    expect(unlistedIn(page, ["waits 30 seconds"])).toEqual([expect.stringContaining("40")])
    expect(unlistedIn(page, ["waits 31 seconds"])).toHaveLength(2)
  })
})
