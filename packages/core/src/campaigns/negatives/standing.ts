import { Effect } from "effect"
import type { PlanContext, Restorable } from "../../changes/edit.ts"
import { readNegatives } from "./rows.ts"

/** Returns which exclusions of an action still exist, so that an undo can remove them. */
export const standingNegatives = <
  Trace extends { readonly ids: ReadonlyArray<number>; readonly slug: string }
>(
  context: PlanContext,
  trace: Trace,
  /** The subject, for an action that added none. */
  what: string
) =>
  Effect.map(readNegatives(context.clearance.organization.id, trace.ids), (rows): Restorable<Trace> => {
    if (rows.length === 0) return { standing: null, lost: [{ what, reason: "It had added none." }] }
    const remaining = rows.filter(({ removed }) => !removed)
    const lost = rows
      .filter(({ removed }) => removed)
      .map(({ text }) => ({
        what: `Negative keyword ${JSON.stringify(text)} of ${trace.slug}`,
        reason: "It was removed before."
      }))
    return {
      standing: remaining.length === 0 ? null : { ...trace, ids: remaining.map(({ id }) => id) },
      lost
    }
  })
