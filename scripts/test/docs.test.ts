import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { skippedCommands } from "../../packages/server/test/guides.ts"
import { faultsOf, readDecisions } from "../docs/decisions.ts"
import { anchorsIn, linksIn, pages, type Snippet, snippetsIn } from "../docs/markdown.ts"
import { docsOutputFiles, generatedFolders } from "../docs/output-files.ts"
import { root } from "../root.ts"

const all = pages()
const textOf = new Map(all.map(({ file, text }) => [file, text]))

/** Environment variables of the system, not settings of the service. */
const systemVariables = new Set(
  "APPDATA BROWSER DISPLAY FAKETIME HOME PATH SSH_CONNECTION TERM WAYLAND_DISPLAY WSL_DISTRO_NAME XDG_CONFIG_HOME".split(
    " "
  )
)

describe("generated pages", () => {
  it.each(docsOutputFiles())("$file is up to date: `npm run docs` writes it", ({ file, text }) => {
    expect(readFileSync(join(root, file), "utf8")).toBe(text)
  })

  it("list every environment variable that the code reads", () => {
    const found = execFileSync(
      "git",
      [
        "grep",
        "-ohE",
        `(env\\["|Config\\.[a-z]+\\("|setting\\((env, )?")[A-Z][A-Z_]+`,
        "--",
        "packages/*/src/*"
      ],
      { cwd: root, encoding: "utf8" }
    )
    const names = new Set(found.split("\n").flatMap((line) => /[A-Z][A-Z_]+$/.exec(line)?.[0] ?? []))
    expect(names.size).toBeGreaterThan(20)
    const pagesWithSettings = ["docs/reference/configuration.md", "packages/client/README.md"].map(
      (file) => textOf.get(file)!
    )
    const undocumented = [...names].filter(
      (name) => !systemVariables.has(name) && !pagesWithSettings.some((text) => text.includes(`\`${name}\``))
    )
    expect(undocumented).toEqual([])
  })
})

describe("pages", () => {
  it("take at most ten minutes to read, at 240 words a minute, without the examples of the reference", () => {
    const proseOf = ({ file, text }: (typeof all)[number]) =>
      file.startsWith("docs/reference/")
        ? snippetsIn(text).reduce((left, snippet) => left.replace(snippet.text, ""), text)
        : text
    const long = all
      .filter(({ file }) => file.startsWith("docs/"))
      .map((page) => ({ file: page.file, words: proseOf(page).split(/\s+/).length }))
    expect(long.filter(({ words }) => words > 2400)).toEqual([])
  })

  it("of a generated folder are all generated", () => {
    const written = new Set(docsOutputFiles().map(({ file }) => file))
    const folders = Object.keys(generatedFolders)
    const others = all.filter(
      ({ file }) => folders.some((folder) => file.startsWith(`${folder}/`)) && !written.has(file)
    )
    expect(others.map(({ file }) => file)).toEqual([])
  })
})

describe("decision records", () => {
  it("have a date, an area and all sections, and fit on a page", () => {
    const records = readDecisions()
    expect(records.length).toBeGreaterThan(30)
    expect(records.flatMap(faultsOf)).toEqual([])
  })

  it("are reported when they lack a part", () => {
    const text = [
      "# Title",
      "",
      "Date: 2026-11-16 · Area: Storage",
      ...["Context", "Decision", "Alternatives", "Consequences"].map((heading) => `\n## ${heading}\n\nText.`)
    ].join("\n")
    const faults = (change: (text: string) => string, file = "2026-11-16-title.md") =>
      faultsOf({ file, text: change(text) }).map((fault) => fault.slice(file.length + 1))
    expect(faults((it) => it)).toEqual([])
    expect(faults((it) => it, "storage.md")).toEqual([
      "is not named YYYY-MM-DD-title.md",
      "has no date, or another date than its file name"
    ])
    expect(faults((it) => it.replace("# Title\n", ""))).toEqual(["has no title"])
    expect(faults((it) => it.replace("11-16", "11-15"))).toEqual([
      "has no date, or another date than its file name"
    ])
    expect(faults((it) => it.replace("Storage", "Other"))).toEqual([expect.stringMatching(/^has no area/)])
    expect(faults((it) => it.replace("## Alternatives", "## Options"))).toEqual([
      "does not have the sections Context, Decision, Alternatives, Consequences"
    ])
    expect(faults((it) => it.replace(/Text\.$/, ""))).toEqual(["has an empty section"])
    expect(faults((it) => it.replace("Text.", "One. Two. Three. Four."))).toEqual([
      "has a context of more than three sentences"
    ])
    expect(faults((it) => `${it} ${"word ".repeat(400)}`)).toEqual([expect.stringMatching(/more than 400$/)])
  })
})

