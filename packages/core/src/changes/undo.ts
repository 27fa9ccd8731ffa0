import { Effect } from "effect"
import { type Output, TaskId, Unavailable } from "../contract/index.ts"
import { findAction, findLaterConflict, type LoggedAction } from "./action-log.ts"
import { CampaignDirectory } from "./campaign-directory.ts"
import type { AnyEdit, NotRestorable, PlanContext, Step } from "./edit.ts"
import { Edits } from "./edits.ts"
import { actionKey, readBusyKeys } from "./executions.ts"
import { renderRestored } from "./sentence.ts"
import {
  type ActionPlan,
  type PlannedWrite,
  singleAction,
  stepsOf,
  type UndoneAction,
  type Write,
  type WriteResult
} from "./write.ts"
import { registerWrite } from "./writes.ts"

type Undone = Output<"actions.undo">

/** Why edits of an executed action no longer stand in the platform, by their recorded index. */
type Drift = ReadonlyMap<number, string>

const notRestored = (lost: ReadonlyArray<NotRestorable>) => (lost.length === 0 ? {} : { not_restored: lost })
const notRestorableIn = ({
  actions
}: {
  readonly actions: ReadonlyArray<{ readonly lost?: ReadonlyArray<NotRestorable> }>
}) => actions.flatMap(({ lost }) => lost ?? [])

/** Returns the action that a planned undo reverses. */
const undoneActionIn = ({ actions }: PlannedWrite): UndoneAction => {
  const { undoes } = singleAction(actions)
  if (undoes === undefined) throw new Error("An undo was planned that undoes no action")
  return undoes
}

/** The trace of an edit, with the kind that can undo it. */
interface UndoableStep {
  readonly edit: AnyEdit
  readonly trace: unknown
}

const busy = (because: string) => new Unavailable({ retryAfter: 2, because })

const make = Effect.gen(function* () {
  const edits = yield* Edits
  const campaigns = yield* CampaignDirectory

  /** Returns why an action cannot be undone at all, or null. */
  const undoProblem = ({ state, steps }: LoggedAction, removed: boolean): string | null => {
    if (state === "failed") return "The action failed and changed nothing."
    const restores = steps.some((step) => edits.find(step)?.restoresCampaign === true)
    if (removed && !restores)
      return "Its campaign was discarded, so there is nothing left to bring it back on."
    return steps.length === 0 ? "This kind of action has no way back." : null
  }

  /**
   * Returns the traces of an action in order; null for a trace that this version of the service cannot read.
   */
  const decodedTraces = ({ steps }: LoggedAction): ReadonlyArray<UndoableStep | null> =>
    steps.map((step) => {
      const edit = edits.find(step)
      const decoded = edit?.decodeTrace(step.trace)
      return edit === undefined || decoded?._tag !== "Right" ? null : { edit, trace: decoded.right }
    })

  /** Reads for each edit what still stands, and plans the undo steps of that part. */
  const planUndoSteps = (context: PlanContext, action: LoggedAction, drift: Drift) =>
    Effect.gen(function* () {
      const steps: Array<Step> = []
      const lost: Array<NotRestorable> = []
      const traces = decodedTraces(action)
      let hasStanding = traces.every((traced) => traced?.edit.accompanies === true)
      for (const [index, traced] of traces.entries()) {
        if (traced === null) {
          const reason = "This version of the service no longer knows how to undo it."
          lost.push({ what: action.detail, reason })
          continue
        }
        const { edit, trace } = traced
        const reason = drift.get(index)
        if (reason !== undefined) {
          lost.push({ what: yield* edit.describe(context, trace), reason })
          continue
        }
        const restorable = yield* edit.restorable(context, trace)
        lost.push(...restorable.lost)
        if (restorable.standing === null) continue
        steps.push(edit.reverse(restorable.standing))
        hasStanding ||= edit.accompanies !== true
      }
      return { steps: hasStanding ? steps : [], lost }
    })

  const find = (context: PlanContext, id: string) => findAction(context.clearance.organization.id, id)

  const undo: Write<"actions.undo", Drift> = {
    readsPlatform: true,
    isUndo: true,

    readPlatform: (context, { id }) =>
      Effect.gen(function* () {
        const action = yield* find(context, id)
        const drift = new Map<number, string>()
        // An action that is not executed, or already undone, needs no platform call.
        if (action.undone || action.state !== "executed") return drift
        for (const [index, traced] of decodedTraces(action).entries()) {
          const driftRead = traced?.edit.readDrift?.(context, traced.trace)
          const reason = driftRead === undefined ? null : yield* driftRead
          if (reason !== null) drift.set(index, reason)
        }
        return drift
      }),

    actions: (context, { id }, drift) =>
      Effect.gen(function* () {
        const action = yield* find(context, id)
        const { campaign_id, detail, undone } = action
        const campaign = campaign_id === null ? null : yield* campaigns.findForPlan(context, campaign_id)
        const plan: ActionPlan = {
          op: "undo",
          campaign,
          source: "dashboard",
          steps: [],
          undoes: { action: action.id, detail, undone }
        }
        if (undone) return [plan]
        if (action.state === "executing") {
          return yield* busy(`The action ${id} is still being executed in the ad platform.`)
        }
        if ((yield* readBusyKeys(context.clearance.organization.id)).has(actionKey(action.id))) {
          return yield* busy(`The action ${id} is being undone right now.`)
        }
        const problem = undoProblem(action, campaign?.removed ?? false)
        if (problem !== null) return [{ ...plan, lost: [{ what: detail, reason: problem }] }]
        const conflict = yield* findLaterConflict(context.clearance.organization.id, action)
        if (conflict !== null) return yield* conflict
        return [{ ...plan, ...(yield* planUndoSteps(context, action, drift ?? new Map())) }]
      }),

    preview: (planned) => {
      const { action, detail } = undoneActionIn(planned)
      const campaign = singleAction(planned.actions).campaign?.slug ?? null
      return {
        would_undo: { action_id: action, detail, campaign },
        would_restore: stepsOf(planned).map(({ plan }) => renderRestored(plan.sentence)),
        ...notRestored(notRestorableIn(planned))
      }
    },

    // An action that is already undone, or cannot be: nothing changes, no quota is used, and the log stays as
    // it is.
    unchanged: (planned: PlannedWrite): Undone => {
      const { action, undone } = undoneActionIn(planned)
      return { undone, action_id: action, restored: [], ...notRestored(notRestorableIn(planned)) }
    },

    output: ({ actions, syncPending, task, warnings }: WriteResult): Undone => {
      const { action, lost, steps } = singleAction(actions)
      return {
        undone: true,
        action_id: action,
        restored: steps.map(({ sentence }) => renderRestored(sentence)),
        ...notRestored(lost),
        ...(task === null ? {} : { task_tracking_id: TaskId.make(task) }),
        ...(syncPending ? { sync: "pending" as const } : {}),
        ...(warnings === undefined ? {} : { warnings })
      }
    },

    declined: ({ actions }: WriteResult, reason): Undone => {
      const { action, lost, steps } = singleAction(actions)
      const declined = steps.map(({ sentence }) => ({ what: renderRestored(sentence), reason }))
      return { undone: false, action_id: action, restored: [], ...notRestored([...lost, ...declined]) }
    }
  }
  return undo
})

/** An undo consists of edits: the engine plans the reverse steps, so no rule exists twice. */
export const undoWrite = registerWrite("actions.undo", make)
