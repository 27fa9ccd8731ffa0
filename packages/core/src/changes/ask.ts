import { Effect } from "effect"
import type { OperationName } from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import type { Change } from "./change.ts"
import { recall } from "./idempotency.ts"
import { organizationRules } from "./organization.ts"

interface Asking {
  readonly operation: OperationName
  readonly change: Change<OperationName, unknown>
  readonly clearance: OrganizationClearance
  readonly input: { readonly idempotency_key?: string; readonly preview_hash?: string }
  readonly approving: string | null
  readonly hashOf: (preview: object) => string
}

/**
 * Lets a change ask the platform before its transaction. What the execution will replay, refuse or leave
 * alone by itself is not asked about: that is told first, and costs nobody a call.
 */
export const askBefore = ({ approving, change, clearance, hashOf, input, operation }: Asking) =>
  Effect.gen(function* () {
    if (change.ask === undefined) return undefined
    const { id } = clearance.organization
    const { idempotency_key: key, preview_hash: expected, ...essence } = input
    if (key !== undefined) {
      const call = { organization: id, caller: clearance.caller, key, operation, input: essence }
      if ((yield* recall(call)) !== null) return undefined
    }
    const setting = { clearance, organization: yield* organizationRules(id, false), approving }
    const plan = yield* change.plan(setting, input as never)
    const stale = expected !== undefined && expected !== hashOf(change.preview(plan))
    if (stale || change.refusal(plan) !== null || change.unchanged(plan) !== null) return undefined
    return yield* change.ask(setting, plan)
  })
