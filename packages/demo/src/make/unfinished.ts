import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { held } from "../definition/history.ts"
import { organizations } from "../definition/organizations.ts"

/** Something did not give what the demo world needs. */
export class DemoUnfinished extends Data.TaggedError("DemoUnfinished")<{
  readonly problem: string
  readonly next?: string
}> {
  override get message(): string {
    return `${this.problem} ${this.next ?? "The next start goes on from there."}`
  }
}

/** What waits for a person comes last, so a world in which nothing ever waited is not finished. */
export const isUnfinished = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waits = held.at(-1)!
  const [found] = yield* sql<{ unfinished: boolean }>`
    select exists (select from organizations where slug = ${organizations[0]!.slug})
      and not exists (select from queued_writes q join organizations o on o.id = q.organization_id
        where o.slug = ${waits.organization} and q.operation = ${waits.operation}) as unfinished`
  return found!.unfinished
})
