import { Effect } from "effect"
import type { At, Restorable } from "../../changes/edit.ts"
import { subjectOf } from "../../changes/sentence.ts"

interface Gone {
  readonly slug: string
}

/** How an edit ends that nothing takes back. `reason`: why, and what to do instead. */
export const noWayBack = <Trace extends Gone>(subject: string, reason: string) => {
  const what = ({ slug }: Trace) => subjectOf({ subject, of: slug })
  return {
    describe: (_at: At, trace: Trace) => Effect.succeed(what(trace)),
    restorable: (_at: At, trace: Trace) =>
      Effect.succeed<Restorable<Trace>>({ stands: null, lost: [{ what: what(trace), reason }] }),
    reverse: (): never => {
      throw new Error(`${reason} So nothing of it ever stands`)
    }
  }
}
