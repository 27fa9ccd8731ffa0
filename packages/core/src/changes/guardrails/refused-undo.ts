import { BudgetCapExceeded, LaunchBlocked, type ServiceError } from "../../contract/index.ts"
import { renderRestored } from "../../log/sentence.ts"
import type { PlannedStep } from "../write.ts"
import { limitFigures } from "./money.ts"

/** Returns the step that a refusal concerns: the refused one, else the first that moves a budget. */
const refusedStep = (steps: ReadonlyArray<PlannedStep>): PlannedStep | undefined =>
  steps.find(({ plan }) => plan.refusal !== null) ?? steps.find(({ plan }) => plan.moves.length > 0)

/**
 * Rewords a refusal for an undo. The caller of an undo sends neither a budget nor a launch, so the message
 * states what the undo would restore and what prevents it. Code and figures stay the same.
 */
export const undoRefusal = (refusal: ServiceError, steps: ReadonlyArray<PlannedStep>): ServiceError => {
  const step = refusedStep(steps)
  if (step === undefined) return refusal
  const restores = renderRestored(step.plan.sentence)
  switch (refusal._tag) {
    case "budget_cap_exceeded":
      return new BudgetCapExceeded({ ...limitFigures(refusal), currency: refusal.currency, restores })
    case "launch_blocked": {
      const { blocked_by, reason } = refusal
      return new LaunchBlocked({
        blocked_by,
        reason: `This action cannot be undone now: the undo would restore ${restores}. ${reason}`
      })
    }
    default:
      return refusal
  }
}
