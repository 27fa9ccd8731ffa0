import { Effect } from "effect"
import { type Output, TaskId, Unavailable } from "../contract/index.ts"
import { conflictAfter, findAction, type LoggedAction } from "./action-log.ts"
import type { AnyEdit, At, NotRestorable, Step } from "./edit.ts"
import { Edits } from "./edits.ts"
import { thingsUnderWay, touchOf } from "./executions.ts"
import { wordingAsRestored } from "./sentence.ts"
import {
  type ActionPlan,
  type Done,
  type PlannedWrite,
  soleOf,
  stepsOf,
  type Undoes,
  type Write
} from "./write.ts"
import { guardedWrite } from "./writes.ts"

type Undone = Output<"actions.undo">

/** Why edits of an executed action no longer stand in the platform, by their place in it, which is as it was recorded. */
type Drift = ReadonlyMap<number, string>

const notRestored = (lost: ReadonlyArray<NotRestorable>) => (lost.length === 0 ? {} : { not_restored: lost })
const lostIn = ({
  actions
}: {
  readonly actions: ReadonlyArray<{ readonly lost?: ReadonlyArray<NotRestorable> }>
}) => actions.flatMap(({ lost }) => lost ?? [])

/** The action that a planned undo takes back. */
const undoneIn = ({ actions }: PlannedWrite): Undoes => {
  const { undoes } = soleOf(actions)
  if (undoes === undefined) throw new Error("An undo was planned that undoes no action")
  return undoes
}

/** What an edit of an action set, with the edit that can take it back. */
interface Takeable {
  readonly edit: AnyEdit
  readonly trace: unknown
}

const busy = (because: string) => new Unavailable({ retryAfter: 2, because })

const make = Effect.gen(function* () {
  const edits = yield* Edits

  /** What of an action can be taken back at all; else why not. */
  const whyNot = ({ campaign, state, steps }: LoggedAction): string | null => {
    if (state === "failed") return "The action failed and changed nothing."
    if (campaign?.removed) return "Its campaign was discarded, so there is nothing left to bring it back on."
    return steps.length === 0 ? "This kind of action has no way back." : null
  }

  /** The traces of an action in their order; null for one that this version of the service cannot read. */
  const tracesIn = ({ steps }: LoggedAction): ReadonlyArray<Takeable | null> =>
    steps.map((step) => {
      const edit = edits.find(step)
      const decoded = edit?.decodeTrace(step.trace)
      return edit === undefined || decoded?._tag !== "Right" ? null : { edit, trace: decoded.right }
    })

  /** Asks each edit what of it still stands, and takes the way back of that. */
  const wayBack = (at: At, action: LoggedAction, drift: Drift) =>
    Effect.gen(function* () {
      const steps: Array<Step> = []
      const lost: Array<NotRestorable> = []
      const taken = tracesIn(action)
      let stands = taken.every((known) => known?.edit.accompanies === true)
      for (const [place, known] of taken.entries()) {
        if (known === null) {
          const reason = "This version of the service no longer knows how to undo it."
          lost.push({ what: action.detail, reason })
          continue
        }
        const { edit, trace } = known
        const reason = drift.get(place)
        if (reason !== undefined) {
          lost.push({ what: yield* edit.describe(at, trace), reason })
          continue
        }
        const restorable = yield* edit.restorable(at, trace)
        lost.push(...restorable.lost)
        if (restorable.stands === null) continue
        steps.push(edit.reverse(restorable.stands))
        stands ||= edit.accompanies !== true
      }
      return { steps: stands ? steps : [], lost }
    })

  const find = (at: At, id: string) => findAction(at.clearance.organization.id, id)

  const undo: Write<"actions.undo", Drift> = {
    asks: true,
    wayBack: true,

    ask: (at, { id }) =>
      Effect.gen(function* () {
        const action = yield* find(at, id)
        const drift = new Map<number, string>()
        // What is still on its way to the platform, or undone, is not undone now: it costs nobody a call.
        if (action.undone || action.state !== "executed") return drift
        for (const [place, known] of tracesIn(action).entries()) {
          const asking = known?.edit.askDrift?.(at, known.trace, action.at)
          const reason = asking === undefined ? null : yield* asking
          if (reason !== null) drift.set(place, reason)
        }
        return drift
      }),

    actions: (at, { id }, asked) =>
      Effect.gen(function* () {
        const action = yield* find(at, id)
        const { campaign, detail, undone } = action
        const plan: ActionPlan = {
          op: "undo",
          campaign,
          source: "dashboard",
          steps: [],
          undoes: { action: action.id, detail, undone }
        }
        if (undone) return [plan]
        if (action.state === "executing") {
          return yield* busy(`The action ${id} is still being carried out in the ad platform.`)
        }
        if ((yield* thingsUnderWay(at.clearance.organization.id)).has(touchOf(action.id))) {
          return yield* busy(`The action ${id} is being undone right now.`)
        }
        const impossible = whyNot(action)
        if (impossible !== null) return [{ ...plan, lost: [{ what: detail, reason: impossible }] }]
        const conflict = yield* conflictAfter(at.clearance.organization.id, action)
        if (conflict !== null) return yield* conflict
        return [{ ...plan, ...(yield* wayBack(at, action, asked ?? new Map())) }]
      }),

    preview: (planned) => {
      const { action, detail } = undoneIn(planned)
      const campaign = soleOf(planned.actions).campaign?.slug ?? null
      return {
        would_undo: { action_id: action, detail, campaign },
        would_restore: stepsOf(planned).map(({ plan }) => wordingAsRestored(plan.sentence)),
        ...notRestored(lostIn(planned))
      }
    },

    // What was undone before, or cannot be: nothing happens, nothing is spent, and the log stays as it is.
    unchanged: (planned: PlannedWrite): Undone => {
      const { action, undone } = undoneIn(planned)
      return { undone, action_id: action, restored: [], ...notRestored(lostIn(planned)) }
    },

    answer: ({ actions, syncPending, task, warnings }: Done): Undone => {
      const { action, lost, steps } = soleOf(actions)
      return {
        undone: true,
        action_id: action,
        restored: steps.map(({ sentence }) => wordingAsRestored(sentence)),
        ...notRestored(lost),
        ...(task === null ? {} : { task_tracking_id: TaskId.make(task) }),
        ...(syncPending ? { sync: "pending" as const } : {}),
        ...(warnings === undefined ? {} : { warnings })
      }
    },

    declined: ({ actions }: Done, reason): Undone => {
      const { action, lost, steps } = soleOf(actions)
      const declined = steps.map(({ sentence }) => ({ what: wordingAsRestored(sentence), reason }))
      return { undone: false, action_id: action, restored: [], ...notRestored([...lost, ...declined]) }
    }
  }
  return undo
})

/** A way back is an edit: undo plans the reverse steps through the same engine, so no rule is written twice. */
export const undoWrite = guardedWrite("actions.undo", make)
