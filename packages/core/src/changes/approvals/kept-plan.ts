import canonicalize from "canonicalize"
import { Effect, Either, Schema } from "effect"
import { Unavailable } from "../../contract/index.ts"
import { type StoredIn, storedColumn } from "../../storage/stored-json.ts"
import type { Edits } from "../edits.ts"
import { Sentence, wordingOf } from "../sentence.ts"
import type { PlannedStep, PlannedWrite } from "../write.ts"

/** One step of a kept plan: the edit as data, and what it would do, as the approver is shown it. */
const KeptStep = Schema.Struct({
  kind: Schema.String,
  version: Schema.Int,
  input: Schema.Unknown,
  sentence: Sentence,
  essence: Schema.Unknown,
  empty: Schema.Boolean,
  stopsSpend: Schema.Boolean,
  movesBudget: Schema.Boolean
})
type KeptStep = typeof KeptStep.Type

const KeptAction = Schema.Struct({
  op: Schema.String,
  campaign: Schema.NullOr(Schema.Int),
  /** The action that it takes back, where the write is an undo. */
  undoes: Schema.NullOr(Schema.String),
  steps: Schema.Array(KeptStep)
})

/** The plan of a queued write. Approval runs this plan and no other. */
export const KeptPlan = Schema.Struct({ actions: Schema.Array(KeptAction) })
export type KeptPlan = typeof KeptPlan.Type

export const keptPlanColumn = storedColumn("queued_writes.plan", KeptPlan)

const keptStep = ({ edit, plan, step }: PlannedStep): KeptStep => ({
  kind: edit.kind,
  version: edit.version,
  input: step.input,
  sentence: plan.sentence,
  essence: plan.essence,
  empty: plan.empty,
  stopsSpend: plan.stopsSpend,
  movesBudget: plan.moves.length > 0
})

export const keptPlanOf = ({ actions }: Pick<PlannedWrite, "actions">): KeptPlan => ({
  actions: actions.map(({ campaign, op, planned, undoes }) => ({
    op,
    campaign: campaign?.id ?? null,
    undoes: undoes?.action ?? null,
    steps: planned.map(keptStep)
  }))
})

const unreadable = new Unavailable({
  retryAfter: 60,
  because: "This version of the service cannot read the plan of the queued write."
})

/** Reads the plan of a queued write; null where none was kept. */
export const readKeptPlan = (stored: unknown, row: StoredIn): Effect.Effect<KeptPlan | null, Unavailable> =>
  stored === null
    ? Effect.succeed(null)
    : Effect.try({ try: () => keptPlanColumn.read(stored, row), catch: () => unreadable })

/** Decodes the input of each step. Another version of the service may have queued the write. */
export const decodeKeptPlan = (
  edits: Edits["Type"],
  { actions }: KeptPlan
): Effect.Effect<KeptPlan, Unavailable> =>
  Effect.map(
    Effect.forEach(actions, (action) =>
      Effect.map(
        Effect.forEach(action.steps, (step) => {
          const input = edits.find(step)?.decodeInput(step.input)
          return input === undefined || Either.isLeft(input)
            ? Effect.fail(unreadable)
            : Effect.succeed<KeptStep>({ ...step, input: input.right })
        }),
        (steps) => ({ ...action, steps })
      )
    ),
    (decoded) => ({ actions: decoded })
  )

/** The one form that JSON has for a value: stored and planned values compare equal in it. */
const formOf = (value: unknown): string =>
  canonicalize(value === undefined ? null : JSON.parse(JSON.stringify(value))) ?? ""

/**
 * Whether a step still does what the approver was shown. A step that only stops spend and moves no budget may start from
 * elsewhere: it ends where it was shown to end, and stopping spend must always work.
 */
const isSame = (kept: KeptStep, now: KeptStep): boolean => {
  if (kept.kind !== now.kind || kept.version !== now.version) return false
  if (kept.empty === now.empty && formOf(kept.essence) === formOf(now.essence)) return true
  const stops = kept.stopsSpend && now.stopsSpend && !kept.movesBudget && !now.movesBudget
  return stops && formOf(kept.input) === formOf(now.input)
}

const nothing = "nothing"
const wordsOf = (step: KeptStep | undefined): string =>
  step === undefined || step.empty ? nothing : `${step.sentence.of}: ${wordingOf(step.sentence)}`

/** What a plan does differently from the kept one, a sentence for each step; empty where it is the same. */
export const planChanges = (
  kept: KeptPlan,
  planned: Pick<PlannedWrite, "actions">
): ReadonlyArray<string> => {
  const now = keptPlanOf(planned)
  const count = Math.max(kept.actions.length, now.actions.length)
  return Array.from({ length: count }, (_, n) => [kept.actions[n], now.actions[n]] as const).flatMap(
    ([before, after]) => {
      const sameAction = before?.campaign === after?.campaign && before?.undoes === after?.undoes
      const [shown, planned] = [before?.steps ?? [], after?.steps ?? []]
      return Array.from({ length: Math.max(shown.length, planned.length) }, (_, n) => {
        const [was, is] = [shown[n], planned[n]]
        const same = sameAction && was !== undefined && is !== undefined && isSame(was, is)
        return same ? [] : [`queued: ${wordsOf(was)}; now: ${wordsOf(is)}`]
      }).flat()
    }
  )
}
