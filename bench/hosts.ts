import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Database, migrate } from "@adwarden/core"
import { Effect } from "effect"
import pg from "pg"
import { postgresCpu } from "./cpu.ts"
import { benchDatabase, temporaryDirectory } from "./database.ts"
import { type Load, listCampaigns, moveBudgets, runLoad } from "./load.ts"
import { allSealed } from "./rows.ts"
import { type Subject, startSubject } from "./subject.ts"
import { fill, sameSize } from "./world.ts"

/*
 * Shows what a request costs with one host and with three on one Postgres, in CPU time: a small machine cannot run three
 * hosts at full speed, but it can measure what each of their requests takes from them and from Postgres. `npm run bench
 * hosts` takes some minutes; `-- --requests 500` sends a tenth of the requests, `-- --connections 3` leaves a busy machine
 * time to answer them, and `-- --quick` only checks that everything runs.
 */
const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    requests: { type: "string", default: "5000" },
    connections: { type: "string", default: "12" },
    database: { type: "string" }
  }
})
const size = values.quick
  ? { organizations: 4, campaigns: 2, days: 7 }
  : { organizations: 200, campaigns: 20, days: 90 }
const rounds = values.quick ? 1 : 3
/** Three hosts get three times the load of one. */
const connectionsPerHost = values.quick ? 1 : Number(values.connections)
/** Requests of each host. The code of all hosts is compiled by the same number, however busy the machine is. */
const warmUp = values.quick ? 4 : Number(values.requests) * 4
const round = values.quick ? 4 : Number(values.requests)

const hostCounts = [1, 3] as const

interface Cost {
  readonly perSecond: number
  readonly p99: number
  /** Microseconds of a request, in all hosts and in Postgres. */
  readonly hosts: number
  readonly postgres: number
  /** Events that waited for the sealer, as a share of requests, and how many still waited when the load ended. */
  readonly waited: number
  readonly backlog: number
  readonly connections: number
}

const median = (all: ReadonlyArray<number>): number =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!

const medianOf = (costs: ReadonlyArray<Cost>): Cost =>
  Object.fromEntries(
    Object.keys(costs[0]!).map((name) => [name, median(costs.map((cost) => cost[name as keyof Cost]))])
  ) as unknown as Cost

/** A connection that observes. Idle sessions report their insertions after ten seconds. */
const observe = (client: pg.Client) => {
  const numberOf = async (text: string) => Number((await client.query(text)).rows[0].n)
  return {
    inserted: async () => {
      if (!values.quick) await sleep(11_000)
      return numberOf("select n_tup_ins as n from pg_stat_user_tables where relname = 'audit_unsealed'")
    },
    unsealed: () => numberOf("select count(*) as n from audit_unsealed"),
    connections: () =>
      numberOf("select count(*) - 1 as n from pg_stat_activity where datname = current_database()")
  }
}

const cpuOf = async (hosts: ReadonlyArray<Subject>): Promise<number> =>
  (await Promise.all(hosts.map((host) => host.cpu()))).reduce((sum, cpu) => sum + cpu, 0)

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const url = yield* benchDatabase(directory, values.database, { shared_buffers: "256MB" })
  console.log(
    `Filling a database: ${size.organizations} organizations × ${size.campaigns} campaigns × ${size.days} days`
  )
  const tenants = yield* Effect.zipRight(migrate, fill(sameSize(size))).pipe(
    Effect.provide(Database.layer(url, { statementTimeoutMillis: 600_000 }))
  )
  const hosts = yield* Effect.acquireRelease(
    Effect.promise(() => Promise.all(Array.from({ length: 3 }, () => startSubject("service", url)))),
    (started) =>
      Effect.sync(() => {
        for (const { stop } of started) stop()
      })
  )
  const client = new pg.Client(url)
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect()),
    () => Effect.promise(() => client.end())
  )
  const observed = observe(client)

  let inserted = 0
  const measure = async (loaded: ReadonlyArray<Subject>, load: Load, amount: number): Promise<Cost> => {
    const before = { hosts: await cpuOf(hosts), postgres: postgresCpu(directory) }
    const results = await Promise.all(
      loaded.map((host) => runLoad(host.url, load, connectionsPerHost, { amount }))
    )
    const [backlog, open] = [await observed.unsealed(), await observed.connections()]
    await allSealed(url)
    const requests = results.reduce((sum, one) => sum + one.requests, 0)
    const after = { hosts: await cpuOf(hosts), postgres: postgresCpu(directory) }
    const insertedBefore = inserted
    inserted = await observed.inserted()
    return {
      perSecond: results.reduce((sum, one) => sum + one.requests / one.seconds, 0),
      p99: Math.max(...results.map(({ p99 }) => p99)),
      hosts: (after.hosts - before.hosts) / requests,
      postgres: (after.postgres - before.postgres) / requests,
      waited: (inserted - insertedBefore) / requests,
      backlog,
      connections: open
    }
  }

  const loads = [
    { title: "GET campaigns, 20 rows with a week of figures", load: listCampaigns(tenants) },
    { title: "PATCH of a budget, executed", load: moveBudgets(tenants, size.campaigns) }
  ]
  yield* Effect.promise(async () => {
    for (const { load, title } of loads) {
      await measure(hosts, load, warmUp)
      const found = new Map<number, Array<Cost>>(hostCounts.map((count) => [count, []]))
      for (let n = 0; n < rounds; n++)
        for (const count of hostCounts)
          found.get(count)!.push(await measure(count === 1 ? [hosts[n]!] : hosts, load, round))
      console.log(`\n${title}`)
      for (const [count, costs] of found) {
        const cost = medianOf(costs)
        console.log(
          `  ${count} ${count === 1 ? "host " : "hosts"}   CPU of each: ${cost.hosts.toFixed(0)} µs in the hosts, ${cost.postgres.toFixed(0)} µs in Postgres   ` +
            `${(cost.waited * 100).toFixed(0)}% of the events waited for the sealer, ${cost.backlog} at the end   ` +
            `${cost.connections} connections   ${cost.perSecond.toFixed(0)} /s   p99 ${cost.p99} ms`
        )
      }
      const [one, three] = hostCounts.map((count) => medianOf(found.get(count)!)) as [Cost, Cost]
      console.log(
        `  ratio     ${(three.hosts / one.hosts).toFixed(2)} in the hosts, ${(three.postgres / one.postgres).toFixed(2)} in Postgres`
      )
    }
  })
})

await Effect.runPromise(Effect.scoped(main))
