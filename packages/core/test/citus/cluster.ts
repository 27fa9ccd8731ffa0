import { chmodSync, mkdtempSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { inject } from "vitest"
import { migrate } from "../../src/schema.ts"
import { Database, distribute, distributeApplicationName } from "../../src/storage/index.ts"
import { afterFile } from "../support/after-file.ts"
import { addNode, type CitusNode, createCoordinator, startCitusNode } from "../support/citus-nodes.ts"
import { makeDemoWorld } from "../support/demo-template.ts"
import { admin, withDatabase } from "../support/postgres-admin.ts"

/** Whether this is a run on Citus. Tests of several nodes are skipped in others. */
export const onCitus = process.env["TEST_CITUS"] === "1"

/** Starts nodes of a file's own, which stop after its last test. A crash must not lose what a node confirmed. */
export const startNodes = async (names: ReadonlyArray<string>) => {
  const directory = mkdtempSync(join(inject("postgres").directory, "nodes-"))
  // The servers can run as another user.
  chmodSync(directory, 0o711)
  const nodes: Array<CitusNode> = []
  afterFile(async () => {
    for (const node of nodes) await node.stop()
  })
  for (const name of names)
    nodes.push(await startCitusNode(join(directory, name), { synchronous_commit: "on" }))
  return { directory, nodes }
}

/** Distributes a database as `adwarden migrate --distribute` does, and returns the tables that moved. */
export const distributeDatabase = (url: string) =>
  distribute(() => undefined).pipe(
    Effect.provide(Database.layer(url, { applicationName: distributeApplicationName }))
  )

/**
 * Starts a coordinator without shards and two more nodes, the first of which holds the shards of the demo data. As an
 * existing installation moves: the data is there before the cluster.
 */
export const startDemoCluster = async () => {
  const { directory, nodes } = await startNodes(["coordinator", "first", "second"])
  const [coordinator, first, second] = nodes as [CitusNode, CitusNode, CitusNode]
  await admin(coordinator.url, "create database adwarden")
  const url = withDatabase(coordinator.url, "adwarden")
  await Effect.runPromise(migrate.pipe(Effect.provide(Database.layer(url))))
  const emulator = join(directory, "emulator")
  const credentials = await makeDemoWorld(url, emulator)
  await createCoordinator(url, coordinator.port, false)
  await addNode(url, first)
  const distributed = await Effect.runPromise(distributeDatabase(url))
  return { url, ...credentials, emulator, distributed, coordinator, first, second }
}
