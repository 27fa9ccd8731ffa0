import { Effect, Either } from "effect"
import type { KeywordInUse, ListedNegative } from "../../campaigns/index.ts"
import type { BusinessLocation } from "../../organizations/index.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { TaskFailed } from "../../tasks/failures.ts"
import { competitorWarning } from "../copy/competitors.ts"
import { composeDraft } from "../copy/compose.ts"
import type { BusinessFacts } from "../copy/facts.ts"
import { keywordOwner } from "../copy/keywords.ts"
import { requestModelLines } from "../copy/model-lines.ts"
import type { DraftType } from "../copy/name.ts"
import { draftThemes } from "../copy/themes.ts"
import { cpcCeilingOf, noConversionsWarning, readIdeas } from "./demand.ts"
import { targetingFor } from "./targeting.ts"

interface DraftRequest<E, R> {
  readonly account: LinkedAccount
  readonly business: {
    readonly domain: string
    readonly facts: BusinessFacts
    /** Lists of locations, in order of priority. */
    readonly places: ReadonlyArray<ReadonlyArray<BusinessLocation>>
  }
  readonly type: DraftType
  /** Keywords of the account that the draft must not repeat. */
  readonly inUse: ReadonlyArray<KeywordInUse>
  /** The companies whose names a competitor campaign bids on. */
  readonly competitors?: ReadonlyArray<string>
  /** Keywords of the negative keyword lists that would stop its ads. */
  readonly listed: ReadonlyArray<ListedNegative>
  readonly onWriting?: Effect.Effect<unknown, E, R>
}

/** Generates the content of a draft from facts, the platform's suggestions and, if there is one, a model. */
export const generateDraft = <E = never, R = never>({
  account,
  business: { domain, facts, places },
  competitors = [],
  inUse,
  listed,
  onWriting = Effect.void,
  type
}: DraftRequest<E, R>) =>
  Effect.gen(function* () {
    const targeting = yield* targetingFor(account, places)
    const { currency, tracksConversions } = yield* account.platform.details(account)
    const themes = type === "brand" || type === "competitor" ? [] : draftThemes(facts)
    const ideas = yield* readIdeas(account, facts, themes, targeting.locations)
    yield* onWriting
    const modelLinesFor = yield* requestModelLines(facts)
    const composed = composeDraft(facts, type, domain, {
      ideas,
      modelLinesFor,
      ownerOf: keywordOwner(inUse, listed),
      competitors
    })
    if (Either.isLeft(composed))
      return yield* new TaskFailed({ reason: "task_error", message: composed.left })
    const draft = composed.right
    const keywords = new Set(draft.ads.flatMap((ad) => ad.keywords.map(({ text }) => text)))
    const cpcCeiling = tracksConversions ? null : cpcCeilingOf(ideas, keywords)
    const score = Math.round(draft.ads.reduce((sum, ad) => sum + ad.score, 0) / draft.ads.length)
    const warnings = [
      ...(type === "competitor" ? [competitorWarning] : []),
      ...(cpcCeiling === null ? [] : [noConversionsWarning(cpcCeiling, currency)]),
      ...draft.leftOut.slice(0, 3).map((why) => `No ad was made for a page: ${why}.`)
    ]
    return { draft, targeting, cpcCeiling, score, warnings }
  })