describe("the glossary", () => {
  const terms = [...textOf.get("docs/glossary.md")!.matchAll(/^\| ([a-z].*?) \|/gm)].map(([, term]) => term!)

  it("has at most 60 terms, in alphabetical order", () => {
    expect(terms.length).toBeGreaterThan(30)
    expect(terms.length).toBeLessThanOrEqual(60)
    expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, "en")))
  })
})

describe("links", () => {
  it("point to existing files and headings", () => {
    const broken = all.flatMap(({ file, text }) =>
      linksIn(text)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => {
          const [path = "", anchor] = link.split("#")
          const target = path === "" ? file : join(dirname(file), path)
          if (!existsSync(join(root, target))) return true
          return anchor !== undefined && !anchorsIn(textOf.get(target) ?? "").has(anchor)
        })
        .map((link) => `${file}: ${link}`)
    )
    expect(broken).toEqual([])
  })

  it("and mentioned paths and identifiers exist, in the architecture and the decisions", () => {
    const described = all.filter(({ file }) =>
      /^(CONTRIBUTING|docs\/(architecture|decisions)\b.*)\.md$/.test(file)
    )
    const quoted = described.flatMap(({ file, text }) =>
      [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => ({ file, code: code! }))
    )
    const paths = quoted.filter(({ code }) => /^(packages|scripts|bench|docs|patches)\/[\w./-]+$/.test(code))
    expect(paths.filter(({ code }) => !existsSync(join(root, code)))).toEqual([])

    const names = quoted.filter(({ code }) => /^[a-z]+[A-Z]\w*$/.test(code))
    const patterns = names.flatMap(({ code }) => ["-e", code])
    const found = execFileSync("git", ["grep", "-ohwF", ...patterns, "--", "*.ts", "*.json"], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 2 ** 26
    })
    const existing = new Set(found.split("\n"))
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter(({ code }) => !existing.has(code))).toEqual([])
  })

  it("to other sites are complete https URLs, or localhost", () => {
    const links = all.flatMap(({ file, text }) => linksIn(text).map((link) => ({ file, link })))
    const outside = links.filter(({ link }) => /^[a-z]+:/.test(link))
    expect(outside.length).toBeGreaterThan(5)
    const odd = outside.filter(
      ({ link }) =>
        !URL.canParse(link) || !/^https:\/\/[\w-]+(\.[\w-]+)+(\/|$)|^http:\/\/localhost[:/]/.test(link)
    )
    expect(odd).toEqual([])
  })

  it("reach every page of the docs from the README", () => {
    const reached = new Set<string>()
    const visit = (file: string) => {
      if (reached.has(file)) return
      reached.add(file)
      for (const link of linksIn(textOf.get(file) ?? "")) {
        if (!/^[a-z]+:/.test(link)) visit(join(dirname(file), link.split("#")[0]!))
      }
    }
    visit("README.md")
    const unlinkedPages = all
      .map(({ file }) => file)
      .filter((file) => file.startsWith("docs/") && !reached.has(file))
    expect(unlinkedPages).toEqual([])
  })
})

