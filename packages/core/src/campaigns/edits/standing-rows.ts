import { Effect } from "effect"
import type { PlanContext, Restorable } from "../../changes/edit.ts"
import { renderSubject } from "../../log/sentence.ts"
import type { StoredCriterion } from "../criterion-rows.ts"
import { type Criteria, type CriterionTrace, negativeCriteria } from "./criteria.ts"

const removedBefore = ({ removed }: StoredCriterion) => (removed ? "It was removed before." : null)

/**
 * Returns which rows of a trace are still as the edit left them, so that an undo can change them back.
 * `lostBecause` returns why a row is not; null if it is.
 */
export const standingRows = <
  New extends { readonly text: string },
  Row extends StoredCriterion,
  Remote,
  Trace extends CriterionTrace
>(
  { one, read }: Criteria<New, Row, Remote>,
  context: PlanContext,
  trace: Trace,
  lostBecause: (row: Row) => string | null = removedBefore
) =>
  Effect.map(read(context.clearance.organization.id, trace.ids), (rows): Restorable<Trace> => {
    const standing = rows.filter((row) => lostBecause(row) === null)
    const noun = one[0]!.toUpperCase() + one.slice(1)
    return {
      standing: standing.length === 0 ? null : { ...trace, ids: standing.map(({ id }) => id) },
      lost: rows.flatMap((row) => {
        const reason = lostBecause(row)
        return reason === null
          ? []
          : [{ what: `${noun} ${JSON.stringify(row.text)} of ${trace.slug}`, reason }]
      })
    }
  })

/** Also reports an action that added none. */
export const standingNegatives = <Trace extends CriterionTrace>(context: PlanContext, trace: Trace) =>
  Effect.map(standingRows(negativeCriteria, context, trace), (restorable): Restorable<Trace> => {
    if (restorable.standing !== null || restorable.lost.length > 0) return restorable
    const what = renderSubject({ subject: negativeCriteria.subject, of: trace.slug })
    return { standing: null, lost: [{ what, reason: "It had added none." }] }
  })
