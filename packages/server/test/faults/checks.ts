import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import type { Cluster } from "./cluster.ts"

/** Waits until the service has nothing left to do. The login of another organization of the demo is broken. */
export const finishWork = async (cluster: Cluster): Promise<void> => {
  for (const until = Date.now() + 900_000; (await openWork(cluster)) > 0 && Date.now() < until; ) {
    await sleep(1_000)
  }
  expect(await openWork(cluster)).toBe(0)
}

const openWork = async ({ query }: Cluster): Promise<number> => {
  const [row] = await query<{ n: string }>(
    `select (select count(*) from actions where state = 'executing')
       + (select count(*) from executions where state = 'open')
       + (select count(*) from campaigns where unpushed <> '{}' and platform_resource_name is not null
            and state <> 'error' and removed_at is null
            and organization_id in (select id from organizations where slug in ('northwind', 'contoso')))
       + (select count(*) from pgboss.job where state in ('created', 'retry', 'active')
            and name in ('campaign-push', 'task', 'execution-finish')) as n`
  )
  return Number(row!.n)
}

/** Every answered request has its audit event, except those that were answered `unavailable`. */
export const checkAudited = async ({ query }: Cluster, requestIds: ReadonlyArray<string>): Promise<void> => {
  const found = await query<{ id: string }>(
    "select distinct request_id as id from audit_events where request_id = any($1)",
    [requestIds]
  )
  const audited = new Set(found.map(({ id }) => id))
  expect(requestIds.filter((id) => !audited.has(id))).toEqual([])
}
