import { Effect } from "effect"
import type { PlanContext, Restorable } from "../../changes/edit.ts"
import { renderSubject } from "../../changes/sentence.ts"

interface TraceWithSlug {
  readonly slug: string
}

/** Returns the undo methods of an edit that cannot be undone. `reason`: why, and what to do instead. */
export const notUndoable = <Trace extends TraceWithSlug>(subject: string, reason: string) => {
  const what = ({ slug }: Trace) => renderSubject({ subject, of: slug })
  return {
    describe: (_context: PlanContext, trace: Trace) => Effect.succeed(what(trace)),
    restorable: (_context: PlanContext, trace: Trace) =>
      Effect.succeed<Restorable<Trace>>({ standing: null, lost: [{ what: what(trace), reason }] }),
    reverse: (): never => {
      throw new Error(`${reason} So nothing of it ever stands`)
    }
  }
}
