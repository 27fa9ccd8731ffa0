import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Database, migrate, PlatformLogins, Vault } from "@adwarden/core"
import { Effect, Layer } from "effect"
import pg from "pg"
import { serverCpu } from "../cpu.ts"
import { benchDatabase, temporaryDirectory } from "../database.ts"
import { programFile, startSubject } from "../subject.ts"
import type { Tenant } from "../world.ts"
import { pauseEach, percentile } from "./pauses.ts"
import { type EmulatorReady, fillLinked, type SyncMessage, type SyncTask, vaultKey } from "./world.ts"

/*
 * Measures the sync of a large organization with the emulator: the first import with its memory, the next day
 * with late conversions, and pauses of its campaigns meanwhile. `npm run bench sync` imports two years of 500
 * campaigns. `-- --days 60` imports fewer days, and `-- --quick` only checks that everything runs. `-- --database URL`
 * uses an empty database of another server.
 */
const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    campaigns: { type: "string", default: "500" },
    days: { type: "string", default: "730" },
    database: { type: "string" }
  }
})
const size = values.quick
  ? { campaigns: 12, days: 30, atRest: 3 }
  : { campaigns: Number(values.campaigns), days: Number(values.days), atRest: Number(values.campaigns) / 4 }

const children = new Set<ChildProcess>()
const start = (name: string, args: ReadonlyArray<string>): ChildProcess => {
  const child = fork(programFile("sync", name), args)
  children.add(child)
  child.once("exit", () => children.delete(child))
  return child
}

const emulatorOf = (directory: string) =>
  new Promise<EmulatorReady>((resolve, reject) => {
    const child = start("emulator", [directory, String(size.campaigns), String(size.days)])
    child.once("message", (ready) => resolve(ready as EmulatorReady))
    child.once("exit", (code) => reject(new Error(`The emulator exited with code ${code}`)))
  })

type Synced = Extract<SyncMessage, { readonly kind: "synced" }>

const syncIn = (task: SyncTask, onDays: (message: Exclude<SyncMessage, Synced>) => void = () => {}) =>
  new Promise<Synced>((resolve, reject) => {
    const child = start("account", [JSON.stringify(task)])
    child.on("message", (message: SyncMessage) =>
      message.kind === "days" ? onDays(message) : resolve(message)
    )
    child.once("exit", (code) => reject(new Error(`The sync exited with code ${code}`)))
  })

const withClient = async <A>(url: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client(url)
  await client.connect()
  return use(client).finally(() => client.end())
}

const queryOn = <Row extends object>(url: string, text: string): Promise<ReadonlyArray<Row>> =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows)

/** Runs a sync and returns it with the CPU time of the server meanwhile. */
const withServerCpu = (url: string, sync: () => Promise<Synced>) =>
  withClient(url, async (client) => {
    const before = await serverCpu(client)
    const synced = await sync()
    return { ...synced, server: (await serverCpu(client)) - before }
  })

/** Returns the age of the longest transaction that was seen until `isOver`, in seconds. */
const watchTransactions = (url: string, isOver: () => boolean): Promise<number> =>
  withClient(url, async (client) => {
    let longest = 0
    while (!isOver()) {
      const { rows } = await client.query(
        `select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float8 as age from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
      )
      longest = Math.max(longest, rows[0].age)
      await sleep(50)
    }
    return longest
  })

type MeasuredSync = Synced & { readonly server: number }

const describe = ({ cpu, megabytes, megabytesBefore, report, seconds, server }: MeasuredSync): string =>
  `${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s and ${server.toFixed(1)} s in Postgres, ${megabytes} MB at most (${megabytesBefore} MB before), ${report.outcome}, ${report.days} days`

const measure = async (url: string, task: SyncTask, tenant: Tenant) => {
  let shown = 0
  const showDays = ({ done, megabytes, total }: Exclude<SyncMessage, Synced>) => {
    if (done < total && done / total < shown + 0.1) return
    shown = done / total
    console.log(`  ${done} of ${total} days stored, ${megabytes} MB`)
  }
  const first = await withServerCpu(url, () => syncIn(task, showDays))
  console.log(`First import: ${describe(first)}`)
  await queryOn(url, "vacuum analyze")
  const [rows] = await queryOn<{ terms: number; keywords: number }>(
    url,
    "select (select count(*)::int from search_term_days) as terms, (select count(*)::int from keyword_days) as keywords"
  )
  console.log(`  ${rows!.terms} rows of search terms, ${rows!.keywords} of keywords`)

  const service = await startSubject("service", url)
  const live = await queryOn<{ slug: string }>(
    url,
    "select slug from campaigns where state = 'live' order by random()"
  )
  const campaigns = live.map(({ slug }) => slug).values()
  try {
    // The first calls compile code.
    await pauseEach(service.url, tenant, campaigns, (paused) => paused >= size.atRest / 3)
    const atRest = await pauseEach(service.url, tenant, campaigns, (paused) => paused >= size.atRest)
    await fetch(`${task.url}/_control/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ advance: { days: 1 } })
    })
    let isOver = false
    const [beforeNext] = await queryOn<{ conversions: number }>(
      url,
      "select sum(conversions)::float8 as conversions from campaign_days"
    )
    const watching = watchTransactions(url, () => isOver)
    const syncing = withServerCpu(url, () => syncIn({ ...task, ahead: 1 })).finally(() => {
      isOver = true
    })
    const during = await pauseEach(service.url, tenant, campaigns, () => isOver)
    const next = await syncing
    console.log(`\nThe next day with late conversions: ${describe(next)}   (target: 60 s or less)`)
    const [late] = await queryOn<{ conversions: number; last: number }>(
      url,
      `select sum(conversions)::float8 as conversions, (sum(conversions) filter (where date = latest))::float8 as last
       from campaign_days, (select max(date) as latest from campaign_days) l`
    )
    const added = late!.conversions - beforeNext!.conversions
    console.log(
      `  ${added.toFixed(0)} conversions more, ${(added - late!.last).toFixed(0)} of them on earlier days`
    )
    console.log(`  the longest transaction took ${(await watching).toFixed(1)} s`)
    const [rest, busy] = [atRest, during].map((times) => ({
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      count: times.length
    }))
    const shownTimes = ({ count, p50, p99 }: typeof rest & {}) =>
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${count})`
    console.log(
      `\nPauses of its campaigns: at rest ${shownTimes(rest!)}; during the sync ${shownTimes(busy!)}`
    )
    console.log(
      `  ratio p50 ${(busy!.p50 / rest!.p50).toFixed(2)}, p99 ${(busy!.p99 / rest!.p99).toFixed(2)}`
    )
  } finally {
    service.stop()
  }
}

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const url = yield* benchDatabase(directory, values.database)
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const child of children) child.kill()
    })
  )
  const database = Database.layer(url)
  const logins = PlatformLogins.layer.pipe(Layer.provide(Vault.layer(vaultKey)), Layer.provideMerge(database))
  const { account, organization, ...tenant } = yield* Effect.zipRight(migrate, fillLinked).pipe(
    Effect.provide(logins)
  )
  const emulator = yield* Effect.promise(() => emulatorOf(join(directory, "emulator")))
  console.log(`${size.campaigns} campaigns with ${size.days} days in the emulator`)
  const task: SyncTask = { ...emulator, databaseUrl: url, organization, account, days: size.days, ahead: 0 }
  yield* Effect.promise(() => measure(url, task, tenant))
})

await Effect.runPromise(Effect.scoped(main))
