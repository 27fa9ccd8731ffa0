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
import { familyCpu } from "../cpu.ts"
import { temporaryDirectory } from "../database.ts"
import { fill, sameSize, type Tenant } from "../world.ts"
import { type Work, workOf } from "./work.ts"

/*
 * Compares one Postgres, one Citus node with all shards, and three nodes: a coordinator without shards and two with them.
 * The measure is the CPU time of each node for the same reads, reports and writes of many organizations: other load on
 * the machine hardly affects it. `npm run bench citus` measures, and `-- --quick` only checks that everything runs.
 * Requires Citus, as `npm run check citus` does.
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

interface Layout {
  readonly title: string
  readonly nodes: number
  readonly isCluster: boolean
}

const layouts: ReadonlyArray<Layout> = [
  { title: "one Postgres", nodes: 1, isCluster: false },
  { title: "one Citus node", nodes: 1, isCluster: true },
  { title: "three nodes", nodes: 3, isCluster: true }
]

/** Moves a filled database to a cluster of nodes. Alone, the coordinator holds the shards. */
const distributeOver = (
  [coordinator, ...others]: readonly [CitusNode, ...ReadonlyArray<CitusNode>],
  url: string
) =>
  Effect.zipRight(
    Effect.promise(async () => {
      await createCoordinator(url, coordinator.port, others.length === 0)
      for (const node of others) await addNode(url, node)
    }),
    distribute(() => undefined)
  )

/** Starts the nodes of a layout, with the same filled database. */
const startLayout = (directory: string, { isCluster, nodes: count }: Layout) =>
  Effect.gen(function* () {
    mkdirSync(directory, { recursive: true })
    chmodSync(directory, 0o711)
    const names = Array.from({ length: count }, (_, n) => join(directory, `node-${n}`))
    const nodes = yield* Effect.forEach(names, startNode)
    const [coordinator] = nodes as [CitusNode, ...Array<CitusNode>]
    const url = withDatabase(coordinator.url, "adwarden")
    yield* Effect.promise(() => admin(coordinator.url, "create database adwarden"))
    const database = Database.layer(url, {
      applicationName: distributeApplicationName,
      // On a busy machine, nothing may time out.
      statementTimeoutMillis: 600_000,
      connectTimeoutMillis: 600_000
    })
    const tenants = yield* Effect.zipRight(migrate, fill(sameSize(size))).pipe(Effect.provide(database))
    if (isCluster)
      yield* distributeOver(nodes as [CitusNode, ...Array<CitusNode>], url).pipe(Effect.provide(database))
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

const measureLayout = (directory: string, layout: Layout) =>
  Effect.scoped(
    Effect.flatMap(startLayout(join(directory, layout.title.replaceAll(" ", "-")), layout), (started) =>
      Effect.promise(async () => {
        const found = new Map<Work, ReadonlyArray<number>>()
        for (const work of works) found.set(work, await measure(started, work))
        return { ...layout, found }
      })
    )
  )

const millis = (costs: ReadonlyArray<number>) => costs.map((cost) => cost.toFixed(3)).join(", ")

const main = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const measured = yield* Effect.forEach(layouts, (layout) => measureLayout(directory, layout))
  const { campaigns, days, organizations } = size
  console.log(
    `${organizations} organizations with ${campaigns} campaigns of ${days} days; CPU time of a request in ms, the coordinator first`
  )
  for (const work of works) {
    console.log(`\n${work}`)
    for (const { found, title } of measured) console.log(`  ${title.padEnd(16)}${millis(found.get(work)!)}`)
  }
})

await Effect.runPromise(Effect.scoped(main))
