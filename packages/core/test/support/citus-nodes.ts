import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, openSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { freePort, postmasterOf } from "../../../embedded-postgres/src/cluster.ts"
import { runAs } from "../../../embedded-postgres/src/installation.ts"
import { admin, rowsOf, withDatabase } from "./postgres-admin.ts"
import { until } from "./until.ts"

/* Nodes of a Citus cluster on this machine. The product needs none of this: it connects to a coordinator. */

/** The directory of the Postgres programs with Citus; CITUS_BIN names another. */
const citusBin = (): string => process.env["CITUS_BIN"] ?? "/usr/lib/postgresql/15/bin"

/** Returns the directory of Postgres with Citus. Throws if it is not installed. */
export const installedCitus = (): string => {
  const bin = citusBin()
  const found = existsSync(join(bin, "pg_config"))
    ? execFileSync(join(bin, "pg_config"), ["--pkglibdir"], { encoding: "utf8" }).trim()
    : undefined
  if (found !== undefined && existsSync(join(found, "citus.so"))) return bin
  throw new Error(
    `Citus is not installed for the Postgres in ${bin}. Install Citus 13 for Postgres 15 or later, or name the directory of its programs in CITUS_BIN.`
  )
}

/** As for other tests, without durability. Each database of the run has a maintenance process of Citus. */
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_preload_libraries: "citus",
  wal_level: "logical",
  max_prepared_transactions: "200",
  max_connections: "400",
  max_worker_processes: "100",
  shared_buffers: "64MB",
  max_wal_size: "256MB",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  "citus.node_conninfo": "sslmode=disable",
  "citus.shard_count": "4",
  "citus.shard_replication_factor": "1",
  "citus.max_adaptive_executor_pool_size": "4",
  "citus.enable_statistics_collection": "off",
  // Tests make writes fail by triggers; the product has none.
  "citus.enable_unsafe_triggers": "on"
}

export interface CitusNode {
  readonly port: number
  /** The process id of its server. */
  readonly pid: () => number
  /** The URL of its database postgres. */
  readonly url: string
  /** Ends it at once, as a crash does. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts a node whose data is in the directory. */
export const startCitusNode = async (
  directory: string,
  more: Readonly<Record<string, string>> = {}
): Promise<CitusNode> => {
  const bin = installedCitus()
  const user = await runAs()
  await mkdir(directory, { recursive: true })
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid!)
  const data = join(directory, "data")
  const login = ["--auth=trust", "--username=adwarden", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
  execFileSync(join(bin, "initdb"), ["-D", data, ...login], { ...user, cwd: "/", stdio: "ignore" })
  const port = await freePort(0)
  const log = openSync(join(directory, "log"), "a")
  const flags = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`
  ])
  const run = async () => {
    const server = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], {
      ...user,
      cwd: "/",
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", log, log]
    })
    const ended = once(server, "exit")
    await until("the node is ready", async () => (await postmasterOf(data))?.ready === true)
    const end = async (signal: "SIGINT" | "SIGQUIT") => {
      server.kill(signal)
      await ended
    }
    return { pid: server.pid!, end }
  }
  let server = await run()
  return {
    port,
    pid: () => server.pid,
    url: `postgres://adwarden@127.0.0.1:${port}/postgres`,
    kill: () => server.end("SIGQUIT"),
    start: async () => {
      server = await run()
    },
    stop: () => server.end("SIGINT")
  }
}

/** Makes a database of a node the coordinator of a cluster, which may hold shards itself. */
export const createCoordinator = async (
  database: string,
  port: number,
  holdsShards: boolean
): Promise<void> => {
  await admin(database, "create extension citus")
  await admin(database, `select citus_set_coordinator_host('127.0.0.1', ${port})`)
  await admin(
    database,
    `select citus_set_node_property('127.0.0.1', ${port}, 'shouldhaveshards', ${holdsShards})`
  )
}

/** Adds a node to the cluster of a coordinator's database. */
export const addNode = async (database: string, node: CitusNode): Promise<void> => {
  const name = new URL(database).pathname.slice(1)
  await admin(node.url, `create database ${name}`)
  await admin(withDatabase(node.url, name), "create extension citus")
  await admin(database, `select citus_add_node('127.0.0.1', ${node.port})`)
}

/** Ends the cluster's own connections to a database, so that it can be copied, and allows no new ones. */
export const freezeTemplate = async (server: string, database: string): Promise<void> => {
  await admin(server, `alter database ${database} allow_connections false`)
  await until("nothing uses the template", async () => {
    await admin(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`
    )
    const left = await rowsOf(server, `select 1 from pg_stat_activity where datname = '${database}'`)
    return left.length === 0
  })
}
