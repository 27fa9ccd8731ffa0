import { Effect } from "effect"
import type { PlanContext, Restorable } from "../../changes/edit.ts"
import { renderSubject } from "../../log/sentence.ts"

interface TraceWithSlug {
  readonly slug: string
}

/** Returns the undo methods of an edit. `lostReason`: why nothing of it stands any more; null if it does. */
export const undoMethods = <Trace extends TraceWithSlug, E = never, R = never>(
  subject: string,
  lostReason: (context: PlanContext, trace: Trace) => Effect.Effect<string | null, E, R>
) => {
  const what = ({ slug }: Trace) => renderSubject({ subject, of: slug })
  return {
    describe: (_context: PlanContext, trace: Trace) => Effect.succeed(what(trace)),
    restorable: (context: PlanContext, trace: Trace) =>
      Effect.map(
        lostReason(context, trace),
        (reason): Restorable<Trace> =>
          reason === null
            ? { standing: trace, lost: [] }
            : { standing: null, lost: [{ what: what(trace), reason }] }
      )
  }
}

/** Returns the undo methods of an edit that cannot be undone. `reason`: why, and what to do instead. */
export const notUndoable = <Trace extends TraceWithSlug>(subject: string, reason: string) => ({
  ...undoMethods<Trace>(subject, () => Effect.succeed(reason)),
  reverse: (): never => {
    throw new Error(`${reason} So nothing of it ever stands`)
  }
})
