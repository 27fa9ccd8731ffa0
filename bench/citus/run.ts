import { chmodSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Database, distribute, distributeApplicationName, migrate } from "@adwarden/core"
import { Effect } from "effect"
import {
  addNode,
  type CitusNode,
  createCoordinator,
  startCitusNode
} from "../../packages/core/test/support/citus-nodes.ts"
import { admin, withDatabase } from "../../packages/core/test/support/postgres-admin.ts"
import { temporaryDirectory } from "../database.ts"
import { familyCpu } from "../process-cpu.ts"
import { fill, sameSize, type Tenant } from "../world.ts"
import { type Work, workOf } from "./work.ts"

/*
 * Compares one Citus node that holds all shards with three nodes: a coordinator without shards and two that share them.
 * The measure is the CPU time of each node for the same reads, reports and writes of many organizations: other load on
 * the machine hardly affects it. `npm run bench:citus` measures, and `-- --quick` only checks that everything runs.
 * Requires Citus, as `npm run test:citus` does.
 */
const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } })
const size = values.quick
  ? { organizations: 6, campaigns: 2, days: 7 }
  : { organizations: 60, campaigns: 20, days: 365 }
const rounds = values.quick ? 1 : 8

const settings = {
  "citus.shard_count": "24",
  shared_buffers: "256MB",
  synchronous_commit: "on",
  autovacuum: "on"
}

const startNode = (directory: string) =>
  Effect.acquireRelease(
    Effect.promise(() => startCitusNode(directory, settings)),
    (node) => Effect.promise(() => node.stop())
  )

/** Starts a cluster of this many nodes and moves the same filled database to it. Alone, the coordinator holds the shards. */
const startCluster = (directory: string, count: number) =>
  Effect.gen(function* () {
    mkdirSync(directory, { recursive: true })
    chmodSync(directory, 0o711)
    const names = Array.from({ length: count }, (_, n) => join(directory, `node-${n}`))
    const nodes = yield* Effect.forEach(names, startNode)
    const [coordinator, ...others] = nodes as [CitusNode, ...Array<CitusNode>]
    const url = withDatabase(coordinator.url, "adwarden")
    yield* Effect.promise(() => admin(coordinator.url, "create database adwarden"))
    // On a busy machine, nothing may time out.
    const on = {
      applicationName: distributeApplicationName,
      statementTimeoutMillis: 600_000,
      connectTimeoutMillis: 600_000
    }
    const tenants = yield* Effect.zipRight(migrate, fill(sameSize(size))).pipe(
      Effect.provide(Database.layer(url, on))
    )
    yield* Effect.promise(async () => {
      await createCoordinator(url, coordinator.port, count === 1)
      for (const node of others) await addNode(url, node)
    })
    yield* distribute(() => undefined).pipe(Effect.provide(Database.layer(url, on)))
    yield* Effect.promise(() => admin(url, "vacuum analyze"))
    return { url, nodes, tenants }
  })

/** The milliseconds of CPU time of each node for one request. */
const measure = async (
  { nodes, tenants, url }: { url: string; nodes: ReadonlyArray<CitusNode>; tenants: ReadonlyArray<Tenant> },
  work: Work
): Promise<ReadonlyArray<number>> => {
  const requests = await workOf(url, work)
  try {
    // Connections, caches and plans settle first.
    await requests.run(tenants, Math.ceil(rounds / 4))
    const before = nodes.map((node) => familyCpu(node.pid()))
    const count = await requests.run(tenants, rounds)
    return nodes.map((node, n) => ((familyCpu(node.pid()) - before[n]!) * 1000) / count)
  } finally {
    await requests.stop()
  }
}

const works: ReadonlyArray<Work> = ["reads", "reports", "writes"]

const measureCluster = (directory: string, count: number) =>
  Effect.scoped(
    Effect.flatMap(startCluster(join(directory, String(count)), count), (cluster) =>
      Effect.promise(async () => {
        const found = new Map<Work, ReadonlyArray<number>>()
        for (const work of works) found.set(work, await measure(cluster, work))
        return found
      })
    )
  )

const millis = (costs: ReadonlyArray<number>) => costs.map((cost) => cost.toFixed(3)).join(", ")

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const one = yield* measureCluster(directory, 1)
  const three = yield* measureCluster(directory, 3)
  const { campaigns, days, organizations } = size
  console.log(
    `${organizations} organizations with ${campaigns} campaigns of ${days} days; CPU time of a request in ms`
  )
  for (const work of works) {
    const [[alone], [coordinator, ...others]] = [
      one.get(work)!,
      three.get(work)! as [number, ...Array<number>]
    ]
    const shareOf = (cost: number) => `${((cost / alone!) * 100).toFixed(0)}%`
    console.log(`\n${work}`)
    console.log(`  one node       ${millis([alone!])}`)
    console.log(`  coordinator    ${millis([coordinator])} (${shareOf(coordinator)} of the work of one node)`)
    console.log(`  other nodes    ${millis(others)} (at most ${shareOf(Math.max(...others))})`)
  }
})

await Effect.runPromise(Effect.scoped(main))
