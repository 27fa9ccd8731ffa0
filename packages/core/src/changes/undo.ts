import { Effect } from "effect"
import { type Input, messageOf, type Output, TaskId, Unavailable } from "../contract/index.ts"
import { findAction, findLaterConflict, findOtherActions, type LoggedAction } from "../log/action-log.ts"
import { CampaignDirectory } from "../log/read-actions.ts"
import { renderRestored } from "../log/sentence.ts"
import type { AnyEdit, NotRestorable, PlanContext, Step } from "./edit.ts"
import { actionKey, readBusyKeys } from "./executions.ts"
import type { BudgetMove } from "./guardrails/money.ts"
import { undoRefusal } from "./guardrails/refused-undo.ts"
import { exceededLimits } from "./plan.ts"
import { Edits, registerWrite } from "./registries.ts"
import {
  type ActionPlan,
  movesOfSteps,
  type PlannedAction,
  type PlannedStep,
  type PlannedWrite,
  stepsOf,
  type UndoneAction,
  type UndoOutcome,
  type Write,
  type WriteResult,
  warningsIn
} from "./write.ts"

type Undone = Output<"actions.undo">

/** Why edits of executed actions no longer stand in the platform, by their action and recorded index. */
type Drift = ReadonlyMap<string, string>
const driftKey = (action: LoggedAction, index: number): string => `${action.id}/${index}`

const notRestored = (lost: ReadonlyArray<NotRestorable>) => (lost.length === 0 ? {} : { not_restored: lost })
const notRestorableIn = (
  actions: ReadonlyArray<{ readonly lost?: ReadonlyArray<NotRestorable> }>
): ReadonlyArray<NotRestorable> => actions.flatMap(({ lost }) => lost ?? [])

/** A planned action with the one that it undoes. */
type PlannedUndo = PlannedAction & { readonly undoes: UndoneAction }

/** Returns the actions that a planned undo reverses; the named one is first. */
const undosIn = ({ actions }: PlannedWrite): readonly [PlannedUndo, ...ReadonlyArray<PlannedUndo>] => {
  const [named, ...others] = actions.map((action) => {
    if (action.undoes === undefined) throw new Error("An undo was planned that undoes no action")
    return { ...action, undoes: action.undoes }
  })
  if (named === undefined) throw new Error("An undo was planned that undoes no action")
  return [named, ...others]
}

/** The actions of a whole write, as a response lists them. */
const wholeWrite = (outcomes: ReadonlyArray<UndoOutcome> | undefined) => {
  if (outcomes === undefined) return {}
  const [undone, left] = [
    outcomes.filter((one) => one.left === undefined),
    outcomes.filter((one) => one.left !== undefined)
  ]
  return {
    undone_actions: undone.map(({ action, campaign }) => ({ campaign, action_id: action })),
    not_undone: left.map(({ action, campaign, left }) => ({ campaign, action_id: action, reason: left! }))
  }
}

