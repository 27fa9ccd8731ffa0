import { Clock, Effect, Either } from "effect"
import { blockedKeywords, type Need, nextAdName, pageKey } from "../../campaigns/index.ts"
import { checkLine, normalise, type PageText } from "../../claims/index.ts"
import { pageTextOf, SiteReader } from "../../outbound/index.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { DraftContent } from "../copy/content.ts"
import { type BusinessFacts, checkContextOf, pagesOf } from "../copy/facts.ts"
import type { KeywordOwner } from "../copy/keywords.ts"
import {
  assembleAd,
  type CheckLine,
  isWhole,
  proveLines,
  proveSitelinks,
  type RefusedLine,
  shareKeywords
} from "../parts/assemble.ts"
import { asExclusion, type CampaignParts, type GivenAd } from "../parts/parts.ts"
import { readBusinessFacts } from "./business.ts"
import { proposeAd } from "./generate.ts"

/* The pages that a caller named, and the check of what the caller wrote against them. */

/** The texts of pages, by the address that a caller named them with. */
export interface NamedPages {
  readonly read: ReadonlyMap<string, PageText>
  /** The pages that could not be read, and why. */
  readonly unread: ReadonlyMap<string, string>
}

/** Pages of which all were read. */
export const readPages = (pages: ReadonlyArray<PageText>): NamedPages => ({
  read: new Map(pages.map((page) => [pageKey(page.url), page])),
  unread: new Map()
})

/** The pages that parts name: landing pages, and those that sitelinks lead to. */
const pagesOfParts = ({ ads = [], pages = [], sitelinks = [] }: CampaignParts): ReadonlyArray<string> => [
  ...new Set([...ads.map(({ url }) => url), ...pages, ...sitelinks.map(({ url }) => url)])
]

const pagesAtOnce = 4

/** Reads the named pages that were not read with the website. A page that cannot be read proves nothing. */
export const readNamedPages = (urls: ReadonlyArray<string>, known: ReadonlyArray<PageText>) =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const byKey = new Map(readPages(known).read)
    const unread = new Map<string, string>()
    const missing = urls.filter((url) => !byKey.has(pageKey(url)))
    yield* Effect.forEach(
      missing,
      (url) =>
        Effect.gen(function* () {
          const read = yield* Effect.either(reader.read(url, { pages: 1 }))
          const readAt = new Date(yield* Clock.currentTimeMillis).toISOString()
          if (Either.isLeft(read)) unread.set(url, read.left.message)
          else {
            // A redirect may lead elsewhere: the lines rest on the page under the name that they use.
            const page = pageTextOf(read.right.pages[0]!, readAt)
            byKey.set(pageKey(url), { ...page, url })
          }
        }),
      { concurrency: pagesAtOnce, discard: true }
    )
    const pages: NamedPages = { read: byKey, unread }
    return pages
  })

/** Checks lines against the pages that they must be true for. */
export const lineChecker =
  (pages: NamedPages, facts: BusinessFacts): CheckLine =>
  (part, { quote, text }, urls) => {
    const unread = urls.find((url) => !pages.read.has(pageKey(url)))
    if (unread !== undefined) {
      const why = pages.unread.get(unread)
      const reason = `${unread} was not read, so nothing proves the line.${why === undefined ? "" : ` ${why}`}`
      return { holds: false, check: "page", reason, nearest: null }
    }
    const texts = urls.map((url) => pages.read.get(pageKey(url))!)
    return checkLine({ part, text, quote }, texts, checkContextOf(facts))
  }

/** The ads that the parts ask for; null if they are to be proposed from the whole website. */
interface Scope {
  readonly ads: ReadonlyArray<GivenAd> | null
  readonly warnings: ReadonlyArray<string>
  readonly needs: ReadonlyArray<Need>
}

/**
 * Narrows a draft to what its caller named. A service that the website does not sell gets no ad: a campaign for something
 * else would spend on it.
 */
