import {
  addressProblem,
  blockedKeywords,
  calloutProblem,
  descriptionProblem,
  headlineProblem,
  sitelinkProblem,
  termKey,
  termProblem
} from "../../campaigns/index.ts"
import type { FieldProblem } from "../../contract/index.ts"
import { type AdParts, asExclusion, type CampaignParts, type GivenKeyword, type GivenLine } from "./parts.ts"

/*
 * The form of the parts that a caller wrote: what the platform's rules for text reject, reported at once and field by
 * field. Whether a line is true is checked later, against its page.
 */

type Problem = (text: string) => string | null

const lineKey = (text: string): string => text.trim().toLowerCase()

/** Reports for each item after the first of its key that it repeats that one. */
const repeats = <A>(
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string,
  pathOf: (index: number) => string
): ReadonlyArray<FieldProblem> => {
  const keys = items.map(keyOf)
  return keys.flatMap((key, index) => {
    const first = keys.indexOf(key)
    return first < index ? [{ path: pathOf(index), message: `repeats ${pathOf(first)}` }] : []
  })
}

const at = (path: string, message: string | null): ReadonlyArray<FieldProblem> =>
  message === null ? [] : [{ path, message }]

const linesProblems = (
  path: string,
  lines: ReadonlyArray<GivenLine> = [],
  problem: Problem
): ReadonlyArray<FieldProblem> => [
  ...lines.flatMap(({ text }, n) => at(`${path}.${n}.text`, problem(text))),
  ...repeats(
    lines,
    ({ text }) => lineKey(text),
    (n) => `${path}.${n}.text`
  )
]

const keywordKey = (keyword: GivenKeyword): string => {
  const { match, text } = asExclusion(keyword)
  return `${match} ${termKey(text)}`
}

const keywordsProblems = (
  path: string,
  keywords: ReadonlyArray<GivenKeyword> = []
): ReadonlyArray<FieldProblem> => [
  ...keywords.flatMap(({ text }, n) => at(`${path}.${n}.text`, termProblem(text))),
  ...repeats(keywords, keywordKey, (n) => `${path}.${n}`)
]

/** Returns what is wrong with the form of one ad's parts. `path` ends with a dot, or is empty. */
export const adFormProblems = (
  { descriptions, headlines, keywords }: AdParts,
  path = ""
): ReadonlyArray<FieldProblem> => [
  ...linesProblems(`${path}headlines`, headlines, headlineProblem),
  ...linesProblems(`${path}descriptions`, descriptions, descriptionProblem),
  ...keywordsProblems(`${path}keywords`, keywords)
]

/** Reports keywords that two ads of the call share: they would compete with each other. */
const acrossAds = (ads: ReadonlyArray<AdParts>): ReadonlyArray<FieldProblem> => {
  const all = ads.flatMap(({ keywords = [] }, ad) =>
    keywords.map((keyword, n) => ({ ...keyword, ad, path: `ads.${ad}.keywords.${n}` }))
  )
  const first = new Map(all.toReversed().map((one) => [keywordKey(one), one]))
  return all.flatMap((one) => {
    const earlier = first.get(keywordKey(one))!
    return earlier.ad === one.ad ? [] : [{ path: one.path, message: `repeats ${earlier.path}` }]
  })
}

/** Reports exclusions that block a keyword of the same call: the keyword could never serve. */
const ownExclusions = ({ ads = [], keywords = [], negative_keywords = [] }: CampaignParts) => {
  const all = [...keywords, ...ads.flatMap((ad) => ad.keywords ?? [])].map(asExclusion)
  return negative_keywords.flatMap((negative, n) => {
    const [blocked] = blockedKeywords([asExclusion(negative)], all)
    const message = `excludes the keyword ${JSON.stringify(blocked)} of this call`
    return blocked === undefined ? [] : [{ path: `negative_keywords.${n}`, message }]
  })
}

/** Returns what is wrong with the form of a campaign's parts, in their order. */
export const campaignFormProblems = (parts: CampaignParts, website: string): ReadonlyArray<FieldProblem> => {
  const { ads = [], callouts, keywords, negative_keywords, pages = [], sitelinks = [] } = parts
  const page = (path: string, url: string) => at(path, addressProblem(url, website, "landing page"))
  const named = ads.flatMap(({ name }, n) => (name === undefined ? [] : [{ name, n }]))
  return [
    ...ads.flatMap((ad, n) => [...page(`ads.${n}.url`, ad.url), ...adFormProblems(ad, `ads.${n}.`)]),
    ...repeats(
      named,
      ({ name }) => lineKey(name),
      (n) => `ads.${named[n]!.n}.name`
    ),
    ...acrossAds(ads),
    ...keywordsProblems("keywords", keywords),
    ...keywordsProblems("negative_keywords", negative_keywords),
    ...ownExclusions(parts),
    ...sitelinks.flatMap((link, n) => at(`sitelinks.${n}`, sitelinkProblem(link, website))),
    ...repeats(
      sitelinks,
      ({ text }) => lineKey(text),
      (n) => `sitelinks.${n}.text`
    ),
    ...repeats(
      sitelinks,
      ({ url }) => lineKey(url),
      (n) => `sitelinks.${n}.url`
    ),
    ...linesProblems("callouts", callouts, calloutProblem),
    ...pages.flatMap((url, n) => page(`pages.${n}`, url))
  ]
}
