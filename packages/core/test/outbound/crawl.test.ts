import { Effect, Layer } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { isSameSite, SiteReader } from "../../src/outbound/index.ts"
import { normalizeUrl } from "../../src/outbound/site/crawl.ts"
import { parseSitemap } from "../../src/outbound/site/parse-sitemap.ts"
import { fetcherOn, ours, resolverOf, serverOf } from "./support/servers.ts"

/* The crawler is polite: the order, number and concurrency of its requests. */

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly body?: string
  readonly location?: string
}

let pages: Record<string, Answer> = {}
let asked: Array<string> = []
let atOnce = 0
let most = 0
beforeEach(() => {
  pages = {}
  asked = []
  most = 0
})

const port = await serverOf((request, response) => {
  const path = `${request.headers.host === "shop.test" ? "" : request.headers.host}${request.url}`
  asked.push(path)
  most = Math.max(most, ++atOnce)
  const { body = "", location, status = 200, type = "text/html" } = pages[path] ?? { status: 404 }
  setImmediate(() => {
    atOnce--
    response
      .writeHead(status, { "content-type": type, ...(location === undefined ? {} : { location }) })
      .end(body)
  })
})
const hosts = ["shop.test", "www.shop.test", "other.test", "evil-shop.test"]
const names = resolverOf(Object.fromEntries(hosts.map((host) => [host, ours(port)])))

const html = (title: string, links: ReadonlyArray<string> = [], head = "", lang = "en"): Answer => ({
  body: `<html lang="${lang}"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${links
    .map((href) => `<a href="${href}">${href}</a>`)
    .join(" ")}<p>All about ${title}.</p></body></html>`
})
const menu = (title: string, ...links: ReadonlyArray<string>): Answer => ({
  body: `<html lang="en"><title>${title}</title><nav>${links
    .map((href) => `<a href="${href}">${href}</a>`)
    .join("")}</nav><h1>${title}</h1><p>${title}</p></html>`
})
const text = (body: string): Answer => ({ body, type: "text/plain" })

const read = (url = "http://shop.test/", limit?: number) =>
  Effect.flatMap(SiteReader, (reader) => reader.read(url, { pages: limit })).pipe(
    Effect.provide(SiteReader.layer.pipe(Layer.provide(fetcherOn(names)))),
    Effect.runPromise
  )
const pathsOf = async (limit?: number) =>
  (await read("http://shop.test/", limit)).pages.map(({ url }) => url.replace("http://shop.test", ""))

describe("robots.txt", () => {
  it("is read first and obeyed", async () => {
    pages = {
      "/robots.txt": text("User-agent: *\nDisallow: /private\n\nUser-agent: Adwarden\nDisallow: /ours\n"),
      "/": html("Home", ["/private", "/ours/a", "/open"]),
      "/private": html("Private"),
      "/ours/a": html("Ours"),
      "/open": html("Open")
    }
    // A group for our user agent replaces the general one.
    expect(await pathsOf()).toEqual(["/", "/private", "/open"])
    expect(asked[0]).toBe("/robots.txt")
    expect(asked).not.toContain("/ours/a")
  })

  it("allows everything if it is missing or an HTML page", async () => {
    pages = { "/robots.txt": html("Not found"), "/": html("Home", ["/a"]), "/a": html("A") }
    expect(await pathsOf()).toEqual(["/", "/a"])
  })

  it("is read from each host of the site, and from no other site with a similar name", async () => {
    const foreign = ["http://other.test/c", "http://evil-shop.test/d"]
    pages = {
      "/": html("Home", ["http://www.shop.test/a", "http://www.shop.test/b", ...foreign]),
      "www.shop.test/robots.txt": text("User-agent: *\nDisallow: /b"),
      "www.shop.test/a": html("A"),
      "www.shop.test/b": html("B"),
      "other.test/c": html("C"),
      "evil-shop.test/d": html("D")
    }
    const { pages: found } = await read()
    expect(found.map(({ url }) => url)).toEqual(["http://shop.test/", "http://www.shop.test/a"])
    expect(asked).not.toContain("www.shop.test/b")
    expect(asked.filter((path) => /^(other|evil-shop)\.test/.test(path))).toEqual([])
  })

  it("nofollow stops the crawl at a link or a page", async () => {
    pages = {
      "/": { body: '<h1>Home</h1><a rel="nofollow" href="/a">a</a><a href="/b">b</a>' },
      "/a": html("A"),
      "/b": html("B", ["/c"], '<meta name="robots" content="index, nofollow">'),
      "/c": html("C")
    }
    expect(await pathsOf()).toEqual(["/", "/b"])
  })
})

