import { parseArgs } from "node:util"
import { Database, migrate } from "@adwarden/core"
import { Effect } from "effect"
import { benchDatabase, temporaryDirectory } from "../database.ts"
import { fill, type Tenant } from "../world.ts"
import { Meter } from "./meter.ts"
import {
  type MeasuredPage,
  measureBackground,
  measureOperations,
  measurePage,
  measureUpkeep,
  perOrganization
} from "./operations.ts"
import { grown, type PageCost, printBackground, printOperations, printPages, printUpkeep } from "./report.ts"
import { startService } from "./service.ts"
import { addActions, addTenants, type TenantsSize } from "./tenants.ts"

/*
 * Shows what the data of other tenants costs one organization, in pages of Postgres. `npm run bench growth` generates
 * 100,000 organizations with 1 million actions and 10 million audit events: about 10 GB and a quarter of an hour.
 * `-- --full` has ten times the actions and events. `-- --quick` only checks that everything runs. Exits with 1 if
 * the cost of an operation grows with other tenants' data, or that of a page with an organization's own actions.
 */
const { values } = parseArgs({
  options: { full: { type: "boolean", default: false }, quick: { type: "boolean", default: false } }
})

interface Scale extends TenantsSize {
  /** The actions of one large organization. */
  readonly large: number
}

const scale: Scale = values.quick
  ? { organizations: 300, actions: 3_000, events: 9_000, large: 60_000 }
  : values.full
    ? { organizations: 100_000, actions: 10_000_000, events: 100_000_000, large: 1_000_000 }
    : { organizations: 100_000, actions: 1_000_000, events: 10_000_000, large: 1_000_000 }

/** The pages before a deep one. A quick run reads few. */
const deepPages = values.quick ? 20 : Math.floor(Math.min(scale.large, 50_000) / 100) - 1
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const shareOf = ({ actions, events, organizations }: TenantsSize, share: number): TenantsSize => ({
  organizations: Math.ceil(organizations * share),
  actions: Math.ceil(actions * share),
  events: Math.ceil(events * share)
})

const firstTenant = 1000
const retentionDays = 330
const note = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)

/** Pages of the large organization. One of 5,000 of its actions is a direct edit. First pages also count the list. */
const largePages: ReadonlyArray<MeasuredPage> = [
  { title: "first page" },
  { title: "first of some days", filters: { from: day(200), to: day(170) } },
  { title: "first of a rare source", filters: { source: "dashboard" } },
  { title: "page after 100", skippedPages: 1 },
  { title: `page after ${deepPages * 100}`, skippedPages: deepPages },
  { title: "after 100 of most actions' source", filters: { source: "engine" }, skippedPages: 1 },
  { title: "after 100 of some days", filters: { from: day(200), to: day(170) }, skippedPages: 1 }
]

const report = async (
  url: string,
  [small, ten, large]: readonly [Tenant, Tenant, Tenant]
): Promise<boolean> => {
  const meter = await Meter.open(url)
  const alone = startService(url)
  note("Measuring without other tenants")
  const before = await measureOperations(alone, meter, small)
  const idle = await measureBackground(alone, meter)
  await alone.stop()
  const few = shareOf(scale, 0.01)
  await addTenants(url, firstTenant, few)
  const amongFew = startService(url)
  note(`Measuring with ${few.organizations} tenants`)
  const some = await measureOperations(amongFew, meter, small)
  await amongFew.stop()
  const rest = { ...shareOf(scale, 0.99), organizations: scale.organizations - few.organizations }
  await addTenants(url, firstTenant + few.organizations, rest, (table) => note(`Filling ${table}`))
  note("Filling the large organization")
  await addActions(url, ten.slug, 10)
  await addActions(url, large.slug, scale.large)
  const among = startService(url)
  note("Measuring with other tenants")
  const after = await measureOperations(among, meter, small)
  const [{ size }] = (await among.query<{ size: string }>(
    "select pg_size_pretty(pg_database_size(current_database())) as size"
  )) as [{ size: string }]
  const counts = [scale.organizations, scale.actions, scale.events].map((count) =>
    count.toLocaleString("en-US")
  )
  console.log(`${counts[0]} organizations, ${counts[1]} actions, ${counts[2]} audit events: ${size}`)
  const rows = printOperations(before, some, after)
  const pages: Array<PageCost> = []
  for (const page of largePages) {
    const title = `${scale.large.toLocaleString("en-US")}, ${page.title}`
    const counts = page.skippedPages === undefined
    pages.push({ title, counts, cost: await measurePage(among, meter, large, page) })
  }
  const pagesAreEqual = printPages(await measurePage(among, meter, ten, { title: "ten" }), pages)
  note("Measuring background work")
  printBackground(idle, await measureBackground(among, meter), perOrganization)
  await among.stop()
  note("Measuring upkeep")
  const due = Math.min(20_000, scale.organizations)
  printUpkeep(await measureUpkeep(url, meter, firstTenant, due, retentionDays), scale.events)
  await meter.close()
  return values.quick || (grown(rows).length === 0 && pagesAreEqual)
}

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const url = yield* benchDatabase(directory, undefined, {
    shared_preload_libraries: "pg_stat_statements",
    "pg_stat_statements.max": "5000",
    "pg_stat_statements.track_utility": "off",
    shared_buffers: values.quick ? "64MB" : "1GB",
    maintenance_work_mem: values.quick ? "64MB" : "512MB",
    max_wal_size: values.quick ? "256MB" : "4GB",
    fsync: "off",
    autovacuum: "off"
  })
  const tenants = yield* Effect.zipRight(
    migrate,
    fill([
      { slug: "small", campaigns: 5, days: 30 },
      { slug: "ten", campaigns: 5, days: 30 },
      { slug: "large", campaigns: 5, days: 30 }
    ])
  ).pipe(Effect.provide(Database.layer(url)))
  return yield* Effect.promise(() => report(url, [tenants[0]!, tenants[1]!, tenants[2]!]))
})

process.exitCode = (await Effect.runPromise(Effect.scoped(main))) ? 0 : 1
