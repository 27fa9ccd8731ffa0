import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { errorCodes, operations } from "../../core/src/contract/index.ts"
import { runCore } from "../../core/test/support/run-core.ts"
import { urlOfFile } from "../src/docs/pages/files.ts"
import { renderMarkdown } from "../src/docs/pages/markdown.ts"
import { hostApp } from "../src/index.ts"

const core = await runCore({ anonymousRateLimit: 100_000 })
const app = await core.run(hostApp([]))
const get = async (path: string) => app.request(path, {}, {})

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url))
const files = globSync("**/*.md", { cwd: docs })
const pages = new Map<string, string>()
for (const path of [
  "/docs/api",
  "/docs/errors",
  "/docs/reading-websites",
  "/docs/search",
  ...files.map(urlOfFile)
]) {
  const response = await get(path)
  if (response.status === 200) pages.set(path, await response.text())
}

describe("the documentation at /docs", () => {
  it("has a page for every file, each at an address of its own", () => {
    expect(files.length).toBeGreaterThan(100)
    expect(pages.size).toBe(files.length + 4)
    expect(pages.get("/docs")).toContain('<h1 id="documentation">')
    expect(pages.get("/docs/guides/undo")).toContain('<a href="/docs/guides/undo" aria-current="page">')
    // The pages of a subfolder are listed beside them.
    expect(pages.get("/docs/reference/cli/keys")).toContain('href="/docs/reference/cli/login"')
  })

  it("has no broken link, anchor or picture", async () => {
    const pictures = new Set<string>()
    const broken = [...pages].flatMap(([here, text]) =>
      [...text.matchAll(/(href|src)="([^"]*)"/g)].flatMap(([, kind, link]) => {
        const { hash, host, pathname } = new URL(link!.replaceAll("&amp;", "&"), `http://here${here}`)
        if (host !== "here" || pathname === "/v1/openapi.json") return []
        if (kind === "src") {
          pictures.add(pathname)
          return []
        }
        const target = pages.get(pathname)
        const isThere = hash === "" || target?.includes(`id="${decodeURIComponent(hash.slice(1))}"`)
        return target !== undefined && isThere ? [] : [`${here}: ${link}`]
      })
    )
    expect(broken).toEqual([])
    expect(pictures.size).toBeGreaterThan(1)
    for (const path of pictures) {
      const picture = await get(path)
      expect([path, picture.status, picture.headers.get("content-type")]).toEqual([
        path,
        200,
        expect.stringMatching(/^image\//)
      ])
    }
    for (const { name } of operations) expect(pages.get("/docs/api")).toContain(`href="#${name}"`)
  })

  it("has no file of another folder, and no page that does not exist", async () => {
    for (const path of [
      "/docs/nothing",
      "/docs/../package.json",
      "/docs/..%2f..%2fpackage.json",
      "/docs/pictures/..%2f..%2fa.svg",
      "/docs/pictures/none.png"
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  it("renders Markdown without its HTML, except for line breaks", () => {
    const rendered = renderMarkdown(
      "a.md",
      "# A `b`\n\n<!-- note -->\n\n<script>x</script>\n\n| a |\n| - |\n| b<br>c |\n"
    )
    expect(rendered).toContain('<h1 id="a-b">A <code>b</code></h1>')
    expect(rendered).toContain("b<br />c")
    expect(rendered).not.toMatch(/<script|note/)
  })
})

describe("the search at /docs/search", () => {
  const search = async (query: string) => {
    const text = await (await get(`/docs/search?${new URLSearchParams({ q: query })}`)).text()
    const [, hits = ""] = text.split('<ol class="hits">')
    return { text, urls: [...hits.matchAll(/<li><a href="([^"]*)"/g)].map(([, url]) => url!) }
  }

  it.each([
    ["undo a change", "/docs/guides/undo"],
    ["change budget", "/docs/guides/budget-change"],
    ["how do I approve a change", "/docs/concepts/approvals"],
    ["install Claude MCP", "/docs/guides/mcp-clients#claude"],
    ["backup restore", "/docs/guides/backup-and-upgrade"],
    ["idempotency key", "/docs/concepts/idempotency"],
    ["detectors", "/docs/reference/detectors"],
    ["weekly report", "/docs/guides/weekly-report"],
    ["connect Google Ads", "/docs/guides/connect-google-ads"],
    ["second factor", "/docs/guides/second-factor"],
    ["webhook", "/docs/guides/webhooks"],
    ["emergency stop", "/docs/concepts/guardrails#emergency-stop"]
  ])("finds for %s first %s", async (query, url) => {
    expect((await search(query)).urls[0]).toBe(url)
  })

  it("finds every error code and operation by its name", async () => {
    for (const code of errorCodes)
      expect([code, (await search(code)).urls]).toEqual([
        code,
        expect.arrayContaining([`/docs/errors#${code}`])
      ])
    for (const { name } of operations)
      expect((await search(name)).urls.slice(0, 3)).toContain(`/docs/api#${name}`)
  })

  it("marks what it found, and explains what to do when it found nothing", async () => {
    expect((await search("undo")).text).toMatch(/<mark>[Uu]ndo<\/mark>/)
    expect((await search("xyzzy")).text).toContain("Use fewer or other words")
    expect((await search(" ")).text).toContain("Type what you look for")
    const hostile = await search('"><script>alert(1)</script>(((')
    expect(hostile.text).not.toContain("<script")
  })
})
