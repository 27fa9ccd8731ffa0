import { describe, expect, it } from "vitest"
import { parsePage } from "../../src/outbound/site/parse-page.ts"

/* Pages designed to be expensive: each has the maximum size, and is still parsed quickly. */

const megabyte = 1024 * 1024
const filled = (part: string): string => part.repeat(Math.floor(megabyte / part.length))

const pages: Readonly<Record<string, string>> = {
  "tags that are never closed": filled("<div>"),
  "lists within lists": filled("<ul><li>"),
  "bold within bold": `<p>${filled("<b>")}`,
  "links without end, deep inside": "<nav>".repeat(500) + filled("<a href=/x>a</a>"),
  "paragraphs without end": filled("<p>a"),
  "list items without end": `<ul>${filled("<li>abc")}`,
  "headings without end": filled("<h2>x</h2>"),
  "a name without end": `<div class="${filled("menu ")}"><a href="/x">a</a></div>`,
  "brackets in structured data": `<script type="application/ld+json">${filled("[")}</script>`,
  "nodes within nodes in structured data": `<script type="application/ld+json">${'{"@type":"A","a":'.repeat(30_000)}1${"}".repeat(30_000)}</script>`
}

describe("a page of a megabyte", () => {
  it.each(Object.entries(pages))("of %s", (_, html) => {
    const began = process.cpuUsage()
    const page = parsePage({
      url: new URL("http://dear.test/"),
      status: 200,
      contentType: "text/html",
      body: Buffer.from(`<html lang="en"><title>Dear</title><h1>Dear page</h1>${html}`)
    })
    expect(page.headings[0]!.text).toBe("Dear page")
    // CPU time, not wall-clock time: without limits, these take from minutes to hours.
    expect(process.cpuUsage(began).user / 1_000_000).toBeLessThan(20)
  })
})
