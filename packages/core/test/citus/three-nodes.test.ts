import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Keys, Members } from "../../src/access/index.ts"
import { findMember } from "../../src/access/membership.ts"
import { AuditSealer } from "../../src/audit/sealer.ts"
import type { Output } from "../../src/contract/index.ts"
import { runSql } from "../../src/storage/index.ts"
import { ddl, distributed, local, reference } from "../../src/storage/migrations/ddl.ts"
import { migrateBy, replacedIndexes } from "../../src/storage/migrations/index.ts"
import { migrations } from "../../src/storage/migrations/list.ts"
import { call } from "../support/call.ts"
import { addNode } from "../support/citus-nodes.ts"
import { coreOn } from "../support/demo.ts"
import { holdEffect } from "../support/hold-transaction.ts"
import { admin, rowsOf } from "../support/postgres-admin.ts"
import { distributeDatabase, onCitus, startDemoCluster } from "./cluster.ts"

/* Three nodes: a coordinator without shards and two more. Runs with `npm run check citus` only. */

const startCluster = async () => {
  const demo = await startDemoCluster()
  const again = await Effect.runPromise(distributeDatabase(demo.url))
  const runtime = ManagedRuntime.make(
    Layer.merge(coreOn(demo.url, { writeQuota: 1_000_000 }), Logger.remove(Logger.defaultLogger))
  )
  afterAll(() => runtime.dispose())
  const refusal = () => Effect.runPromise(Effect.flip(distributeDatabase(demo.url)))
  return { ...demo, again, refusal, run: runtime.runPromise }
}

const cluster = onCitus ? await startCluster() : undefined!
const organizations = ["northwind", "contoso"]

const campaignsOf = async (org: string) => {
  const { error, output } = await cluster.run(call("campaigns.list", cluster.keys[org]!.owner!, { org }))
  expect(error).toBeNull()
  return (output as Output<"campaigns.list">).campaigns
}

const ownerOf = (org: string): string =>
  cluster.people.find(({ organizations: roles }) => roles[org] === "owner")!.email

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

/** A migration of a later version, with a table of each kind. */
const nextVersion = ddl(`
  create table next_places (id bigserial primary key);
  create table next_notes (organization_id bigint not null, id bigserial, campaign_id bigint not null,
    place_id bigint references next_places, primary key (organization_id, id),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id));
  create index on next_notes (organization_id, campaign_id);
  create table next_visits (id bigserial primary key, user_id bigint references users,
    place_id bigint references next_places);
  alter table campaigns add column next_note text;
  alter table campaigns add constraint campaigns_next_note_check check (next_note <> '') not valid;
  ${reference("next_places", "a test")}
  ${distributed("next_notes", "a test")}
  ${local("next_visits", "a test")}`)

describe.runIf(onCitus)("three nodes", () => {
  it("an existing database moves to the cluster with its data, and a second run changes nothing", async () => {
    expect(cluster.distributed).toContain("campaigns")
    expect(cluster.again).toEqual([])
    for (const org of organizations) expect((await campaignsOf(org)).length).toBeGreaterThan(0)
    expect(await cluster.refusal()).toMatchObject({ _tag: "CannotDistribute", problem: "service_running" })
    expect(await placements()).toMatchObject([{ port: cluster.first.port }])
  })

  it("an organization that holds its lock and its rows holds up no other", async () => {
    const [ours, theirs] = ["northwind", "contoso"].map((org) => ownerOf(org)) as [string, string]
    // What an approval and a change of keys hold until they commit.
    const release = await holdEffect(
      cluster,
      Effect.gen(function* () {
        yield* findMember("northwind", ours)
        yield* runSql`update campaigns set updated_at = now() where organization_id = 1`
      })
    )
    const { slug } = (await campaignsOf("contoso"))[0]!
    const values = { org: "contoso", slug, name: "Renamed while another waits", dry_run: false }
    const owner = cluster.keys["contoso"]!.owner!
    expect((await cluster.run(call("campaigns.update", owner, values))).error).toBeNull()
    await cluster.run(
      Effect.gen(function* () {
        const keys = yield* Keys
        const members = yield* Members
        const change = { organization: "contoso", by: theirs }
        const created = yield* keys.create({
          organization: "contoso",
          creator: theirs,
          name: "Another",
          scopes: ["campaigns:read"]
        })
        const rotated = yield* keys.rotate({ ...change, key: { id: created.id } })
        yield* keys.revoke({ ...change, key: { id: rotated.id } })
        const [person] = yield* runSql<{ id: number }>`select id from users where email = ${ours}`
        const [organization] = yield* runSql<{ id: number; slug: string }>`
          select id, slug from organizations where slug = 'contoso'`
        yield* members.setRole(organization!, person!.id, "member")
        yield* members.remove("contoso", ours)
      })
    )
    await release()
  })

  it("tables and columns of a new version join the cluster with its migration", async () => {
    const next = { ...migrations, "9000_next": nextVersion }
    const migrateNext = migrateBy(next, () => undefined)
    expect(await cluster.run(migrateNext)).toEqual(["9000_next"])
    const tables = await rowsOf(
      cluster.url,
      `select table_name::text as name, citus_table_type as type, colocation_id = (select colocation_id from citus_tables
         where table_name = 'campaigns'::regclass) as beside from citus_tables where table_name::text like 'next_%' order by 1`
    )
    expect(tables).toEqual([
      { name: "next_notes", type: "distributed", beside: true },
      { name: "next_places", type: "reference", beside: false }
    ])
    const keys = await rowsOf(
      cluster.url,
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
       where contype = 'f' and conrelid::regclass::text like 'next_%' order by 1, 2`
    )
    expect(keys).toEqual([
      { from: "next_notes", to: "campaigns" },
      { from: "next_notes", to: "next_places" }
    ])
    await admin(
      cluster.url,
      `insert into next_notes (organization_id, campaign_id) select organization_id, id from campaigns`
    )
    await admin(cluster.url, "update campaigns set next_note = 'x' where organization_id = 1")
    expect(await cluster.run(migrateNext)).toEqual([])
  })

  it("indexes of a new version replace those of the one before, on every node", async () => {
    await admin(cluster.url, "drop index actions_by_time")
    await admin(cluster.url, `create index ${replacedIndexes[0]} on actions (organization_id, at, sequence)`)
    await cluster.run(migrateBy({ ...migrations, "9000_next": nextVersion }, () => undefined))
    const shards = await rowsOf<{ result: string }>(
      cluster.url,
      `select result from run_command_on_shards('actions',
         $$select string_agg(indexrelid::regclass::text, ' ') from pg_index where indrelid = '%s'::regclass$$)`
    )
    expect(shards.length).toBeGreaterThan(1)
    for (const { result } of shards) {
      expect(result).toContain("actions_by_time")
      expect(result).not.toContain("actions_organization_id_at_sequence")
    }
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
