import { setTimeout as sleep } from "node:timers/promises"
import { expect } from "vitest"
import { until } from "../../../core/test/support/until.ts"
import type { Cluster } from "./cluster.ts"
import { eventsDefect, explainLostEvent, servedBy } from "./delayed-events.ts"

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

/**
 * Every answered request has its audit event with the status of the answer, and none has one twice. A host that is killed loses the events that it
 * keeps in memory during an outage of the database: each such answer is listed with that outage and kill.
 */
export const checkAudited = async (cluster: Cluster): Promise<ReadonlyArray<string>> => {
  const { answers, query } = cluster
  // The sealer removes repetitions.
  await until("no event is stored twice", async () => {
    const twice = await query("select id from audit_events group by organization_id, id having count(*) > 1")
    return twice.length === 0
  })
  const found = await query<{ id: string; statuses: ReadonlyArray<number> }>(
    `select request_id as id, array_agg(status_code::int) as statuses from audit_events
     where request_id = any($1) group by request_id`,
    [answers.all.map(({ requestId }) => requestId)]
  )
  const audited = new Map(found.map(({ id, statuses }) => [id, statuses]))
  const defects = answers.all.flatMap((answer) => {
    const defect = eventsDefect(answer, audited.get(answer.requestId) ?? [])
    return defect === null ? [] : [`${answer.requestId}: ${defect}`]
  })
  expect(defects).toEqual([])
  const served = servedBy(cluster)
  const findings = answers.all
    .filter(({ requestId }) => !audited.has(requestId))
    .map((answer) => ({ answer, finding: explainLostEvent(answer, served(answer.requestId)) }))
  expect(findings.filter(({ finding }) => "defect" in finding)).toEqual([])
  return findings.map(({ answer, finding }) => {
    const at = (millis: number) => new Date(millis).toISOString()
    const cause = "defect" in finding ? "" : `${finding.outage.fault}, killed ${at(finding.killed)}`
    const host = cluster.hosts.find(({ origin }) => new URL(origin).origin === answer.origin)
    return `${answer.requestId} by ${host?.program.name}, answered ${at(answer.answered)}: ${cause}`
  })
}
