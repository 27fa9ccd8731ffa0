import { Effect } from "effect"
import { campaignPush } from "../../campaigns/push/jobs.ts"
import { markUnpushed } from "../../campaigns/push/mark.ts"
import type { Queue } from "../../tasks/queue.ts"
import type { UndoAct, Way } from "./kind.ts"
import type { UndoKinds } from "./kinds.ts"

/** Brings pieces back in the transaction that is open, and leaves the platform's part to a job. */
export const restoreAll = (
  kinds: UndoKinds,
  queue: Queue["Type"],
  organization: number,
  ways: ReadonlyArray<Pick<Way, "piece">>,
  act: UndoAct
) =>
  Effect.gen(function* () {
    const restored = yield* Effect.forEach(ways, ({ piece }) =>
      kinds.kindOf(piece).restore(organization, piece, act)
    )
    const pushes = Map.groupBy(
      restored.flatMap(({ push }) => push ?? []),
      ({ campaign }) => campaign
    )
    for (const [campaign, about] of pushes) {
      const fields = about.map(({ field }) => field)
      yield* markUnpushed(organization, campaign, fields)
      yield* queue.send(campaignPush, { organization, campaign, fields }, { organization })
    }
    return { task: restored.find(({ task }) => task !== undefined)?.task }
  })
