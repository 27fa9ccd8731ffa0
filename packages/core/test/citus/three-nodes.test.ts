import { join } from "node:path"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { afterAll, describe, expect, inject, it } from "vitest"
import { AuditSealer } from "../../src/audit/sealer.ts"
import type { Output } from "../../src/contract/index.ts"
import { migrate } from "../../src/schema.ts"
import { Database, distribute, distributeApplicationName } from "../../src/storage/index.ts"
import { call } from "../support/call.ts"
import { addNode, type CitusNode, createCoordinator, startCitusNode } from "../support/citus-nodes.ts"
import { coreOn } from "../support/demo.ts"
import { makeDemoWorld } from "../support/demo-template.ts"
import { admin, rowsOf, withDatabase } from "../support/postgres-admin.ts"

/* Three nodes: a coordinator without shards and two more. Runs with `npm run test:citus` only. */

const onCitus = process.env["TEST_CITUS"] === "1"

const startCluster = async () => {
  const directory = join(inject("postgres").directory, "nodes")
  const nodes: Array<CitusNode> = []
  for (const name of ["coordinator", "first", "second"])
    nodes.push(await startCitusNode(join(directory, name)))
  const [coordinator, first, second] = nodes as [CitusNode, CitusNode, CitusNode]
  await admin(coordinator.url, "create database adwarden")
  const url = withDatabase(coordinator.url, "adwarden")
  await Effect.runPromise(migrate.pipe(Effect.provide(Database.layer(url))))
  const { keys } = await makeDemoWorld(url, join(directory, "emulator"))
  // As an existing installation moves: the data is there before the cluster.
  await createCoordinator(url, coordinator.port, false)
  await addNode(url, first)
  const operator = Database.layer(url, { applicationName: distributeApplicationName })
  const distributed = await Effect.runPromise(distribute(() => undefined).pipe(Effect.provide(operator)))
  const again = await Effect.runPromise(distribute(() => undefined).pipe(Effect.provide(operator)))
  const runtime = ManagedRuntime.make(
    Layer.merge(coreOn(url, { writeQuota: 1_000_000 }), Logger.remove(Logger.defaultLogger))
  )
  afterAll(async () => {
    await runtime.dispose()
    for (const node of nodes) await node.stop()
  })
  const refusal = () =>
    Effect.runPromise(Effect.flip(distribute(() => undefined)).pipe(Effect.provide(operator)))
  return { url, keys, distributed, again, refusal, first, second, run: runtime.runPromise }
}

const cluster = onCitus ? await startCluster() : undefined!
const organizations = ["northwind", "contoso"]

const campaignsOf = async (org: string) => {
  const { error, output } = await cluster.run(call("campaigns.list", cluster.keys[org]!.owner!, { org }))
  expect(error).toBeNull()
  return (output as Output<"campaigns.list">).campaigns
}

/** Changes the name of a campaign of each organization again and again, until it is stopped. */
const startLoad = async () => {
  const slugs = new Map<string, string>()
  for (const org of organizations) slugs.set(org, (await campaignsOf(org))[0]!.slug)
  let [stopped, done] = [false, 0]
  const errors: Array<unknown> = []
  const writers = organizations.map(async (org) => {
    while (!stopped) {
      const values = { org, slug: slugs.get(org), name: `Renamed by ${org} ${++names}`, dry_run: false }
      const { error } = await cluster.run(call("campaigns.update", cluster.keys[org]!.owner!, values))
      if (error === null) done++
      else errors.push(error)
    }
  })
  return {
    done: () => done,
    stop: async () => {
      stopped = true
      await Promise.all(writers)
      return errors
    }
  }
}
let names = 0

const placements = () =>
  rowsOf<{ port: number; shards: number }>(
    cluster.url,
    "select nodeport as port, count(*)::int as shards from citus_shards where citus_table_type = 'distributed' group by 1 order by 1"
  )

const executedActions = async () =>
  (await rowsOf(cluster.url, "select 1 from actions where state = 'executed'")).length

describe.runIf(onCitus)("three nodes", () => {
  it("an existing database moves to the cluster with its data, and a second run changes nothing", async () => {
    expect(cluster.distributed).toContain("campaigns")
    expect(cluster.again).toEqual([])
    for (const org of organizations) expect((await campaignsOf(org)).length).toBeGreaterThan(0)
    expect(await cluster.refusal()).toMatchObject({ _tag: "CannotDistribute", problem: "service_running" })
    expect(await placements()).toMatchObject([{ port: cluster.first.port }])
  })

  it("a node is added and shards move to it while organizations are written", async () => {
    const load = await startLoad()
    await addNode(cluster.url, cluster.second)
    await admin(cluster.url, "select rebalance_table_shards(shard_transfer_mode => 'auto')")
    const before = load.done()
    await expect.poll(load.done).toBeGreaterThan(before)
    expect(await load.stop()).toEqual([])
    const moved = await placements()
    expect(moved).toHaveLength(2)
    expect(moved[0]!.shards).toBe(moved[1]!.shards)
  })

  it("a transaction over several nodes commits on all, and sealing proves every chain", async () => {
    await cluster.run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))
    const rows = await rowsOf<{ organization_id: number; events: number; head: number }>(
      cluster.url,
      `select c.organization_id, c.position::int as head, count(s.position)::int as events from audit_chains c
       join audit_sealed s on s.organization_id = c.organization_id group by 1, 2`
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { events, head } of rows) expect(events).toBe(head)
    expect(await rowsOf(cluster.url, "select 1 from audit_unsealed where window_start is null")).toEqual([])
  })

  it("a node that fails and returns loses no confirmed change", async () => {
    const before = await executedActions()
    const load = await startLoad()
    await expect.poll(load.done).toBeGreaterThan(5)
    await cluster.second.kill()
    await cluster.second.start()
    const sofar = load.done()
    await expect.poll(load.done).toBeGreaterThan(sofar + 5)
    const errors = await load.stop()
    for (const error of errors) expect(error).toMatchObject({ _tag: "unavailable" })
    expect((await executedActions()) - before).toBeGreaterThanOrEqual(load.done())
  })
})
