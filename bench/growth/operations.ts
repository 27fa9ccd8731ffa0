import { performance } from "node:perf_hooks"
import type { OperationName } from "@adwarden/core/contract"
import pg from "pg"
import type { Tenant } from "../world.ts"
import { type Cost, costOfOne, type Meter } from "./meter.ts"
import { type Service, startService } from "./service.ts"

/** Once a day, for each organization in turn: it cannot cost less than there are organizations. */
export const perOrganization: ReadonlySet<string> = new Set(["advice"])

/** Measures each schedule with nothing due, and the gauges of the metrics. The first run fills caches. */
export const measureBackground = async (
  service: Service,
  meter: Meter
): Promise<ReadonlyMap<string, Cost>> => {
  const costs = new Map<string, Cost>()
  const names = (await service.scheduleNames()).filter((name) => !perOrganization.has(name))
  for (const name of names) {
    await service.schedule(name)
    costs.set(name, await meter.measure(() => service.schedule(name)))
  }
  costs.set("gauges", await meter.measure(() => service.gauges()))
  return costs
}

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

interface MeasuredCall {
  readonly title: string
  readonly name: OperationName
  readonly values: () => object
}

const slug = "campaign-1"
const read = (name: OperationName, values: object = {}): MeasuredCall => ({
  title: name,
  name,
  values: () => values
})

let budget = 50
const nextBudget = (): number => {
  budget = budget === 50 ? 51 : 50
  return budget
}

/** Every read of the API that needs no record of its own, and writes previewed and executed. */
const calls: ReadonlyArray<MeasuredCall> = [
  read("organizations.list"),
  read("organizations.get"),
  read("campaigns.list"),
  read("campaigns.get", { slug }),
  read("campaigns.list_ads", { slug }),
  read("keywords.list", { slug }),
  read("keywords.list_negatives", { slug }),
  read("performance.get"),
  read("performance.search_terms"),
  read("reports.list", { type: "weekly" }),
  read("strategy.list"),
  read("recommendations.list"),
  read("actions.list"),
  read("audit.export"),
  read("queued_writes.list"),
  read("detectors.run", { slug, detector: "negative_keywords" }),
  {
    title: "campaigns.update, preview",
    name: "campaigns.update",
    values: () => ({ slug, budget: nextBudget() })
  },
  {
    title: "campaigns.update, executed",
    name: "campaigns.update",
    values: () => ({ slug, budget: nextBudget(), dry_run: false })
  }
]

/** After these runs of a statement Postgres has settled on a plan. */
const warmUps = 7
const runs = 5

export type CostsByTitle = ReadonlyMap<string, Cost>

/** Measures each call in one organization. Earlier calls leave the same number of events and actions behind. */
export const measureOperations = async (
  service: Service,
  meter: Meter,
  tenant: Tenant
): Promise<CostsByTitle> => {
  const costs = new Map<string, Cost>()
  for (const { name, title, values } of calls) {
    const once = async () => {
      const { error } = await service.call(name, tenant, values())
      if (error !== null) throw new Error(`${title}: ${JSON.stringify(error)}`)
    }
    for (let n = 0; n < warmUps; n++) await once()
    const cost = await meter.measure(async () => {
      for (let n = 0; n < runs; n++) await once()
    })
    costs.set(title, costOfOne(cost, runs))
  }
  return costs
}

/** A page of an organization's actions: with filters, and after so many other pages of a hundred. */
export interface MeasuredPage {
  readonly title: string
  readonly filters?: object
  readonly skippedPages?: number
}

export const measurePage = async (
  service: Service,
  meter: Meter,
  tenant: Tenant,
  { filters = {}, skippedPages = 0 }: MeasuredPage
): Promise<Cost> => {
  let cursor: string | null = null
  const page = async (limit: number) => {
    const values: object = { ...filters, limit, ...(cursor === null ? {} : { cursor }) }
    const { error, output } = await service.call("actions.list", tenant, values)
    if (error !== null) throw new Error(`actions.list: ${JSON.stringify(error)}`)
    return output as { readonly actions: ReadonlyArray<unknown>; readonly next_cursor: string | null }
  }
  for (let n = 0; n < skippedPages; n++) cursor = (await page(100)).next_cursor
  for (let n = 0; n < warmUps; n++) await page(10)
  const { actions } = await page(10)
  if (actions.length !== 10) throw new Error(`a page of ${actions.length} actions instead of 10`)
  const cost = await meter.measure(async () => {
    for (let n = 0; n < runs; n++) await page(10)
  })
  return costOfOne(cost, runs)
}
