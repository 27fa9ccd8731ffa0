import { Effect } from "effect"
import type { PlanContext, Restorable } from "../../changes/edit.ts"
import { readNegatives } from "./rows.ts"

/** What of the exclusions that an action made is still there to be taken away. */
export const standingNegatives = <
  Trace extends { readonly ids: ReadonlyArray<number>; readonly slug: string }
>(
  context: PlanContext,
  trace: Trace,
  /** What it was about, for an action that came to add none. */
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
