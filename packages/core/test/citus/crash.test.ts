import { createEmulator } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, Layer, ManagedRuntime, Scope } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { resendWaiting } from "../../src/campaigns/push/jobs.ts"
import { Worker } from "../../src/tasks/index.ts"
import { call } from "../support/call.ts"
import type { CitusNode } from "../support/citus-nodes.ts"
import { coreOnPlatform } from "../support/core-on-platform.ts"
import { controlOf } from "../support/on-platform.ts"
import { admin, rowsOf, withDatabase } from "../support/postgres-admin.ts"
import { until } from "../support/until.ts"
import { onCitus, startDemoCluster } from "./cluster.ts"

/*
 * The node of an organization commits a change before the coordinator commits its job. Here a process is killed between
 * the two commits: the node waits for a replica that does not exist, after its commit is on the disk.
 */

const start = async () => {
  const demo = await startDemoCluster()
  const emulator = await createEmulator({ directory: demo.emulator })
  const runtime = ManagedRuntime.make(coreOnPlatform(demo.url, emulator))
  afterAll(async () => {
    await runtime.dispose()
    await emulator.close()
  })
  const query = <Row extends object>(text: string) =>
    runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
  return { ...demo, control: controlOf(emulator), run: runtime.runPromise, query }
}

const cluster = onCitus ? await start() : undefined!

const setReplica = async (node: CitusNode, name: string) => {
  await admin(node.url, `alter system set synchronous_standby_names = '${name}'`)
  await admin(node.url, "select pg_reload_conf()")
}

/** The processes of a change between its commits, on its node and on the coordinator. */
const betweenCommits = async (node: CitusNode) => {
  const [row] = await rowsOf<{ pid: number; gpid: string }>(
    withDatabase(node.url, "adwarden"),
    `select pid, substring(application_name from 'gpid=([0-9]+)') as gpid from pg_stat_activity
     where wait_event = 'SyncRep' and application_name like 'citus_internal%'`
  )
  // The id of a process in the cluster ends with its id on the coordinator.
  return row === undefined
    ? undefined
    : { onNode: row.pid, onCoordinator: Number(BigInt(row.gpid) % 10_000_000_000n) }
}

const responds = (url: string) =>
  rowsOf(url, "select 1").then(
    () => true,
    () => false
  )

const slug = "boiler-repair"
const owner = () => cluster.keys["northwind"]!.owner!

/** Renames a campaign, and kills a process once the change is committed on its node. */
const renameAndKill = async (name: string, victim: "onNode" | "onCoordinator") => {
  const { coordinator, first } = cluster
  await setReplica(first, "nobody")
  const write = cluster.run(call("campaigns.update", owner(), { slug, name, dry_run: false }))
  let found: Awaited<ReturnType<typeof betweenCommits>>
  await until("the change is between its commits", async () => {
    found = await betweenCommits(first)
    return found !== undefined
  })
  process.kill(found![victim], "SIGKILL")
  await until(
    "both nodes respond again",
    async () => (await responds(coordinator.url)) && responds(first.url)
  )
  await setReplica(first, "")
  await write
  await until("the service reads again", async () => {
    const { error } = await cluster.run(call("campaigns.get", owner(), { slug }))
    return error === null
  })
}

const jobs = () =>
  cluster.query("select 1 from pgboss.job where name = 'campaign-push' and state <> 'completed'")

/** Runs everything in the queue, as a worker does. */
const runJobs = async () => {
  const scope = Effect.runSync(Scope.make())
  await cluster.run(
    Layer.buildWithScope(Worker.layer(cluster.url, { superviseSeconds: 1, schedules: false }), scope)
  )
  await until("no job is left", async () => (await jobs()).length === 0)
  await Effect.runPromise(Scope.close(scope, Exit.void))
}

const namesOnPlatform = async () => {
  const { resources } = (await cluster.control("GET", "resources")) as {
    readonly resources: Readonly<Record<string, { readonly name?: string }>>
  }
  return Object.values(resources).map(({ name }) => name)
}

const isStored = async (name: string) =>
  (await cluster.query(`select 1 from campaigns where organization_id = 1 and name = '${name}'`)).length === 1

/** As if the last attempt was a while ago. */
const timePasses = () =>
  cluster.query(
    "update campaigns set updated_at = now() - interval '11 minutes' where organization_id = 1 and unpushed <> '{}'"
  )

describe.runIf(onCitus)("a crash between the commit of a change and that of its job", () => {
  it("of the coordinator: the job is lost, and the change is pushed all the same", async () => {
    await renameAndKill("Kept without a job", "onCoordinator")
    expect(await isStored("Kept without a job")).toBe(true)
    expect(await jobs()).toEqual([])
    expect(await namesOnPlatform()).not.toContain("Kept without a job")
    await timePasses()
    expect(await cluster.run(resendWaiting)).toEqual({ sent: 1 })
    await runJobs()
    expect(await namesOnPlatform()).toContain("Kept without a job")
  })

  it("of the organization's node: the change is kept and pushed", async () => {
    await renameAndKill("Kept by the node", "onNode")
    expect(await isStored("Kept by the node")).toBe(true)
    await timePasses()
    await cluster.run(resendWaiting)
    await runJobs()
    expect(await namesOnPlatform()).toContain("Kept by the node")
  })
})
