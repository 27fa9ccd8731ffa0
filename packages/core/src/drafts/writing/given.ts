import { Clock, Effect, Either } from "effect"
import { blockedKeywords, type LineContext, type Need, nextAdName, pageKey } from "../../campaigns/index.ts"
import { type CheckContext, checkLine, normalise, type PageText } from "../../claims/index.ts"
import { pageTextOf, SiteReader } from "../../outbound/index.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { DraftContent } from "../copy/content.ts"
import type { BusinessFacts } from "../copy/facts.ts"
import type { KeywordOwner } from "../copy/keywords.ts"
import {
  assembleAd,
  type CheckLine,
  isWhole,
  negativesOf,
  proveCallouts,
  provenAd,
  provenCallouts,
  provenSitelinks,
  proveSitelinks,
  type RefusedLine,
  shareKeywords
} from "../parts/assemble.ts"
import type { CampaignParts, GivenAd } from "../parts/parts.ts"
import { readBusinessFacts } from "./business.ts"
import { proposeAd } from "./propose-ad.ts"

/* The pages that a caller named, and the check of what the caller wrote against them. */

/** The texts of pages, by the address that a caller named them with. */
export interface NamedPages {
  readonly textOf: (url: string) => PageText | null
  readonly all: ReadonlyArray<PageText>
  /** The pages that could not be read, and why. */
  readonly unread: ReadonlyMap<string, string>
}

/** The pages that parts name: landing pages, and those that sitelinks lead to. */
export const pagesOfParts = ({
  ads = [],
  pages = [],
  sitelinks = []
}: CampaignParts): ReadonlyArray<string> => [
  ...new Set([...ads.map(({ url }) => url), ...pages, ...sitelinks.map(({ url }) => url)])
]

/** The day, in UTC: an offer that ended before it is no evidence. */
export const today = Effect.map(Clock.currentTimeMillis, (millis) =>
  new Date(millis).toISOString().slice(0, 10)
)

const pagesAtOnce = 4

/** Reads the named pages that were not read with the website. A page that cannot be read proves nothing. */
export const readNamedPages = (urls: ReadonlyArray<string>, known: ReadonlyArray<PageText>) =>
  Effect.gen(function* () {
    const reader = yield* SiteReader
    const byKey = new Map(known.map((page) => [pageKey(page.url), page]))
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
    const pages: NamedPages = {
      textOf: (url) => byKey.get(pageKey(url)) ?? null,
      all: [...new Set(byKey.values())],
      unread
    }
    return pages
  })

/** Checks lines against the pages that they must be true for. */
export const lineChecker =
  (
    pages: NamedPages,
    { brand_names, names, places }: LineContext,
    language: string,
    today: string
  ): CheckLine =>
  (part, { quote, text }, urls) => {
    if (part === "keyword") return { holds: true, sentence: null }
    const unread = urls.find((url) => pages.textOf(url) === null)
    if (unread !== undefined) {
      const why = pages.unread.get(unread)
      const reason = `${unread} was not read, so nothing proves the line.${why === undefined ? "" : ` ${why}`}`
      return { holds: false, check: "page", reason, nearest: null }
    }
    const context: CheckContext = { language, brandNames: brand_names, places, names, today }
    const texts = urls.flatMap((url) => pages.textOf(url) ?? [])
    const verdict = checkLine({ part, text, quote }, texts, context)
    return verdict.holds ? { holds: true, sentence: verdict.evidence?.sentence ?? null } : verdict
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
  readonly business: Effect.Effect.Success<ReturnType<typeof readBusinessFacts>>
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
  business,
  draft,
  isBrand,
  locations,
  organization,
  ownerOf,
  parts,
  ...given
}: Joining) =>
  Effect.gen(function* () {
    const { facts, lineContext } = business
    const named = yield* readNamedPages(
      [...new Set([...pagesOfParts(parts), ...(given.ads ?? []).map(({ url }) => url)])],
      business.pages
    )
    const check = lineChecker(named, lineContext, facts.language, yield* today)
    const proposeFor = (url: string) =>
      Effect.gen(function* () {
        const page = yield* readBusinessFacts(organization, url, { advertisedBy: "ad", pages: 1 })
        const proposed = yield* proposeAd({ account, business: page, isBrand, locations, ownerOf })
        return Either.isLeft(proposed) ? null : provenAd(proposed.right, check)
      })
    const refused: Array<RefusedLine> = []
    const ads = draft.ads.map((ad) => provenAd(ad, check))
    for (const [n, ad] of (given.ads ?? []).entries()) {
      const proposed = isWhole(ad) || named.textOf(ad.url) === null ? null : yield* proposeFor(ad.url)
      const made = assembleAd(ad, proposed, check, `ads.${n}.`, nextAdName(ads.map(({ name }) => name)))
      ads.push(made.ad)
      refused.push(...made.refused)
    }
    const hasOwn = (ad: { readonly url: string; readonly name: string }) =>
      (parts.ads ?? []).some(({ keywords, url }) => url === ad.url && keywords !== undefined)
    const sitelinks = parts.sitelinks === undefined ? null : proveSitelinks(parts.sitelinks, check)
    const landingPages = [...new Set(ads.map(({ url }) => url))]
    const callouts = parts.callouts === undefined ? null : proveCallouts(parts.callouts, landingPages, check)
    refused.push(...(sitelinks?.refused ?? []), ...(callouts?.refused ?? []))
    const joined: DraftContent = {
      ...draft,
      ads: parts.keywords === undefined ? ads : shareKeywords(ads, hasOwn, parts.keywords),
      sitelinks: sitelinks?.kept ?? provenSitelinks(draft.sitelinks, check),
      callouts: callouts?.kept ?? provenCallouts(draft.callouts, landingPages, check),
      negatives: []
    }
    const keywords = joined.ads.flatMap((ad) => ad.keywords)
    const negatives =
      negativesOf(parts) ?? draft.negatives.filter((one) => blockedKeywords([one], keywords).length === 0)
    const inUse = new Set([...landingPages, ...joined.sitelinks.map(({ url }) => url)].map(pageKey))
    return {
      draft: { ...joined, negatives },
      refused,
      pages: named.all.filter(({ url }) => inUse.has(pageKey(url)))
    }
  })