export const scopeOf = ({ ads, pages, service }: CampaignParts, { home, offers }: BusinessFacts): Scope => {
  const open = { warnings: [], needs: [] }
  const named = ads ?? pages?.map((url) => ({ url })) ?? null
  if (service === undefined) return { ...open, ads: named }
  const wanted = normalise(service)
  const offer =
    offers.find(({ name }) => normalise(name.text) === wanted) ??
    offers.find(({ name }) => ` ${normalise(name.text)} `.includes(` ${wanted} `))
  if (offer !== undefined)
    return { ...open, ads: named ?? [{ url: (offer.page ?? home).url, name: service }] }
  if (named !== null) return { ...open, ads: named }
  const sold = offers.slice(0, 5).map(({ name }) => name.text)
  const names = sold.length === 0 ? "It names nothing that it sells." : `It sells ${sold.join(", ")}.`
  const message = `${home.url} names no service or product “${service}”, so no ad was made. ${names}`
  return {
    ads: [],
    warnings: [message],
    needs: [
      { need: "service", message: `${message} Name one of those, or send the ads with {campaigns.create}.` }
    ]
  }
}

interface Joining {
  readonly organization: number
  readonly account: LinkedAccount
  readonly facts: BusinessFacts
  readonly parts: CampaignParts
  readonly ads: Scope["ads"]
  /** What is proposed from the website. */
  readonly draft: DraftContent
  readonly isBrand: boolean
  readonly locations: ReadonlyArray<{ readonly geo_target: string }>
  readonly ownerOf: KeywordOwner
}

/** Joins what a caller wrote with what is proposed. Its lines are checked against their pages, which are kept. */
export const joinParts = ({
  account,
  draft,
  facts,
  isBrand,
  locations,
  organization,
  ownerOf,
  parts,
  ...given
}: Joining) =>
  Effect.gen(function* () {
    const named = yield* readNamedPages(
      [...new Set([...pagesOfParts(parts), ...(given.ads ?? []).map(({ url }) => url)])],
      pagesOf(facts)
    )
    const check = lineChecker(named, facts)
    const { lineContext } = facts
    const proposeFor = (url: string) =>
      Effect.gen(function* () {
        const page = yield* readBusinessFacts(organization, url, {
          advertisedBy: "ad",
          lineContext,
          pages: 1
        })
        const proposed = yield* proposeAd({ account, facts: page.facts, isBrand, locations, ownerOf })
        return Either.getOrNull(proposed)
      })
    const refused: Array<RefusedLine> = []
    const ads = [...draft.ads]
    for (const [n, ad] of (given.ads ?? []).entries()) {
      const proposed = isWhole(ad) || !named.read.has(pageKey(ad.url)) ? null : yield* proposeFor(ad.url)
      const made = assembleAd(ad, proposed, check, `ads.${n}.`, nextAdName(ads.map(({ name }) => name)))
      ads.push(made.ad)
      refused.push(...made.refused)
    }
    const hasOwn = (ad: { readonly url: string; readonly name: string }) =>
      (parts.ads ?? []).some(({ keywords, url }) => url === ad.url && keywords !== undefined)
    const sitelinks = parts.sitelinks === undefined ? null : proveSitelinks(parts.sitelinks, check)
    const landingPages = [...new Set(ads.map(({ url }) => url))]
    const callouts =
      parts.callouts === undefined
        ? null
        : proveLines(check, "callout", "callouts", parts.callouts, landingPages)
    refused.push(...(sitelinks?.refused ?? []), ...(callouts?.refused ?? []))
    const joined: DraftContent = {
      ...draft,
      ads: parts.keywords === undefined ? ads : shareKeywords(ads, hasOwn, parts.keywords),
      sitelinks: sitelinks?.kept ?? draft.sitelinks,
      callouts: callouts?.kept ?? draft.callouts.filter((line) => check("callout", line, landingPages).holds),
      negatives: []
    }
    const keywords = joined.ads.flatMap((ad) => ad.keywords)
    const negatives =
      parts.negative_keywords?.map(asExclusion) ??
      draft.negatives.filter((one) => blockedKeywords([one], keywords).length === 0)
    const inUse = new Set([...landingPages, ...joined.sitelinks.map(({ url }) => url)].map(pageKey))
    return {
      draft: { ...joined, negatives },
      refused,
      pages: [...named.read.values()].filter(({ url }) => inUse.has(pageKey(url)))
    }
  })
