import { Effect, Either } from "effect"
import type { KeywordInUse, ListedNegative } from "../../campaigns/index.ts"
import { shortMoneyFormatter } from "../../contract/index.ts"
import {
  type BusinessLocation,
  lookUpLocations,
  type Targeting,
  targetingOf
} from "../../organizations/index.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { TaskFailed } from "../../tasks/failures.ts"
import type { AdTheme } from "../copy/ad-lines.ts"
import type { DraftContent } from "../copy/content.ts"
import type { BusinessFacts } from "../copy/facts.ts"
import {
  competitorWarning,
  type Idea,
  type KeywordOwner,
  keywordOwner,
  mainTerms,
  toSearchText
} from "../copy/keywords.ts"
import { requestModelLines } from "../copy/model-lines.ts"
import type { DraftType } from "../copy/name.ts"
import { selectAd, selectAssets, selectDraft } from "../copy/select.ts"
import { draftThemes, landingTheme } from "../copy/themes.ts"
import type { Business } from "./business.ts"

const maxSeeds = 20
const maxTermsPerTheme = 3

/** Reads what people search for around the themes, in one request. Without an answer the draft is plainer. */
const readIdeas = (
  account: LinkedAccount,
  { language, website }: BusinessFacts,
  themes: ReadonlyArray<AdTheme>,
  locations: ReadonlyArray<{ readonly geo_target: string }>
): Effect.Effect<ReadonlyArray<Idea>> => {
  const seeds = themes.flatMap(({ offer, page }) =>
    [...mainTerms(offer, page), ...offer.terms]
      .slice(0, maxTermsPerTheme)
      .map(({ text }) => toSearchText(text))
  )
  const keywords = [...new Set(seeds)].filter((text) => text !== "" && text.length <= 80).slice(0, maxSeeds)
  if (keywords.length === 0) return Effect.succeed([])
  return account.platform
    .keywordIdeas(account, {
      keywords,
      url: website,
      locations: locations.map(({ geo_target }) => geo_target),
      language
    })
    .pipe(
      Effect.catchAll((error) =>
        Effect.as(Effect.logWarning(`The ad platform has no keyword ideas: ${error.message}`), [])
      )
    )
}

/** A bid that buys clicks in most trades, in units of the account's currency. */
const usualBid = 2

/** The most that a click may cost: the middle of what the platform expects for the draft's searches. */
const cpcCeilingOf = (ideas: ReadonlyArray<Idea>, keywords: ReadonlySet<string>): number => {
  const bids = ideas
    .filter(({ text }) => keywords.has(toSearchText(text)))
    .flatMap(({ highBid }) => highBid ?? [])
    .toSorted((a, b) => a - b)
  return bids[Math.floor(bids.length / 2)] ?? usualBid
}

/** The warning of a draft in an account that measures no conversions. */
const noConversionsWarning = (ceiling: number, currency: string): string =>
  `The ad account measures no conversions, so the draft buys clicks, at most ${shortMoneyFormatter(currency)(ceiling)} each. Set up conversion tracking in the ad account; campaigns can then bid for conversions.`

/** The targeting of a draft, and what a person must decide about it. */
interface DraftTargeting extends Targeting {
  /** Which of several places is meant, as the end of a sentence; null if every place is known. */
  readonly locationQuestion: string | null
}

const maxChoices = 6

/**
 * Finds the locations of a draft in the platform: the first list of which it knows any, or which has coordinates.
 * A draft without locations is still generated, and its launch check reports them as missing, with the places
 * that an ambiguous name can mean.
 */
