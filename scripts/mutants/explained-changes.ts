import type { ExplainedSurvivor } from "./mutation.ts"

const changes = "packages/core/src/changes"

/** Survivors in the change engine. */
export const explainedInChanges: ReadonlyArray<ExplainedSurvivor> = [
  {
    file: `${changes}/approvals/decide.ts`,
    on: '"internal_error",',
    was: '"internal_error"',
    put: '""',
    why: "Only the pipeline makes this error, around a write. The entry is a precaution."
  },
  {
    file: `${changes}/approvals/decide.ts`,
    on: '"rate_limited",',
    was: '"rate_limited"',
    put: '""',
    why: "Only the pipeline makes this error, before a write. The entry is a precaution."
  },
  {
    file: `${changes}/approvals/queued-write.ts`,
    on: "const by = decided_by === null ? null : yield* emailOf(decided_by)",
    was: "decided_by === null",
    put: "false",
    why: "Equivalent: the condition only spares a query, which finds no person without an id."
  },
  {
    file: `${changes}/background-write.ts`,
    on: 'source: "dashboard",',
    was: '"dashboard"',
    put: '""',
    why: "Equivalent: such a write logs no action, so its source is never stored."
  },
  {
    file: `${changes}/changes.ts`,
    on: 'return { kind: "previewed", output, quota, ...unaudited } satisfies Outcome',
    was: '"previewed"',
    put: '""',
    why: "Equivalent: only held, refused and replayed writes are distinguished afterwards."
  },
  {
    file: `${changes}/execute-plan.ts`,
    on: 'return { kind: "executed", output } satisfies ExecutionResult',
    was: '"executed"',
    put: '""',
    why: "Equivalent: only open, held, refused and replayed writes are distinguished afterwards."
  },
  {
    file: `${changes}/executions.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code, as it is written
    on: '${sqlText(lock ? "for no key update" : "")}`',
    was: "lock",
    put: "true",
    why: "Equivalent for every result: a read then waits until a writer of the same row has ended."
  },
  {
    file: `${changes}/finish.ts`,
    on: "const timeoutMillis = Math.max(1, executionTakeoverSeconds * 800)",
    was: "800",
    put: "801",
    why: "The host stops waiting a thousandth later, which is still before a worker takes over."
  },
  {
    file: `${changes}/plan.ts`,
    on: "ofSteps.size === 0 ? undefined : ofSteps.get(stepKey(step))",
    was: "ofSteps.size === 0",
    put: "false",
    why: "Equivalent: the condition only spares the step's key. An empty map has no entry."
  },
  {
    file: `${changes}/platform-check.ts`,
    on: 'Effect.forEach(changeSets, (one) => checkOne(organization, one), { concurrency: "unbounded" }),',
    was: '"unbounded"',
    put: '""',
    why: "Equivalent for every answer: accounts are then checked one after another, which takes longer."
  },
  {
    file: `${changes}/under-lock.ts`,
    on: 'return { kind: "unchanged", output, quota, ...unaudited } satisfies RunResult',
    was: '"unchanged"',
    put: '""',
    why: "Equivalent: only open, held, refused and replayed writes are distinguished afterwards."
  },
  {
    file: `${changes}/under-lock.ts`,
    on: "...(write.reads?.(id, parameters) ?? [])",
    was: "write.reads?.(id, parameters) ?? []",
    put: "((write.reads?.(id, parameters)) && ([]))",
    why: "Equivalent for every answer: the planning reader then reads the same rows later, in another round trip."
  },
  {
    file: `${changes}/under-lock.ts`,
    on: "const committed = waiting",
    was: "waiting",
    put: "true",
    why: "Equivalent for every answer: without a pending write the sum with reservations is the same."
  },
  {
    file: `${changes}/under-lock.ts`,
    on: 'if ("refused" in stored) return Effect.fail(errorOfRefusal(stored.refused))',
    was: '"refused" in stored',
    put: "false",
    why: "A refused execution releases its key, so no call finds it. The line satisfies the types."
  }
]
