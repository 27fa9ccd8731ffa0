import { type AdsError, AdsFailure, type PathElement, refuse } from "../protocol/errors.ts"
import { type Body, text } from "../protocol/json.ts"
import type { Database } from "../state/database.ts"
import type { Kind } from "../state/kinds.ts"
import { Draft, type Resource, type Store } from "../state/store.ts"
import type { Author, ChangeLog } from "./change-events.ts"
import { Context } from "./context.ts"
import { applyOperation, type Outcome, TemporaryIds } from "./operation.ts"

export interface Operation {
  readonly kind: Kind
  readonly body: Body
  /** The position in the request, for error locations. */
  readonly path: readonly PathElement[]
}

export interface MutateOptions {
  readonly partialFailure: boolean
  readonly validateOnly: boolean
}

export interface MutateResult {
  /** Outcomes in the order of the operations; undefined for a failed one. */
  readonly outcomes: readonly (Outcome | undefined)[]
  readonly errors: readonly AdsError[]
}

interface MutateParts {
  readonly store: Store
  readonly database: Database
  readonly changes: ChangeLog
  readonly newId: () => string
  readonly now: () => Date
}

const maxOperations = 10_000

/** Applies all operations or none. With partialFailure, each operation succeeds or fails separately. */
export const mutate = (
  parts: MutateParts,
  customer: Resource,
  operations: readonly Operation[],
  options: MutateOptions,
  author: Author
): MutateResult => {
  if (operations.length === 0) {
    refuse({ requestError: "REQUIRED_FIELD_MISSING" }, "The required field is missing.", [
      { fieldName: "operations" }
    ])
  }
  if (operations.length > maxOperations) {
    refuse({ requestError: "TOO_MANY_MUTATE_OPERATIONS" }, "Too many mutate operations in one request.")
  }
  const draft = new Draft(parts.store)
  const ids = new TemporaryIds()
  const errors: AdsError[] = []
  const now = parts.now()
  const touchedNames = new Set<string>()
  const byClient = author.clientType === "GOOGLE_ADS_API"
  const outcomes = operations.map(({ kind, body, path }) => {
    const attempt = new Draft(draft)
    try {
      rejectDuplicateResource(touchedNames, body, path)
      const verb = ["create", "update", "remove"].find((name) => body[name] !== undefined)
      const steps = verb === undefined ? path : [...path, { fieldName: verb }]
      const context = new Context(attempt, customer, now, parts.newId, byClient, steps)
      const outcome = applyOperation(kind, body, ids, context)
      attempt.moveInto(draft)
      return outcome
    } catch (failure) {
      if (!(failure instanceof AdsFailure)) throw failure
      errors.push(...failure.errors)
      return undefined
    }
  })
  if (errors.length > 0 && !options.partialFailure) throw new AdsFailure(errors)
  if (!options.validateOnly) {
    parts.database.atomically(() => {
      draft.moveInto(parts.store)
      const eventContext = {
        customerId: customer.customerId,
        timeZone: text(customer.body, "timeZone"),
        now,
        world: parts.store
      }
      for (const [commandIndex, outcome] of outcomes.entries()) {
        if (outcome) parts.changes.record(outcome, author, { ...eventContext, commandIndex })
      }
    })
  }
  return { outcomes, errors }
}

/** Rejects a request that changes or removes the same resource twice. */
const rejectDuplicateResource = (
  touchedNames: Set<string>,
  body: Body,
  path: readonly PathElement[]
): void => {
  const name = text(body, "update", "resourceName") || text(body, "remove")
  if (name !== "" && touchedNames.has(name)) {
    refuse(
      { mutateError: "ID_EXISTS_IN_MULTIPLE_MUTATES" },
      "Cannot have multiple mutates on the same resource in a single request.",
      path,
      name
    )
  }
  touchedNames.add(name)
}
