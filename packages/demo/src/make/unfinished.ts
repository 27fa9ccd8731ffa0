import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { held } from "../definition/history.ts"
import { organizations } from "../definition/organizations.ts"

/** The demo world could not be completed. */
export class DemoUnfinished extends Data.TaggedError("DemoUnfinished")<{
  readonly problem: string
  readonly next?: string
}> {
  override get message(): string {
    return `${this.problem} ${this.next ?? "The next start continues from there."}`
  }
}

/**
 * Whether the demo world lacks its pending approval. That write is created last, so without it the world is
 * unfinished.
 */
export const isUnfinished = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pendingPlan = held.at(-1)!
  const [row] = yield* sql<{ unfinished: boolean }>`
    select exists (select 1 from organizations where slug = ${organizations[0]!.slug})
      and not exists (select 1 from queued_writes q join organizations o on o.id = q.organization_id
        where o.slug = ${pendingPlan.organization} and q.operation = ${pendingPlan.operation}) as unfinished`
  return row!.unfinished
})