describe("the pages that are read", () => {
  it("are the navigation's first, then the sitemap's, then linked ones, up to the limit", async () => {
    pages = {
      "/robots.txt": text("Sitemap: http://shop.test/map.xml"),
      "/map.xml": {
        type: "application/xml",
        body: "<urlset><url><loc>http://shop.test/listed</loc></url><url><loc>http://other.test/x</loc></url></urlset>"
      },
      "/": { body: '<nav><a href="/menu">m</a></nav><h1>Home</h1><a href="/linked">l</a>' },
      "/menu": html("Menu"),
      "/listed": html("Listed"),
      "/linked": html("Linked")
    }
    expect(await pathsOf()).toEqual(["/", "/menu", "/listed", "/linked"])
    expect(await pathsOf(2)).toEqual(["/", "/menu"])
    asked = []
    expect(await pathsOf(1)).toEqual(["/"])
    expect(asked).toEqual(["/robots.txt", "/"])
  })

  it("are unique by canonical URL, URL and content", async () => {
    pages = {
      "/": menu("Home", "/a", "/a?utm_source=x", "/a#part", "/index.html", "/copy", "/twin", "/b"),
      "/a": html("A"),
      "/copy": html("Copy", [], '<link rel="canonical" href="/a">'),
      "/twin": html("A"),
      "/b": html("B")
    }
    expect(await pathsOf()).toEqual(["/", "/a", "/b"])
    expect(asked.filter((path) => path.startsWith("/a"))).toEqual(["/a"])
  })

  it("exclude other languages, files and customer accounts", async () => {
    pages = {
      "/": menu("Home", "/de/", "/price-list.pdf", "/login", "/cart/", "/a"),
      "/de/": html("Startseite", [], "", "de"),
      "/a": html("A")
    }
    expect(await pathsOf()).toEqual(["/", "/a"])
    expect(asked).not.toContain("/login")
    expect(asked).not.toContain("/price-list.pdf")
  })

  it("exclude broken pages", async () => {
    pages = {
      "/": menu("Home", "/gone", "/loop", "/away", "/a"),
      "/loop": { status: 302, location: "/loop" },
      "/away": { status: 302, location: "http://other.test/" },
      "/a": html("A")
    }
    expect(await pathsOf()).toEqual(["/", "/a"])
  })
})

it("are requested at most three at a time", async () => {
  pages = { "/": menu("Home", ..."abcdefghij".split("").map((name) => `/${name}`)) }
  for (const name of "abcdefghij") pages[`/${name}`] = html(name)
  expect(await pathsOf()).toHaveLength(11)
  expect(most).toBeLessThanOrEqual(3)
})

it("respect a crawl delay, one page at a time", async () => {
  pages = {
    "/robots.txt": text("User-agent: *\nCrawl-delay: 0.2"),
    "/": menu("Home", "/a", "/b", "/c"),
    "/a": html("A"),
    "/b": html("B"),
    "/c": html("C")
  }
  const started = Date.now()
  expect(await pathsOf()).toHaveLength(4)
  expect(Date.now() - started).toBeGreaterThanOrEqual(600)
  expect(most).toBe(1)
})

it.each([
  ["http://www.shop.test/a", true],
  ["http://evil-shop.test/", false],
  ["http://shop.test.evil.test/", false],
  ["http://127.0.0.1/", false]
])("%s is on the same site: %s", (url, same) => {
  expect(isSameSite(url, "https://shop.test/")).toBe(same)
})

it("have one normalized URL", () => {
  const table = [
    ["http://a.test/x?utm_campaign=1&b=2&a=1#top", "http://a.test/x?a=1&b=2"],
    ["http://a.test/index.php", "http://a.test/"],
    ["http://a.test/x/", "http://a.test/x/"]
  ]
  for (const [given, normal] of table) expect(normalizeUrl(given!)).toBe(normal)
})

it("include those of broken, nested or hostile sitemaps", () => {
  expect(
    parseSitemap("<sitemapindex><sitemap><loc> http://a.test/1.xml </loc></sitemap></sitemapindex>")
  ).toEqual({
    pages: [],
    maps: ["http://a.test/1.xml"]
  })
  expect(
    parseSitemap("<urlset><url><loc>http://a.test/?a=1&amp;b=2</loc></url><url><loc>nothing").pages
  ).toEqual(["http://a.test/?a=1&b=2"])
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>http://a.test/&b;</loc></url></urlset>`
  expect(parseSitemap(laughs).pages.join("")).not.toContain("haha")
})
