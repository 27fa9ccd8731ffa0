import { Effect } from "effect"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { KeywordOwner } from "../copy/keywords.ts"
import { requestModelLines } from "../copy/model-lines.ts"
import { selectAd } from "../copy/select.ts"
import { landingTheme } from "../copy/themes.ts"
import type { readBusinessFacts } from "./business.ts"
import { readIdeas } from "./generate.ts"

interface AdProposal {
  readonly account: LinkedAccount
  /** What was read of the ad's landing page. */
  readonly business: Effect.Effect.Success<ReturnType<typeof readBusinessFacts>>
  readonly isBrand: boolean
  readonly locations: ReadonlyArray<{ readonly geo_target: string }>
  /** The owners of searches that other ads and campaigns bid on. */
  readonly ownerOf: KeywordOwner
}

/** Proposes an ad for one landing page: its lines and keywords, or why there is none. */
export const proposeAd = ({
  account,
  business: { domain, facts },
  isBrand,
  locations,
  ownerOf
}: AdProposal) =>
  Effect.gen(function* () {
    const theme = landingTheme(facts)
    const ideas = yield* readIdeas(account, facts, theme === null ? [] : [theme], locations)
    const modelLinesFor = yield* requestModelLines(facts)
    return selectAd(facts, isBrand, domain, { ideas, modelLinesFor, ownerOf })
  })
