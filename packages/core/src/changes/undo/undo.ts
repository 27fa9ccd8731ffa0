import { Effect } from "effect"
import { type Output, TaskId } from "../../contract/index.ts"
import { Queue } from "../../tasks/queue.ts"
import type { Change } from "../change.ts"
import { guarded } from "../guarded.ts"
import { budgetRise } from "./cap.ts"
import { UndoFinisher } from "./finish.ts"
import { type Lost, undoActOf, type Way } from "./kind.ts"
import { undoKinds } from "./kinds.ts"
import { makeLookOutside } from "./look-outside.ts"
import { markUndone, undoneBy } from "./mark.ts"
import { planUndo, type UndoPlan } from "./plan.ts"
import { restoreAll } from "./restore.ts"

const sentences = (ways: ReadonlyArray<Way>) => ways.map(({ sentence }) => sentence)
const notRestored = (lost: ReadonlyArray<Lost>) => (lost.length === 0 ? {} : { not_restored: lost })

const change = Effect.gen(function* () {
  const kinds = yield* undoKinds
  const queue = yield* Queue
  const finish = yield* UndoFinisher
  const lookOutside = yield* makeLookOutside

  const undo: Change<"actions.undo", UndoPlan> = {
    plan: (setting, { id }) => planUndo(kinds, setting, id),
    ask: ({ organization }, plan) => lookOutside(organization.id, plan),
    preview: ({ action, lost, ways }) => ({
      would_undo: { action_id: action.id, detail: action.detail, campaign: action.campaign },
      would_restore: sentences(ways),
      ...notRestored(lost)
    }),
    refusal: ({ problem }) => problem,
    // What was undone before, or cannot be: nothing happens, nothing is spent, and the log stays as it is.
    unchanged: ({ action, lost, ways }): Output<"actions.undo"> | null =>
      ways.length > 0
        ? null
        : { undone: action.undone, action_id: action.id, restored: [], ...notRestored(lost) },
    held: ({ action, ways }) => ({ campaign: action.campaign_id, reserve: budgetRise(ways) }),

    apply: ({ action, lost, ways }, act) =>
      Effect.gen(function* () {
        const organization = act.clearance.organization.id
        const now = ways.filter(({ platformFirst }) => platformFirst !== true)
        const later = ways.filter(({ platformFirst }) => platformFirst === true)
        const { task } = yield* restoreAll(kinds, queue, organization, now, undoActOf(action.id, act))
        const output: Output<"actions.undo"> = {
          undone: true,
          action_id: action.id,
          restored: sentences(now),
          ...notRestored(lost),
          ...(task === undefined ? {} : { task_tracking_id: TaskId.make(task) })
        }
        if (later.length > 0) return yield* finish.begin(organization, act, output, later)
        yield* markUndone(organization, action.id, undoneBy(act))
        return { done: output }
      })
  }
  return undo
})

export const undoAction = guarded("actions.undo", change)
