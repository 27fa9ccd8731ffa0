import canonicalize from "canonicalize"
import { Effect, Either, Schema } from "effect"
import { Unavailable } from "../contract/index.ts"
import { renderSentence, Sentence } from "../log/sentence.ts"
import type { Edits } from "./registries.ts"
import type { PlannedStep, PlannedWrite } from "./write.ts"

/** One step of a stored plan: the edit as data, and the effect that the approver sees. */
const StoredStep = Schema.Struct({
  kind: Schema.String,
  version: Schema.Int,
  input: Schema.Unknown,
  sentence: Sentence,
  essence: Schema.Unknown,
  empty: Schema.Boolean,
  stopsSpend: Schema.Boolean,
  movesBudget: Schema.Boolean
})
type StoredStep = typeof StoredStep.Type

const StoredAction = Schema.Struct({
  op: Schema.String,
  campaign: Schema.NullOr(Schema.Int),
  /** The action that the write undoes, if it is an undo. */
  undoes: Schema.NullOr(Schema.String),
  steps: Schema.Array(StoredStep)
})

/** A plan as data. The approval of a queued write runs its stored plan and no other. */
export const StoredPlan = Schema.Struct({ actions: Schema.Array(StoredAction) })
export type StoredPlan = typeof StoredPlan.Type

const toStoredStep = ({ edit, plan, step }: PlannedStep): StoredStep => ({
  kind: edit.kind,
  version: edit.version,
  input: step.input,
  sentence: plan.sentence,
  essence: plan.hashedContent,
  empty: plan.empty,
  stopsSpend: plan.stopsSpend,
  movesBudget: plan.moves.length > 0
})

export const toStoredPlan = ({ actions }: Pick<PlannedWrite, "actions">): StoredPlan => ({
  actions: actions.map(({ campaign, op, planned, undoes }) => ({
    op,
    campaign: campaign?.id ?? null,
    undoes: undoes?.action ?? null,
    steps: planned.map(toStoredStep)
  }))
})

/** The error of a plan that another version of the service stored. */
export const unreadablePlan = new Unavailable({
  retryAfter: 60,
  because: "This version of the service cannot read the plan of the queued write."
})

/** Decodes the input of each step, which another version of the service may have written. */
export const decodeStoredPlan = (
  edits: Edits["Type"],
  { actions }: StoredPlan
): Effect.Effect<StoredPlan, Unavailable> =>
  Effect.map(
    Effect.forEach(actions, (action) =>
      Effect.map(
        Effect.forEach(action.steps, (step) => {
          const input = edits.find(step)?.decodeInput(step.input)
          return input === undefined || Either.isLeft(input)
            ? Effect.fail(unreadablePlan)
            : Effect.succeed<StoredStep>({ ...step, input: input.right })
        }),
        (steps) => ({ ...action, steps })
      )
    ),
    (decoded) => ({ actions: decoded })
  )

/** Canonical JSON, in which stored and planned values compare equal. */
const canonicalForm = (value: unknown): string =>
  canonicalize(value === undefined ? null : JSON.parse(JSON.stringify(value))) ?? ""

/**
 * Whether a step still does what the approver saw. A step that only stops spend and moves no budget may start
 * from a different state: it ends in the same one, and stopping spend must always work.
 */
const isSameStep = (queued: StoredStep, current: StoredStep): boolean => {
  if (queued.kind !== current.kind || queued.version !== current.version) return false
  if (queued.empty === current.empty && canonicalForm(queued.essence) === canonicalForm(current.essence))
    return true
  const stops = queued.stopsSpend && current.stopsSpend && !queued.movesBudget && !current.movesBudget
  return stops && canonicalForm(queued.input) === canonicalForm(current.input)
}

const noChange = "nothing"
const describeStep = (step: StoredStep | undefined): string =>
  step === undefined || step.empty ? noChange : `${step.sentence.of}: ${renderSentence(step.sentence)}`

/** A step that would now do something else than what the approver saw, as two sentences. */
export interface PlanDifference {
  readonly queued: string
  readonly now: string
}

/** Returns the steps that differ from the stored plan; empty if the plans are equal. */
export const planDifferences = (
  queued: StoredPlan,
  planned: Pick<PlannedWrite, "actions">
): ReadonlyArray<PlanDifference> => {
  const current = toStoredPlan(planned)
  const count = Math.max(queued.actions.length, current.actions.length)
  return Array.from({ length: count }, (_, n) => [queued.actions[n], current.actions[n]] as const).flatMap(
    ([before, after]) => {
      const sameAction = before?.campaign === after?.campaign && before?.undoes === after?.undoes
      const [queuedSteps, planned] = [before?.steps ?? [], after?.steps ?? []]
      return Array.from({ length: Math.max(queuedSteps.length, planned.length) }, (_, n) => {
        const [queuedStep, currentStep] = [queuedSteps[n], planned[n]]
        const same =
          sameAction &&
          queuedStep !== undefined &&
          currentStep !== undefined &&
          isSameStep(queuedStep, currentStep)
        return same ? [] : [{ queued: describeStep(queuedStep), now: describeStep(currentStep) }]
      }).flat()
    }
  )
}
