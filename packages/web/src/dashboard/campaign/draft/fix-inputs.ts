import type { DraftContent } from "@adwarden/core"
import type { PeopleWriteName } from "@adwarden/core/contract"

type Input = Readonly<Record<string, unknown>>
type DraftAd = DraftContent["ads"][number]

/** The write of a fix, and its input from the address; null until something was entered. */
export interface FixRequest {
  readonly write: PeopleWriteName
  readonly input: Input | null
}

const linesOf = (text: string | null): ReadonlyArray<string> =>
  (text ?? "").split("\n").flatMap((line) => line.trim() || [])

/** The ad that the address names, else the first one that lacks something. */
export const chosenAd = (
  { ads }: DraftContent,
  query: URLSearchParams,
  lacks: (ad: DraftAd) => boolean
): DraftAd | null => ads.find(({ id }) => String(id) === query.get("ad")) ?? ads.find(lacks) ?? ads[0] ?? null

export const lacksLines = ({ descriptions, headlines }: DraftAd): boolean =>
  headlines.length < 3 || descriptions.length < 2
export const lacksKeywords = ({ keywords }: DraftAd): boolean =>
  !keywords.some(({ state }) => state === "enabled")

const numbered = (query: URLSearchParams, name: string): ReadonlyArray<string> =>
  [...query].flatMap(([field]) => (field.startsWith(`${name}-`) ? [field.slice(name.length + 1)] : []))

const sitelinksOf = (query: URLSearchParams): ReadonlyArray<Input> =>
  numbered(query, "text").flatMap((n) => {
    const [text, url] = [(query.get(`text-${n}`) ?? "").trim(), (query.get(`url-${n}`) ?? "").trim()]
    const described = [query.get(`description1-${n}`) ?? "", query.get(`description2-${n}`) ?? ""]
    const [description1, description2] = described.map((one) => one.trim())
    return text === "" && url === ""
      ? []
      : [{ text, url, ...(description1 ? { description1 } : {}), ...(description2 ? { description2 } : {}) }]
  })

/** A place as the value of a checkbox: the platform's id of it, then its name. */
export const placeValue = ({
  geo_target,
  name
}: {
  readonly geo_target: string
  readonly name: string
}): string => `${geo_target} ${name}`

const placesOf = (query: URLSearchParams): ReadonlyArray<Input> =>
  query.getAll("place").map((value) => {
    const at = value.indexOf(" ")
    return { geo_target: value.slice(0, at), name: value.slice(at + 1) }
  })

const unlessEmpty = (list: ReadonlyArray<unknown>, input: Input): Input | null =>
  list.length === 0 ? null : input

/** What the address of a draft asks to fix; null if it names no fix. */
export const fixRequest = (content: DraftContent, query: URLSearchParams): FixRequest | null => {
  const { campaign } = content
  switch (query.get("change")) {
    case "account":
      return { write: "drafts.use_account", input: { campaign } }
    case "discard":
      return { write: "drafts.discard", input: { campaign } }
    case "locations": {
      const locations = placesOf(query)
      return { write: "drafts.set_locations", input: unlessEmpty(locations, { campaign, locations }) }
    }
    case "language": {
      const language = query.get("language")
      return { write: "drafts.set_language", input: language === null ? null : { campaign, language } }
    }
    case "sitelinks": {
      const sitelinks = sitelinksOf(query)
      return { write: "drafts.set_sitelinks", input: unlessEmpty(sitelinks, { campaign, sitelinks }) }
    }
    case "callouts": {
      const callouts = linesOf(query.get("callouts"))
      return { write: "drafts.set_callouts", input: unlessEmpty(callouts, { campaign, callouts }) }
    }
    case "lines": {
      const ad = chosenAd(content, query, lacksLines)?.id
      const sent = ad !== undefined && query.has("headlines")
      return {
        write: "ads.set_lines",
        input: sent
          ? {
              ad,
              headlines: linesOf(query.get("headlines")),
              descriptions: linesOf(query.get("descriptions")),
              url: (query.get("url") ?? "").trim()
            }
          : null
      }
    }
    case "keywords": {
      const ad = chosenAd(content, query, lacksKeywords)?.id
      const match = query.get("match") ?? "phrase"
      const keywords = linesOf(query.get("keywords")).map((text) => ({ text, match }))
      return {
        write: "keywords.add",
        input: ad === undefined ? null : unlessEmpty(keywords, { ad, keywords })
      }
    }
    default:
      return null
  }
}
