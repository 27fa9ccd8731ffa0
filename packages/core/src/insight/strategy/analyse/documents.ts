import { speaksToProgram } from "../../../outside/index.ts"
import type { StrategyFacts } from "../facts.ts"
import { isAbout, tellingWords } from "./words.ts"

/** What a document says that a strategy is about, in its own words; and what of the account it speaks of. */
export interface DocumentView {
  readonly name: string
  /** Word for word, in the order of the document. */
  readonly passages: ReadonlyArray<string>
  /** How many passages were left out because they speak to a program. */
  readonly leftOut: number
  readonly campaigns: ReadonlyArray<string>
  readonly products: ReadonlyArray<string>
  readonly places: ReadonlyArray<string>
}

const shown = 4
const longest = 240

/** Words of plans and wishes. */
const wishes =
  /\b(?:aims?|avoid|budgets?|campaigns?|cheaper|competitors?|conversions?|costs?|customers?|fewer|focus|goals?|grow(?:th)?|increase|launch|leads?|less|margins?|more|must|never|objectives?|priorit\w+|profit\w*|reduce|revenue|sales?|seasons?|should|spend|stop|targets?|want|winter|summer|spring|autumn)\b/i
const figures = /\d/

/** Lines and sentences, without the marks that markdown puts before them. */
const passagesOf = (content: string): ReadonlyArray<string> =>
  content
    .split(/\n+|(?<=[.!?])\s+(?=\p{Lu})/u)
    .map((passage) =>
      passage
        .replace(/^[\s>#*+-]+|^\s*\d+[.)]\s+/u, "")
        .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
        .trim()
    )
    .filter((passage) => /\p{L}.*\s.*\p{L}/u.test(passage))

const cutAt = (passage: string): string => {
  if (passage.length <= longest) return passage
  const cut = passage.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest / 2)).trimEnd()} …`
}

/** How much a passage has to do with the account. */
const weightOf = (passage: string, things: ReadonlyArray<string>): number =>
  (wishes.test(passage) ? 2 : 0) +
  (figures.test(passage) ? 1 : 0) +
  2 * things.filter(isAbout(passage)).length

/** Of "Seattle, Washington, United States" what people call it. */
const shortPlace = (place: string): string => place.split(",")[0]!.trim()

/** Words that, of all products, only one has: who says "emergency" means the emergency plumber. */
const ownWords = (products: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const owners = Map.groupBy(
    products.flatMap((product) => [...new Set(tellingWords(product))].map((word) => ({ word, product }))),
    ({ word }) => word
  )
  return new Map(
    [...owners].flatMap(([word, [first, ...more]]) =>
      first !== undefined && more.length === 0 && word.length > 3 ? [[word, first.product]] : []
    )
  )
}

/** Reads the documents that came along. What they say is quoted; nothing is done because they say so. */
export const documentsOf = ({
  business,
  campaigns,
  documents
}: StrategyFacts): ReadonlyArray<DocumentView> => {
  const slugs = campaigns.map(({ slug }) => slug)
  const products = business?.products ?? []
  const places = [...new Set((business?.places ?? []).map(shortPlace))]
  const things = [...slugs, ...products, ...places, ...(business?.competitors ?? [])]
  const own = ownWords(products)
  const productsIn = (passage: string): ReadonlyArray<string> => [
    ...products.filter(isAbout(passage)),
    ...tellingWords(passage).flatMap((word) => own.get(word) ?? [])
  ]
  return documents.map(({ content, name }) => {
    const all = passagesOf(content)
    const said = all.filter((passage) => !speaksToProgram(passage))
    const best = new Set(
      said
        .map((passage, at) => ({ passage, at, weight: weightOf(passage, things) }))
        .filter(({ weight }) => weight > 0)
        .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
        .slice(0, shown)
        .map(({ at }) => at)
    )
    const spokenOf = new Set(said.flatMap((passage) => productsIn(passage)))
    const isMeant = (slug: string) =>
      said.some((passage) => isAbout(passage)(slug)) || [...spokenOf].some(isAbout(slug))
    return {
      name,
      passages: said.filter((_, at) => best.has(at)).map(cutAt),
      leftOut: all.length - said.length,
      campaigns: slugs.filter(isMeant),
      products: products.filter((product) => spokenOf.has(product)),
      places: places.filter((place) => said.some((passage) => isAbout(passage)(place)))
    }
  })
}
