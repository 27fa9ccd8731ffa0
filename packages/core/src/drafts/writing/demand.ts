import { Effect } from "effect"
import { shortMoneyFormatter } from "../../contract/index.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { AdTheme } from "../copy/ad-lines.ts"
import type { BusinessFacts } from "../copy/facts.ts"
import type { Idea } from "../copy/ideas.ts"
import { toSearchText } from "../copy/keywords.ts"
import { mainTerms } from "../copy/main-terms.ts"

const maxSeeds = 20
const maxTermsPerTheme = 3

/** Reads what people search for around the themes, in one request. Without an answer the draft is plainer. */
export const readIdeas = (
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
export const cpcCeilingOf = (ideas: ReadonlyArray<Idea>, keywords: ReadonlySet<string>): number => {
  const bids = ideas
    .filter(({ text }) => keywords.has(toSearchText(text)))
    .flatMap(({ highBid }) => highBid ?? [])
    .toSorted((a, b) => a - b)
  return bids[Math.floor(bids.length / 2)] ?? usualBid
}

/** The warning of a draft in an account that measures no conversions. */
export const noConversionsWarning = (ceiling: number, currency: string): string =>
  `The ad account measures no conversions, so the draft buys clicks, at most ${shortMoneyFormatter(currency)(ceiling)} each. Set up conversion tracking in the ad account; campaigns can then bid for conversions.`
