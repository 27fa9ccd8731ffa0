import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { startService } from "./service.ts"

type Run = Awaited<ReturnType<typeof startService>>["run"]

/** Tasks that no worker runs: the test sets their state. */
export const tasksOf = (run: Run) => {
  const change = (make: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
    run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, make)))
  return {
    begin: async (organization: string, stage: string): Promise<number> => {
      const [row] = await change(
        (sql) => sql`
          insert into tasks (organization_id, type, status, stage, steps)
          select id, 'campaign_state', 'running', ${stage}, 1 from organizations where slug = ${organization}
          returning id`
      )
      return (row as { id: number }).id
    },
    setStage: (id: number, stage: string) =>
      change((sql) => sql`update tasks set stage = ${stage}, steps = steps + 1 where id = ${id}`),
    complete: (id: number) =>
      change((sql) => sql`update tasks set status = 'completed', finished_at = now() where id = ${id}`)
  }
}
