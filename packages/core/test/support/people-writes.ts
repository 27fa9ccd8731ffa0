import { Effect } from "effect"
import { type PeopleWriteOptions, PeopleWrites } from "../../src/changes/people-writes.ts"
import type { PeopleWriteName } from "../../src/contract/index.ts"
import type { Pipeline } from "../../src/pipeline/pipeline.ts"
import { asOperator } from "./call.ts"

interface TestRuntime {
  readonly run: <A, E>(work: Effect.Effect<A, E, Pipeline | PeopleWrites>) => Promise<A>
}

/** People's writes in an organization on behalf of a person; each returns an Either. */
export const peopleWriteHelpers = (
  { run }: TestRuntime,
  person = "adam@northwind.test",
  organization = "northwind"
) => ({
  preview: (name: PeopleWriteName, input: object, by = person) =>
    run(
      Effect.either(
        Effect.flatMap(PeopleWrites, (writes) => asOperator(writes.preview(organization, name, input), by))
      )
    ),
  execute: (name: PeopleWriteName, input: object, options: PeopleWriteOptions = {}, by = person) =>
    run(
      Effect.either(
        Effect.flatMap(PeopleWrites, (writes) =>
          asOperator(writes.execute(organization, name, input, options), by)
        )
      )
    )
})
