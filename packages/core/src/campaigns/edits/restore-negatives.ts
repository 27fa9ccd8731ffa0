import { Effect, Schema } from "effect"
import { errorWarnings } from "../connection.ts"
import { activateNegatives, readRestorableNegatives } from "../negatives/rows.ts"
import { readExclusionContext } from "../negatives/would-lose.ts"
import {
  additionFirst,
  type CriterionTrace,
  criterionEdit,
  describeAddition,
  negativeCriteria,
  reverseAddition,
  standingNegatives,
  traceFields
} from "./criteria.ts"

/** Restores removed negative keywords where they were, with their match types and origin: the undo of a removal. */
export const restoreNegativesEdit = criterionEdit({
  kind: "negatives.restore",
  input: Schema.Struct({ campaign: Schema.Int, ids: Schema.Array(Schema.Int) }),
  trace: Schema.Struct(traceFields),
  criteria: negativeCriteria,
  requiresLink: true,
  plan: (organization, { id }, { ids }) =>
    Effect.gen(function* () {
      const items = yield* readRestorableNegatives(organization, ids)
      const { effectsOf } = yield* readExclusionContext(organization, id)
      return {
        items,
        loss: effectsOf(items.filter(({ ad }) => ad === null)).loss,
        did: describeAddition(negativeCriteria.one, items),
        hashedContent: { restore: items.map((row) => row.id) },
        stopsSpend: false
      }
    }),
  warnings: (_accounts, _context, { campaign }) => Effect.succeed(errorWarnings(campaign)),
  changes: ({ items }, campaign) =>
    items.flatMap((row) =>
      negativeCriteria.keyOf(row) === null ? [] : [negativeCriteria.addition(row, campaign)]
    ),
  apply: (organization, { campaign: { id, slug }, items }, _action, active) =>
    Effect.gen(function* () {
      if (active) yield* activateNegatives(organization, id, items)
      const trace: CriterionTrace = { campaign: id, slug, ids: items.map((row) => row.id) }
      return trace
    }),
  // Its rows existed before, so nothing is deleted where the platform refuses it.
  platformFirst: { ...additionFirst(negativeCriteria), discard: () => Effect.void },
  restorable: standingNegatives,
  reverse: reverseAddition(negativeCriteria)
})
