/*
 * A figure is a number in the prose of a page: digits from 2 on, or a number word before a unit such as "seconds". No
 * figure: code, addresses, the numbers of steps, dates, and the number in a name such as "Node 20" or "ISO 8601".
 */

/** Names that a number belongs to. Tests compare the versions of Node (node-versions.test.ts) and Postgres. */
const names = [
  ...[
    "Node",
    "Postgres",
    "TypeScript",
    "OAuth",
    "ISO",
    "Citus",
    "PgBouncer",
    "Debian",
    "CycloneDX",
    "Neoverse-N"
  ],
  ...["SHA-", "RFC", "Error", "google-ads-node", "version"]
]

/** Replaces a part of the text by blanks, so that the positions of the rest stay the same. */
const blank = (text: string, part: RegExp): string =>
  text.replaceAll(part, (found) => found.replaceAll(/[^\n]/g, " "))

const noFigures: ReadonlyArray<RegExp> = [
  /^( *)```[^\n]*\n[\s\S]*?^\1```$/gm,
  /`[^`\n]*`/g,
  /\]\([^()\s]*\)/g,
  /<[^>\n]*>/g,
  /https?:\/\/\S+/g,
  /\b[\w.]+:\d{2,5}\b/g,
  /^(#+|\s*) *\d+\. /gm,
  /\bsteps? \d+( to \d+)?/g,
  /\b\d{4}-\d\d-\d\d\b/g,
  /\b(\d\d? )?(January|February|March|April|May|June|July|August|September|October|November|December)( \d{4})?\b/g,
  new RegExp(`\\b(${names.join("|")}) ?\\d[\\w.]*`, "g")
]

/** A paragraph or table that names the command which measures its figures: they differ from run to run. */
const isMeasured = (block: string): boolean => /`npm run (bench|growth|audit:million|image:try)/.test(block)

const withoutMeasurements = (page: string): string =>
  page
    .split(/(\n\n+)/)
    .map((block) => (isMeasured(block) ? block.replaceAll(/[^\n]/g, " ") : block))
    .join("")

const digits = /(?<![\w.,])(?![01](?![.,]?\d))\d+(,\d{3})*(\.\d+)*(?!\w)/g
const words =
  /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|sixty|ninety)( to \w+)? (\w+ )?(seconds|minutes|hours|days|weeks|months|years|percent|characters|words|attempts|times)\b/gi

/** A figure, by its place in the page as one line. */
export interface FoundFigure {
  readonly from: number
  readonly to: number
}

/** Returns a page as one line: texts in the lists of figures have no line breaks. */
export const flat = (page: string): string => page.replaceAll(/\s+/g, " ")

/** Returns the figures of a page, by their places in `flat(page)`. */
export const figuresIn = (page: string): ReadonlyArray<FoundFigure> => {
  const prose = noFigures.reduce(blank, withoutMeasurements(page))
  // Blanks hide the code, so the places are counted with the characters that a flat page keeps.
  const places: Array<number> = []
  let at = 0
  for (let index = 0; index < page.length; index++) {
    places.push(at)
    const isSpace = /\s/.test(page[index]!)
    if (!isSpace || !/\s/.test(page[index + 1] ?? "")) at++
  }
  return [...prose.matchAll(digits), ...prose.matchAll(words)].map((match) => ({
    from: places[match.index]!,
    to: places[match.index + match[0].length - 1]! + 1
  }))
}

/** Returns the figures of a page that none of the texts contains, each with the words around it. */
export const unlistedIn = (page: string, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const line = flat(page)
  const listed = texts.flatMap((text) => {
    const found: Array<FoundFigure> = []
    for (let from = line.indexOf(text); from >= 0; from = line.indexOf(text, from + 1))
      found.push({ from, to: from + text.length })
    return found
  })
  return figuresIn(page)
    .filter((figure) => !listed.some(({ from, to }) => from <= figure.from && figure.to <= to))
    .map(({ from, to }) => line.slice(Math.max(0, from - 40), to + 30))
}
