import { join } from "node:path"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, describe, expect, inject, it } from "vitest"
import { AuditSealer } from "../../src/audit/sealer.ts"
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
  const runtime = ManagedRuntime.make(coreOn(url))
  afterAll(async () => {
    await runtime.dispose()
    for (const node of nodes) await node.stop()
  })
  return { url, keys, distributed, again, first, second, run: runtime.runPromise }
}

const cluster = onCitus ? await startCluster() : undefined!
const organizations = ["northwind", "contoso"]

/** Changes the name of a campaign of each organization again and again, until told to stop. */
const startLoad = () => {
  let stopped = false
  const errors: Array<unknown> = []
  let done = 0
  const writer = async (org: string) => {
    const key = cluster.keys[org]!.admin!
    const { output } = await cluster.run(call("campaigns.list", key, { org }))
    const { slug } = (output as { data: ReadonlyArray<{ slug: string }> }).data[0]!
    for (let n = 0; !stopped; n++) {
      const values = { org, slug, name: `${org} ${slug} ${n}`, dry_run: false }
      const { error } = await cluster.run(call("campaigns.update", key, values))
      if (error === null) done++
      else errors.push(error)
    }
  }
  const writers = organizations.map(writer)
  return {
    done: () => done,
    stop: async () => {
      stopped = true
      await Promise.all(writers)
      return errors
    }
  }
}

const placements = () =>
  rowsOf<{ port: number; shards: number }>(
    cluster.url,
    "select nodeport as port, count(*)::int as shards from citus_shards where citus_table_type = 'distributed' group by 1 order by 1"
  )

describe.runIf(onCitus)("three nodes", () => {
  it("an existing database moves to the cluster with its data, and a second run changes nothing", async () => {
    expect(cluster.distributed).toContain("campaigns")
    expect(cluster.again).toEqual([])
    for (const org of organizations) {
      const { error, output } = await cluster.run(call("campaigns.list", cluster.keys[org]!.admin!, { org }))
      expect(error).toBeNull()
      expect((output as { data: ReadonlyArray<unknown> }).data.length).toBeGreaterThan(0)
    }
    expect(await placements()).toMatchObject([{ port: cluster.first.port }])
  })

  it("a node is added and shards move to it while organizations are written", async () => {
    const load = startLoad()
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
    const load = startLoad()
    await expect.poll(load.done).toBeGreaterThan(5)
    await cluster.second.kill()
    await cluster.second.start()
    const before = load.done()
    await expect.poll(load.done).toBeGreaterThan(before + 5)
    const errors = await load.stop()
    for (const error of errors) expect(error).toMatchObject({ _tag: "unavailable" })
    const [left] = await rowsOf<{ actions: number }>(
      cluster.url,
      "select count(*)::int as actions from actions where op = 'campaigns.update' and state = 'executed'"
    )
    expect(left!.actions).toBeGreaterThanOrEqual(load.done())
  })
})
