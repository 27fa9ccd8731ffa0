import { Effect, Schema } from "effect"
import { quoteList } from "../../log/sentence.ts"
import { isPlatformFirst } from "../campaign.ts"
import { connectionWarnings } from "../connection.ts"
import type { StoredCriterion } from "../criterion-rows.ts"
import {
  type Criteria,
  criterionEdit,
  keywordCriteria,
  negativeCriteria,
  standingRows,
  traceFields
} from "./criteria.ts"

const Trace = Schema.Struct({
  ...traceFields,
  /** What the undo needs to add them again. */
  again: Schema.Unknown
})
type Trace = typeof Trace.Type

/** Removes exactly these rows, and no other with the same text. */
const removalOf = <
  New extends { readonly text: string },
  Row extends StoredCriterion & New,
  Remote extends { readonly ref: string }
>(
  criteria: Criteria<New, Row, Remote>
) =>
  criterionEdit({
    kind: criteria.removes,
    input: Schema.Struct({ campaign: Schema.Int, ids: Schema.Array(Schema.Int) }),
    trace: Trace,
    criteria,
    requiresLink: false,
    plan: (organization, { id, slug }, { ids }) =>
      Effect.gen(function* () {
        const items = (yield* criteria.read(organization, ids)).filter(({ removed }) => !removed)
        const lost = yield* criteria.readLoss?.(organization, id, items) ?? Effect.succeed(null)
        return {
          items,
          lost,
          ...(lost !== null && { loss: { conversions: lost.conversions, keywords: [] } }),
          did: `Removed from ${slug}: ${quoteList(items.map(({ text }) => text))}`,
          hashedContent: { remove: items.map((row) => row.id) },
          stopsSpend: criteria.removalStopsSpend
        }
      }),
    warnings: (accounts, context, { campaign }) =>
      connectionWarnings(accounts, context, campaign, isPlatformFirst(campaign)),
    changes: ({ items }) => items.flatMap(({ ref }) => (ref === null ? [] : [{ do: "remove", ref }])),
    apply: (organization, { campaign: { id, slug }, items }, _action, active) =>
      Effect.gen(function* () {
        const ids = items.map((row) => row.id)
        if (active) yield* criteria.remove(organization, ids)
        const trace: Trace = { campaign: id, slug, ids, again: criteria.addAgain(id, items) }
        return trace
      }),
    platformFirst: {
      field: "id",
      missing: (_trace, { rows, there }) => {
        const refs = new Set(there.map(({ ref }) => ref))
        return rows.flatMap(({ ref }) => (ref !== null && refs.has(ref) ? [{ do: "remove", ref }] : []))
      },
      complete: (organization, trace) => Effect.as(criteria.remove(organization, trace.ids), trace),
      discard: () => Effect.void
    },
    restorable: (context, trace) =>
      standingRows(criteria, context, trace, (row) => criteria.notRestorable?.(row) ?? null),
    reverse: criteria.restore
  })

export const removeKeywordsEdit = removalOf(keywordCriteria)
export const removeNegativesEdit = removalOf(negativeCriteria)
