import { describe, expect, it } from "vitest"
import { type Line, type Part, type Website, websites } from "./index.ts"

/* The judgements stay true to the pages. This reads pages in its own simple way: it must not share code with the checker. */

const lengths: Readonly<Record<Part, number>> = { headline: 30, description: 90, callout: 25 }

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  pound: "£",
  euro: "€",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  egrave: "è",
  agrave: "à",
  ecirc: "ê",
  ccedil: "ç",
  ntilde: "ñ",
  aacute: "á",
  iacute: "í",
  oacute: "ó",
  uacute: "ú",
  ndash: "–",
  mdash: "—",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  copy: "©",
  middot: "·",
  hellip: "…"
}
const decoded = (text: string) =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/gi, (whole, name: string) => {
      if (entities[name] === undefined) throw new Error(`The test does not know ${whole}.`)
      return entities[name]
    })

const inline = /<\/?(?:a|abbr|b|big|em|font|i|mark|s|small|span|strong|sup|u)(?:\s[^>]*)?>/gi

const months = "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
const boundary = new RegExp(`(?<=[.!?:…])(?<!\\d\\.(?= (?:${months})))\\s+`)

/** The sentences of a page, cut at every element that is not inline and after every full stop before a space. */
const sentencesOf = (html: string): ReadonlyArray<string> =>
  html
    .replace(/<!--[\s\S]*?-->|<(script|style|title|noscript|template|head)\b[\s\S]*?<\/\1>/gi, "\n")
    .replace(/\s+/g, " ")
    .replace(inline, "")
    .split(/<[^>]*>/)
    .map(decoded)
    .flatMap((text) => text.split(boundary))
    .map((text) => text.trim())
    .filter((text) => text !== "")

const normal = (text: string) =>
  ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%€£$&]+/gu, " ")
    .replace(/(?<=[£$€]) (?=\d)|(?<=\d) (?=[%€])/g, "")
    .trim()} `

const sayingOf = (website: Website, page: string) => {
  const html = website.pages.get(page)
  if (html === undefined) throw new Error(`${website.folder} has no page ${page}`)
  const sentences = sentencesOf(html).map(normal)
  return {
    inOne: (text: string) => sentences.some((sentence) => sentence.includes(normal(text))),
    anywhere: (text: string) => sentences.join("").replace(/ +/g, " ").includes(normal(text))
  }
}

/** Whether the line is its quote, cut at the ends or by whole parts between commas. */
const shortens = (text: string, quote: string) => {
  if (normal(quote).includes(normal(text))) return true
  const parts = quote.split(/,\s+/)
  let rest = normal(text)
  for (const part of parts) if (rest.startsWith(normal(part))) rest = rest.slice(normal(part).length - 1)
  return rest.trim() === ""
}

const isEvident = (website: Website, { text, quote }: Line, page: string) => {
  const { inOne } = sayingOf(website, page)
  return quote === undefined ? inOne(text) : inOne(quote) && shortens(text, quote)
}

const selling = websites.filter(({ nothingSold }) => nothingSold === undefined)
const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((one, other) => one + other, 0)

it("has enough websites, in four languages, and enough lines of both kinds", () => {
  expect(websites.length).toBeGreaterThanOrEqual(24)
  expect(websites.length - selling.length).toBeGreaterThanOrEqual(4)
  expect(new Set(websites.map(({ language }) => language)).size).toBe(4)
  expect(sum(selling.map(({ truthful }) => truthful.length))).toBeGreaterThanOrEqual(120)
  expect(sum(selling.map(({ untrue }) => untrue.length))).toBeGreaterThanOrEqual(120)
  expect(
    sum(websites.flatMap(({ pages }) => [...pages.values()].map((html) => Buffer.byteLength(html))))
  ).toBeLessThan(400_000)
})

describe.each(websites.map((website) => [website.folder, website] as const))("%s", (_, website) => {
  const { pages, truthful, untrue, sells } = website
  const landing = new Set(sells.map(({ page }) => page))

  it("has two to six pages, and no year that an offer could reach while the tests are in use", () => {
    expect(pages.has("/")).toBe(true)
    expect(pages.size).toBeGreaterThanOrEqual(2)
    expect(pages.size).toBeLessThanOrEqual(6)
    for (const [page, html] of pages)
      expect([page, html.match(/\b20(?:2[5-9]|[3-8]\d|9[0-8])\b/g)]).toEqual([page, null])
  })

  it("is judged completely", () => {
    expect(website.nameForms).toContain(website.name)
    for (const page of landing) expect(pages.has(page)).toBe(true)
    for (const { page } of [...truthful, ...untrue]) expect(pages.has(page)).toBe(true)
    if (website.nothingSold !== undefined) expect([sells, truthful]).toEqual([[], []])
    else {
      expect(sells.length).toBeGreaterThan(0)
      expect(truthful.length).toBeGreaterThanOrEqual(5)
      expect(untrue.length).toBeGreaterThanOrEqual(5)
      expect(website.goodKeywords.length).toBeGreaterThanOrEqual(2)
      for (const { page } of truthful) expect(landing).toContain(page)
    }
    const texts = [...truthful, ...untrue].map(({ part, page, text }) => `${part} ${page} ${normal(text)}`)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it("has lines that fit, except those that are refused for their form", () => {
    for (const { part, text } of [...truthful, ...untrue.filter(({ why }) => why !== "form")]) {
      expect([text, text.length <= lengths[part]]).toEqual([text, true])
      if (part !== "description") expect(text).not.toContain("!")
    }
  })

  it("has evidence for each truthful line, and for a callout on every landing page", () => {
    for (const line of truthful.filter(({ harmless }) => harmless !== true))
      for (const page of line.part === "callout" ? landing : [line.page])
        expect([page, line.text, isEvident(website, line, page)]).toEqual([page, line.text, true])
  })

  it("has no evidence for what is refused for lack of it, and the nearest sentences are on their pages", () => {
    for (const line of untrue) {
      const { inOne, anywhere } = sayingOf(website, line.page)
      if (line.why === "evidence" || line.why === "sentences")
        expect([line.text, inOne(line.text)]).toEqual([line.text, false])
      if (line.why === "sentences") expect([line.text, anywhere(line.text)]).toEqual([line.text, true])
      if (line.nearest !== undefined)
        expect([line.nearest, inOne(line.nearest)]).toEqual([line.nearest, true])
      expect([line.text, line.category !== undefined]).toEqual([line.text, line.why === "regulated"])
    }
  })
})
