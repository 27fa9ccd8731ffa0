import { performance } from "node:perf_hooks"
import pg from "pg"
import type { Cost, Meter } from "./meter.ts"
import { startService } from "./service.ts"

export interface Upkeep {
  readonly title: string
  /** Rows that were sealed or deleted. */
  readonly count: number
  readonly seconds: number
  readonly cost: Cost
}

const withClient = async <A>(url: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client(url)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Makes work due: events to seal in as many organizations, and executions past their two days. */
const makeDue = (url: string, first: number, count: number) =>
  withClient(url, async (client) => {
    await client.query("set session_replication_role = replica")
    await client.query(
      `insert into audit_unsealed (organization_id, id, request_id, surface, operation, status_code, actor_type, user_email)
       select $1::int + n, 'aud_due' || n, 'req_due' || n, 'rest', 'campaigns.list', 200, 'user', 'a@adwarden.test'
       from generate_series(0, $2::int - 1) n`,
      [first, count]
    )
    await client.query(
      `insert into executions (organization_id, id, operation, state, requester, audit, input, fingerprint, answer, settled_at)
       select $1::int + n, 'exe_due' || n, 'campaigns.update', 'executed', '{}', '{}', '{}', sha256('x'), '{}', now() - interval '3 days'
       from generate_series(0, $2::int - 1) n`,
      [first, count]
    )
  })

/** Measures sealing, the purge of executions and the retention of audit events, each with work that is due. */
export const measureUpkeep = async (
  url: string,
  meter: Meter,
  first: number,
  count: number,
  retentionDays: number
): Promise<ReadonlyArray<Upkeep>> => {
  await makeDue(url, first, count)
  const service = startService(url, retentionDays)
  try {
    const rows = async (table: string) =>
      Number((await service.query<{ n: number }>(`select count(*) as n from ${table}`))[0]!.n)
    const timed = async (title: string, schedule: string, table: string): Promise<Upkeep> => {
      const before = await rows(table)
      const startedAt = performance.now()
      const cost = await meter.measure(() => service.schedule(schedule))
      const seconds = (performance.now() - startedAt) / 1000
      return { title, count: Math.abs(before - (await rows(table))), seconds, cost }
    }
    return [
      await timed("events sealed", "audit-seal", "audit_unsealed"),
      await timed("executions purged", "housekeeping", "executions"),
      await timed(`events older than ${retentionDays} days deleted`, "audit-retention", "audit_sealed")
    ]
  } finally {
    await service.stop()
  }
}
