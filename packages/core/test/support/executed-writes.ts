import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect } from "vitest"
import type { Pipeline } from "../../src/pipeline/pipeline.ts"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import { call } from "./call.ts"

type Values = Readonly<Record<string, unknown>>

interface TestRuntime {
  readonly run: <A, E>(work: Effect.Effect<A, E, Pipeline | SqlClient.SqlClient>) => Promise<A>
}

export const queryOn =
  ({ run }: TestRuntime) =>
  <Row extends object>(text: string): Promise<ReadonlyArray<Row>> =>
    run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

/** Executes writes of one caller. */
export const executedWrites = ({ run }: TestRuntime, key: string) => ({
  update: (slug: string, values: Values) =>
    run(call("campaigns.update", key, { slug, dry_run: false, ...values })),
  set: (slug: string, state: string, values: Values = {}) =>
    run(call("campaigns.set_state", key, { slug, state, dry_run: false, ...values })),
  undo: (id: string, values: Values = {}) => run(call("actions.undo", key, { id, ...values }))
})

/** Returns the action of an executed write. */
export const actionOf = (response: PipelineResponse): string => {
  expect(response.error).toBeNull()
  return (response.output as { readonly action_id: string }).action_id
}

/** Returns the columns of an organization's campaign. */
export const campaignOf = async (demo: TestRuntime, slug: string, organization = "northwind") => {
  const [row] = await queryOn(demo)<Record<string, unknown>>(
    `select c.* from campaigns c join organizations o on o.id = c.organization_id
     where o.slug = '${organization}' and c.slug = '${slug}'`
  )
  return row!
}