describe("snippets", () => {
  /** The tests that run the snippets of a page; a snippet without one fails. */
  const runners: ReadonlyArray<{ readonly page: RegExp; readonly isRun: (snippet: Snippet) => boolean }> = [
    // packages/server/test/guides.test.ts and operations.test.ts
    { page: /^(README|docs\/operations|docs\/guides\/.*)\.md$/, isRun: ({ kind }) => kind === "sh" },
    {
      page: /^(README|docs\/operations|docs\/guides\/.*)\.md$/,
      isRun: ({ after, kind }) => kind === "json" && after === "sh"
    },
    // packages/server/test/citus.test.ts
    {
      page: /^docs\/operations\/citus\.md$/,
      isRun: ({ after, kind }) => kind === "sh" || (kind === "json" && after === "sh")
    },
    // packages/server/test/client-configurations.test.ts
    { page: /^docs\/guides\/mcp-clients\.md$/, isRun: ({ kind }) => kind === "json" || kind === "toml" },
    // packages/client/test/webhooks.test.ts
    { page: /^docs\/guides\/webhooks\.md$/, isRun: ({ kind }) => kind === "ts" || kind === "json" },
    // packages/client/test/examples.test.ts and packed.test.ts
    { page: /^docs\/guides\/waste-audit\.md$/, isRun: ({ kind }) => kind === "ts" },
    { page: /^(packages\/client\/)?README\.md$/, isRun: ({ kind }) => kind === "ts" },
    { page: /^docs\/reference\/client(\/[\w-]+)?\.md$/, isRun: ({ kind }) => kind === "ts" },
    // scripts/test/packages.test.ts, on the packed packages
    { page: /^packages\/[\w-]+\/README\.md$/, isRun: ({ kind }) => kind === "ts" },
    { page: /^packages\/(cli|server|emulator)\/README\.md$/, isRun: ({ kind }) => kind === "sh" },
    // packages/cli/test/reference-calls.test.ts and packages/client/test/examples.test.ts
    {
      page: /^docs\/reference\/operations\/[\w-]+\.md$/,
      isRun: ({ kind }) => kind === "sh" || kind === "ts"
    },
    // packages/core/test/contract/invariants.test.ts decodes every example of the contract
    { page: /^docs\/reference\/operations\/[\w-]+\.md$/, isRun: ({ kind }) => kind === "json" }
  ]

  /** Snippets that no test runs here, with the reason. */
  const exceptions = new Map([
    ...skippedCommands,
    ["npm install --global @adwarden/cli\n", "scripts/test/packages.test.ts installs the packed packages"],
    [
      "npm install --global @adwarden/cli @adwarden/server\n",
      "scripts/test/packages.test.ts installs the packed packages"
    ],
    ["npm install @adwarden/client\n", "packages/client/test/packed.test.ts installs the packed client"]
  ])

  it("name their kind and run in the tests unless they are output", () => {
    const unrun = all.flatMap(({ file, text }) =>
      snippetsIn(text)
        .filter(({ kind }) => kind !== "text")
        .filter((snippet) => !exceptions.has(snippet.text))
        .filter((snippet) => !runners.some(({ isRun, page }) => page.test(file) && isRun(snippet)))
        .map(
          ({ kind, text: code }) => `${file}: ${kind || "a snippet without a kind"}: ${code.split("\n")[0]}`
        )
    )
    expect(unrun).toEqual([])
  })

  it("on the list of exceptions exist", () => {
    const shown = new Set(all.flatMap(({ text }) => snippetsIn(text).map((snippet) => snippet.text)))
    expect([...exceptions.keys()].filter((text) => !shown.has(text))).toEqual([])
  })
})

describe("pictures", () => {
  it("are small and have a description", () => {
    for (const { file, text } of all) {
      for (const [, words, path] of text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)) {
        expect([file, path, words!.length > 10]).toEqual([file, path, true])
        expect(statSync(join(root, dirname(file), path!)).size).toBeLessThan(150_000)
      }
    }
  })
})
