import type { Random } from "./random.ts"

/*
 * Websites designed to be expensive. Each part has the maximum size, and nests or repeats content that an
 * algorithm could process repeatedly.
 */

export interface HostileWebsite {
  readonly page: string
  readonly robots?: string
  readonly sitemap?: string
  /** The path to read; the home page by default. */
  readonly path?: string
}

const megabyte = 1024 * 1024
const filled = (part: string, size = megabyte): string => part.repeat(Math.ceil(size / part.length))
const plain = '<html lang="en"><title>Plain</title><h1>Plain page</h1><p>Some words.'
const after = (html: string): string => `${plain}${html}`
const data = (json: string): string => after(`<script type="application/ld+json">${json}</script>`)
const rules = (line: string, count: number): string => `User-agent: *\n${`${line}\n`.repeat(count)}`

/** The attacks that were found, and variants. */
export const knownAttacks: Readonly<Record<string, HostileWebsite>> = {
  "a sitemap of 300,000 unclosed tags": { page: plain, sitemap: "<a>".repeat(300_000) },
  "a sitemap of tags that close nothing": {
    page: plain,
    sitemap: `${"<a>".repeat(100_000)}${filled("</b>")}`
  },
  "a sitemap of entities": { page: plain, sitemap: `<urlset><url><loc>${filled("&amp;")}` },
  "a sitemap of long addresses": {
    page: plain,
    sitemap: filled(`<url><loc>http://hostile.test/${"a".repeat(30_000)}</loc></url>`)
  },
  "robots.txt with long wildcard rules against a long link": {
    page: plain,
    robots: rules(`Disallow: /${"*a".repeat(2000)}b`, 125),
    path: `/${"a".repeat(2000)}`
  },
  "robots.txt with many short rules": {
    page: after(filled(`<a href="/${"a".repeat(250)}">a</a>`)),
    robots: rules("Disallow: /*a*a*b", 25_000)
  },
  "robots.txt with many groups": { page: plain, robots: "User-agent: *\nDisallow: /x\n".repeat(18_000) },
  "robots.txt of stars": { page: plain, robots: `User-agent: *\nDisallow: /${filled("*", megabyte / 2)}x` },
  "a title of 9,000 parts": {
    page: `<html lang="en"><title>${Array.from({ length: 9000 }, (_, n) => n).join(" | ")}</title><h1>Parts</h1><p>Some words.`
  },
  "480 nested headings around a megabyte": { page: `${"<h1>".repeat(480)}${filled("word ")}` },
  "nested headings of every level": { page: `${"<h1><h2><h3>".repeat(160)}${filled("word ")}` },
  "400 nested addresses": { page: after(`${'<div itemprop="address">'.repeat(400)}${filled("word ")}`) },
  "nested addresses with parts": {
    page: after('<div itemprop="address"><b itemprop="addressLocality">'.repeat(250) + filled("word "))
  },
  "tags that are never closed": { page: after(filled("<div>")) },
  "tags that close nothing": { page: after("<i>".repeat(500) + filled("</b>")) },
  "lists within lists": { page: after(filled("<ul><li>")) },
  "bold within bold": { page: after(`<p>${filled("<b>")}`) },
  "paragraphs without end": { page: after(filled("<p>a")) },
  "list items without end": { page: after(`<ul>${filled("<li>abc")}`) },
  "headings without end": { page: after(filled("<h2>x</h2>")) },
  "a name without end": { page: after(`<div class="${filled("menu ")}"><a href="/x">a</a></div>`) },
  "paragraphs within list items": { page: after(`${"<li><div>".repeat(200)}${filled("<p>word</p>")}`) },
  "links deep inside a menu": { page: after("<nav>".repeat(500) + filled("<a href=/x>a</a>")) },
  "links with long queries": { page: after(filled(`<a href="/?${"utm_a&".repeat(300)}">a</a>`)) },
  "a menu of long names": {
    page: after(`<nav>${filled(`<a href="/a">${"name ".repeat(200)}</a>`)}</nav>`)
  },
  "comments without end": { page: after(filled("<!---->")) },
  "attributes without end": { page: after(`<div ${filled("a ")}>`) },
  "one word of a megabyte": { page: after(`<p>${filled("a")}`) },
  "white space of a megabyte": { page: after(`<h2>a${filled(" ")}b</h2>`) },
  "sentences without end": { page: after(filled("<p>A b. C d! E f?")) },
  "hidden styles without end": { page: after(`<p style="${filled("display:  none")}">a`) },
  "brackets in structured data": { page: data(filled("[")) },
  "closed brackets in structured data": { page: data("[".repeat(megabyte / 2) + "]".repeat(megabyte / 2)) },
  "nodes within nodes in structured data": {
    page: data(`${'{"@type":"A","a":'.repeat(30_000)}1${"}".repeat(30_000)}`)
  },
  "one node with many businesses": {
    page: data(
      `[${'{"@type":"Store","name":"a","address":{"@type":"PostalAddress","addressLocality":"b"}},'.repeat(10_000)}1]`
    )
  },
  "names like prototypes in structured data": {
    page: data('{"@type":"Store","name":"a","__proto__":{"x":1},"constructor":{"prototype":{}}}')
  },
  "a character set that is none": { page: after(`<meta charset="${filled("x", 4000)}">${filled("\u00ff")}`) }
}

const tags = "a b div h1 h2 h3 li nav header ul p span title svg table td form script style template".split(
  " "
)
const attributes = [
  'itemprop="address"',
  'class="menu"',
  "hidden",
  'href="/a"',
  'style="display:none"',
  'rel="nofollow"',
  'role="navigation"'
]
const words = ["word ", "a|", "&amp;", "&#x1F600;", "\u200b", "\n", " - ", "<!---->", "</", "<", "\u0000"]

/** A page of random parts, each repeated or nested until the page is full. */
const randomPage = ({ among, below }: Random): string => {
  const size = 1 + below(megabyte)
  let page = ""
  while (page.length < size) {
    const count = 1 + below(among([5, 500, 50_000]))
    const tag = `<${among(tags)} ${among(attributes)}>`
    const piece = among([tag, `${tag}${among(words)}`, `</${among(tags)}>`, among(words), `${tag}${tag}`])
    page += filled(piece, Math.min(size - page.length, piece.length * count))
  }
  return after(page)
}

const randomRobots = ({ among, below }: Random): string => {
  const part = () => among(["*", "a", "/", "$", "%2a", "**a", "é"]).repeat(1 + below(200))
  const line = () =>
    `${among(["Allow", "Disallow", "User-agent", "Sitemap", "Crawl-delay"])}: ${part()}${part()}`
  return `User-agent: *\n${Array.from({ length: 1 + below(1000) }, line).join("\n")}`
}

const randomSitemap = ({ among, below }: Random): string =>
  Array.from({ length: 1 + below(10) }, () =>
    filled(
      among(["<url>", "<loc>", "</loc>", "<url><loc>http://hostile.test/a</loc></url>", "<![CDATA[", "&lt;"]),
      below(megabyte / 10)
    )
  ).join("")

export const randomWebsite = (random: Random): HostileWebsite => ({
  page: randomPage(random),
  robots: randomRobots(random),
  sitemap: randomSitemap(random)
})
