import { Effect, Schema } from "effect"
import { matchTypes } from "../../contract/index.ts"
import { connectionWarnings } from "../connection.ts"
import {
  keywordKey,
  type NewKeyword,
  readAdsOf,
  readKeywordsOn,
  type StoredKeyword,
  writeKeywordRows
} from "../criterion-rows.ts"
import { normaliseTerm } from "../negatives/terms.ts"
import {
  additionFirst,
  type CriterionTrace,
  criterionEdit,
  describeAddition,
  keywordCriteria,
  reverseAddition,
  standingRows,
  traceFields
} from "./criteria.ts"

const Keyword = Schema.Struct({
  ad: Schema.Int,
  text: Schema.String,
  match: Schema.Literal(...matchTypes),
  /** Enabled, unless it says otherwise: the undo of a removal. */
  state: Schema.optionalWith(Schema.Literal("paused"), { exact: true })
})

/**
 * Selects the new keywords: on an existing ad, and not a duplicate of one with the same text and match type.
 */
const selectNew = (
  requested: ReadonlyArray<NewKeyword>,
  ads: ReadonlySet<number>,
  existing: ReadonlyArray<StoredKeyword>
): ReadonlyArray<NewKeyword> => {
  const seen = new Set(existing.map((one) => keywordKey(one.ad, one)))
  return requested.flatMap(({ ad, match, state, text }) => {
    const one: NewKeyword = { ad, match, text: normaliseTerm(text), ...(state && { state }) }
    const key = keywordKey(ad, one)
    if (!ads.has(ad) || seen.has(key)) return []
    seen.add(key)
    return [one]
  })
}

/** Adds keywords to an ad. */
export const addKeywordsEdit = criterionEdit({
  kind: keywordCriteria.adds,
  input: Schema.Struct({ campaign: Schema.Int, keywords: Schema.Array(Keyword) }),
  trace: Schema.Struct(traceFields),
  criteria: keywordCriteria,
  requiresLink: true,
  plan: (organization, { id }, { keywords }) =>
    Effect.gen(function* () {
      const localAds = yield* readAdsOf(organization, id)
      const ads = new Set(localAds.map((ad) => ad.id))
      const existing = yield* readKeywordsOn(organization, [...ads])
      const items = selectNew(keywords, ads, existing)
      return {
        items,
        alreadyThere: keywords.flatMap(({ ad, match, text }) =>
          existing.some(
            (one) => keywordKey(one.ad, one) === keywordKey(ad, { match, text: normaliseTerm(text) })
          )
            ? [text]
            : []
        ),
        /** The platform's resource names of the campaign's ads. */
        adRefs: new Map(localAds.map(({ id, ref }) => [id, ref])),
        did: describeAddition(keywordCriteria.one, items),
        hashedContent: { add: items },
        stopsSpend: false
      }
    }),
  warnings: (accounts, context, { campaign }) => connectionWarnings(accounts, context, campaign),
  changes: ({ adRefs, items }) =>
    items.flatMap(({ ad, match, state, text }) => {
      const ref = adRefs.get(ad) ?? null
      return ref === null ? [] : [{ do: "add_keyword", ad: ref, text, match, ...(state && { state }) }]
    }),
  apply: (organization, { campaign: { id, slug }, items }, _action, active) =>
    Effect.map(
      writeKeywordRows(organization, id, items, active),
      (ids): CriterionTrace => ({ campaign: id, slug, ids })
    ),
  platformFirst: additionFirst(keywordCriteria),
  restorable: (context, trace) => standingRows(keywordCriteria, context, trace),
  reverse: reverseAddition(keywordCriteria)
})