/** What a plan without any effect says of the actions of a whole write. */
const unchangedOutcomes = (undos: ReadonlyArray<PlannedUndo>): ReadonlyArray<UndoOutcome> | undefined =>
  undos[0]!.undoes.whole === true
    ? undos.map(({ campaign, undoes: { action, left } }) => ({
        action,
        campaign: campaign?.slug ?? null,
        ...(left === undefined ? {} : { left })
      }))
    : undefined

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
        const reason = drift.get(driftKey(action, index))
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

  /** Finds the action that a call names and, if it is to undo the whole write, the others, newest first. */
  const findActions = (context: PlanContext, { all, id }: Input<"actions.undo">) =>
    Effect.gen(function* () {
      const organization = context.clearance.organization.id
      const named = yield* findAction(organization, id)
      return [named, ...(all === true ? yield* findOtherActions(organization, named) : [])]
    })

  const emptyPlan = (
    context: PlanContext,
    { campaign_id, detail, id, undone }: LoggedAction,
    whole: boolean
  ) =>
    Effect.gen(function* () {
      const campaign = campaign_id === null ? null : yield* campaigns.findForPlan(context, campaign_id)
      const undoes: UndoneAction = { action: id, detail, undone, ...(whole ? { whole } : {}) }
      return {
        removed: campaign?.removed ?? false,
        op: "undo",
        campaign,
        source: "dashboard",
        steps: [],
        undoes
      } as const
    })

  /** Plans the undo of one action. Fails if it cannot be undone now. */
  const planOne = (
    context: PlanContext,
    action: LoggedAction,
    { removed, ...plan }: Effect.Effect.Success<ReturnType<typeof emptyPlan>>,
    drift: Drift
  ) =>
    Effect.gen(function* () {
      const { detail, id } = action
      if (action.undone) return plan
      if (action.state === "executing") {
        return yield* busy(`The action ${id} is still being executed.`)
      }
      if ((yield* readBusyKeys(context.clearance.organization.id)).has(actionKey(id))) {
        return yield* busy(`The action ${id} is being undone right now.`)
      }
      const problem = undoProblem(action, removed)
      if (problem !== null) return { ...plan, lost: [{ what: detail, reason: problem }] }
      const conflict = yield* findLaterConflict(context.clearance.organization.id, action)
      if (conflict !== null) return yield* conflict
      return { ...plan, ...(yield* planUndoSteps(context, action, drift)) }
    })

  /** Returns why the steps of one action would be refused beside those of the others; null if they would not. */
  const refusalOf = (
    context: PlanContext,
    steps: ReadonlyArray<PlannedStep>,
    others: ReadonlyArray<BudgetMove>
  ) => {
    const refused = steps.find(({ plan }) => !plan.empty && plan.refusal !== null)?.plan.refusal ?? null
    const moves = [...others, ...movesOfSteps(steps)]
    const refusal = refused ?? exceededLimits(context, moves, { perCall: false })
    return refusal === null ? null : undoRefusal(refusal, steps)
  }

  /** The ad account that must change first; null if none must. The routes of such edits do not depend on their trace. */
  const accountOf = (steps: ReadonlyArray<PlannedStep>): string | null => {
    for (const { edit, plan } of steps) {
      if (plan.empty || edit.platformFirst === undefined) continue
      const route = edit.route(plan, undefined)
      if (route.to === "first") return route.account
    }
    return null
  }

  /** Plans the undo of all actions of a write. One that cannot be undone is left, with the reason. */
  const planAll = (context: PlanContext, actions: ReadonlyArray<LoggedAction>, drift: Drift) =>
    Effect.gen(function* () {
      const plans: Array<ActionPlan> = []
      const moves: Array<BudgetMove> = []
      let changed: string | null = null
      for (const action of actions) {
        const empty = yield* emptyPlan(context, action, true)
        const leave = (left: string): ActionPlan => ({ ...empty, undoes: { ...empty.undoes, left } })
        const plan: ActionPlan = yield* planOne(context, action, empty, drift).pipe(
          Effect.catchTags({
            unavailable: (error) => Effect.succeed(leave(messageOf(error))),
            undo_conflict: (error) => Effect.succeed(leave(messageOf(error)))
          })
        )
        const steps = yield* Effect.forEach(plan.steps, (step) => {
          const edit = edits.get(step)
          return Effect.map(edit.plan(context, step.input, undefined), (planned) => ({
            step,
            edit,
            plan: planned
          }))
        })
        const refusal = refusalOf(context, steps, moves)
        const account = accountOf(steps)
        if (plan.undoes?.left !== undefined || action.undone) plans.push(plan)
        else if (steps.length === 0)
          plans.push(
            leave(
              notRestorableIn([plan])
                .map(({ reason }) => reason)
                .join(" ")
            )
          )
        else if (refusal !== null) plans.push(leave(messageOf(refusal)))
        else if (account !== null && changed !== null && account !== changed)
          plans.push(leave("Its campaign is in another ad account. Undo this action alone."))
        else {
          changed ??= account
          plans.push(plan)
          moves.push(...movesOfSteps(steps))
        }
      }
      return plans
    })

  const undo: Write<"actions.undo", Drift> = {
    readsPlatform: true,
    isUndo: true,

    readPlatform: (context, input) =>
      Effect.gen(function* () {
        const drift = new Map<string, string>()
        for (const action of yield* findActions(context, input)) {
          // An action that is not executed, or already undone, needs no platform call.
          if (action.undone || action.state !== "executed") continue
          for (const [index, traced] of decodedTraces(action).entries()) {
            const driftRead = traced?.edit.readDrift?.(context, traced.trace)
            const reason = driftRead === undefined ? null : yield* driftRead
            if (reason !== null) drift.set(driftKey(action, index), reason)
          }
        }
        return drift
      }),

    actions: (context, input, drift = new Map()) =>
      Effect.gen(function* () {
        const actions = yield* findActions(context, input)
        if (input.all === true) return yield* planAll(context, actions, drift)
        const [action] = actions
        const plan = yield* planOne(context, action!, yield* emptyPlan(context, action!, false), drift)
        const others = yield* findOtherActions(context.clearance.organization.id, action!)
        const standing = others.filter(({ undone }) => !undone).length
        return [{ ...plan, undoes: { ...plan.undoes, others: standing } }]
      }),

    preview: (planned) => {
      const undos = undosIn(planned)
      const shown = undos
        .filter(({ undoes }) => undoes.left === undefined && !undoes.undone)
        .map(({ campaign, undoes: { action, detail } }) => ({
          action_id: action,
          detail,
          campaign: campaign?.slug ?? null
        }))
      const [{ campaign, undoes }] = undos
      const { not_undone } = wholeWrite(unchangedOutcomes(undos))
      return {
        would_undo:
          undoes.whole === true
            ? shown
            : { action_id: undoes.action, detail: undoes.detail, campaign: campaign?.slug ?? null },
        would_restore: stepsOf(planned).map(({ plan }) => renderRestored(plan.sentence)),
        ...notRestored(notRestorableIn(undos)),
        ...(not_undone === undefined ? { other_actions: undoes.others ?? 0 } : { not_undone })
      }
    },

    // Actions that are already undone, or cannot be: nothing changes, no quota is used, and the log stays as
    // it is.
    unchanged: (planned: PlannedWrite): Undone => {
      const undos = undosIn(planned)
      return {
        undone: undos.some(({ undoes }) => undoes.undone),
        action_id: undos[0].undoes.action,
        restored: [],
        ...notRestored(notRestorableIn(undos)),
        ...wholeWrite(unchangedOutcomes(undos))
      }
    },

    output: (done: WriteResult): Undone => {
      const { syncPending, task, undoes } = done
      const actions = [...(done.settled ?? []), ...done.actions]
      return {
        undone: true,
        action_id: undoes?.[0]?.action ?? actions[0]!.action,
        restored: actions.flatMap(({ steps }) => steps.map(({ sentence }) => renderRestored(sentence))),
        ...notRestored(notRestorableIn(actions)),
        ...wholeWrite(undoes),
        ...(task === null ? {} : { task_tracking_id: TaskId.make(task) }),
        ...(syncPending ? { sync: "pending" as const } : {}),
        ...warningsIn(done)
      }
    },

    declined: (done: WriteResult, reason): Undone => {
      const { actions, settled = [], task, undoes } = done
      const refused = new Set(actions.map(({ action }) => action))
      const declined = actions.flatMap(({ steps }) =>
        steps.map(({ sentence }) => ({ what: renderRestored(sentence), reason }))
      )
      return {
        undone: settled.length > 0,
        action_id: undoes?.[0]?.action ?? actions[0]!.action,
        restored: settled.flatMap(({ steps }) => steps.map(({ sentence }) => renderRestored(sentence))),
        ...notRestored([...notRestorableIn([...settled, ...actions]), ...declined]),
        ...wholeWrite(undoes?.map((one) => (refused.has(one.action) ? { ...one, left: reason } : one))),
        ...(task === null ? {} : { task_tracking_id: TaskId.make(task) })
      }
    }
  }
  return undo
})

/** An undo consists of edits: the engine plans the reverse steps, so no rule exists twice. */
export const undoWrite = registerWrite("actions.undo", make)
