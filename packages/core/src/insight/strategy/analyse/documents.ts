import type { StrategyFacts } from "../facts.ts"
import { type DocumentPassages, passagesIn } from "./passages.ts"
import { isAboutWords, tellingWords } from "./words.ts"

/** What a document says that a strategy is about, in its own words; and what of the account it speaks of. */
export interface DocumentView {
  readonly name: string
  /** Word for word, in the order of the document. */
  readonly passages: ReadonlyArray<string>
  /** How many paragraphs were left out because they give instructions. */
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

const cutAt = (passage: string): string => {
  if (passage.length <= longest) return passage
  const cut = passage.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest / 2)).trimEnd()} …`
}

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

/** Something that a passage may be about, with the words that say so. */
interface Thing {
  readonly name: string
  readonly words: ReadonlyArray<string>
}
const thingOf = (name: string): Thing => ({ name, words: tellingWords(name) })
const things = (names: ReadonlyArray<string>): ReadonlyArray<Thing> => names.map(thingOf)

/** Reads the documents that came along. What they say is quoted; nothing is done because they say so. */
export const documentsOf = (
  { business, campaigns, documents }: Pick<StrategyFacts, "business" | "campaigns" | "documents">,
  taken: ReadonlyArray<DocumentPassages> = passagesIn(documents)
): ReadonlyArray<DocumentView> => {
  const slugs = things(campaigns.map(({ slug }) => slug))
  const products = things(business?.products ?? [])
  const places = things([...new Set((business?.places ?? []).map(shortPlace))])
  const all = [...slugs, ...products, ...places, ...things(business?.competitors ?? [])]
  const own = ownWords(products.map(({ name }) => name))
  return taken.map(({ leftOut, name, passages }) => {
    // The words of a passage are found once: there may be hundreds of passages, and hundreds of campaigns.
    const said = passages.map((passage, at) => {
      const words = new Set(tellingWords(passage))
      return { passage, at, words, about: new Set(all.filter(isAboutWords(words))) }
    })
    const weightOf = ({ about, passage }: (typeof said)[number]): number =>
      (wishes.test(passage) ? 2 : 0) + (figures.test(passage) ? 1 : 0) + 2 * about.size
    const best = new Set(
      said
        .map((one) => ({ at: one.at, weight: weightOf(one) }))
        .filter(({ weight }) => weight > 0)
        .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
        .slice(0, shown)
        .map(({ at }) => at)
    )
    const isSaid = (thing: Thing) => said.some(({ about }) => about.has(thing))
    const meant = new Set(said.flatMap(({ words }) => [...words].flatMap((word) => own.get(word) ?? [])))
    const spokenOf = products.filter((product) => isSaid(product) || meant.has(product.name))
    const isMeant = (slug: Thing) => isSaid(slug) || spokenOf.some(isAboutWords(new Set(slug.words)))
    const namesOf = (found: ReadonlyArray<Thing>) => found.map((thing) => thing.name)
    return {
      name,
      passages: passages.filter((_, at) => best.has(at)).map(cutAt),
      leftOut,
      campaigns: namesOf(slugs.filter(isMeant)),
      products: namesOf(spokenOf),
      places: namesOf(places.filter(isSaid))
    }
  })
}