const targetingFor = (account: LinkedAccount, places: ReadonlyArray<ReadonlyArray<BusinessLocation>>) =>
  Effect.gen(function* () {
    let question: string | null = null
    for (const list of places) {
      const found = yield* lookUpLocations(account, list)
      const targeting = targetingOf(found.map(({ location }) => location))
      const open = found.filter(({ choices }) => choices.length > 1)
      question ??=
        open.length === 0
          ? null
          : open
              .map(({ choices, location }) => {
                const names = choices.slice(0, maxChoices).map(({ name }) => name)
                return `“${location.name}” can be ${names.join("; ")}`
              })
              .join(". ")
      if (targeting.locations.length > 0 || targeting.radius !== null)
        return { ...targeting, locationQuestion: null } satisfies DraftTargeting
    }
    return { ...targetingOf([]), locationQuestion: question } satisfies DraftTargeting
  })

interface DraftRequest<E, R> {
  readonly account: LinkedAccount
  readonly business: Pick<Business, "facts" | "places">
  readonly type: DraftType
  /** Keywords of the account that the draft must not repeat. */
  readonly inUse: ReadonlyArray<KeywordInUse>
  /** The companies whose names a competitor campaign bids on. */
  readonly competitors?: ReadonlyArray<string>
  /** Keywords of the negative keyword lists that would stop its ads. */
  readonly listed: ReadonlyArray<ListedNegative>
  readonly onWriting?: Effect.Effect<unknown, E, R>
  /** The landing pages of the ads that the caller asks for; null if they are to be proposed too. */
  readonly landingPages?: ReadonlyArray<string> | null
}

/** Generates the content of a draft from facts, the platform's suggestions and, if there is one, a model. */
export const generateDraft = <E = never, R = never>({
  account,
  business: { facts, places },
  competitors = [],
  inUse,
  landingPages = null,
  listed,
  onWriting = Effect.void,
  type
}: DraftRequest<E, R>) =>
  Effect.gen(function* () {
    const targeting = yield* targetingFor(account, places)
    const { currency, tracksConversions } = yield* account.platform.details(account)
    const isOfName = type === "brand" || type === "competitor"
    const themes = landingPages !== null || isOfName ? [] : draftThemes(facts)
    const ideas = yield* readIdeas(account, facts, themes, targeting.locations)
    yield* onWriting
    const selected =
      landingPages !== null
        ? Either.right({ ads: [], leftOut: [], ...selectAssets(facts, landingPages) })
        : selectDraft(facts, type, {
            ideas,
            modelLinesFor: yield* requestModelLines(facts),
            ownerOf: keywordOwner(inUse, listed),
            competitors
          })
    if (Either.isLeft(selected))
      return yield* new TaskFailed({ reason: "task_error", message: selected.left })
    const draft: DraftContent = selected.right
    const keywords = new Set(draft.ads.flatMap((ad) => ad.keywords.map(({ text }) => text)))
    const cpcCeiling = tracksConversions ? null : cpcCeilingOf(ideas, keywords)
    const warnings = [
      ...(type === "competitor" ? [competitorWarning] : []),
      ...(cpcCeiling === null ? [] : [noConversionsWarning(cpcCeiling, currency)]),
      ...draft.leftOut.slice(0, 3).map((why) => `No ad was made for a page: ${why}.`)
    ]
    return { draft, targeting, cpcCeiling, warnings }
  })

interface AdRequest {
  readonly account: LinkedAccount
  /** What was read of the ad's landing page. */
  readonly facts: BusinessFacts
  readonly isBrand: boolean
  readonly locations: ReadonlyArray<{ readonly geo_target: string }>
  /** The owners of searches that other ads and campaigns bid on. */
  readonly ownerOf: KeywordOwner
}

/** Proposes an ad for one landing page: its lines and keywords, or why there is none. */
export const proposeAd = ({ account, facts, isBrand, locations, ownerOf }: AdRequest) =>
  Effect.gen(function* () {
    const theme = landingTheme(facts)
    const ideas = yield* readIdeas(account, facts, theme === null ? [] : [theme], locations)
    const modelLinesFor = yield* requestModelLines(facts)
    return selectAd(facts, isBrand, { ideas, modelLinesFor, ownerOf })
  })
