import type { ExplainedSurvivor } from "./mutation.ts"

const changes = "packages/core/src/changes"

/** Survivors in the change engine. */
export const explainedInChanges: ReadonlyArray<ExplainedSurvivor> = [
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
  }
]
