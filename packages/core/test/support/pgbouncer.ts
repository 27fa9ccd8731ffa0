import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { runAs } from "../../../embedded-postgres/src/installation.ts"
import type { DatabaseOptions } from "../../src/storage/index.ts"
import { rowsOf, withDatabase } from "./postgres-admin.ts"
import { until } from "./until.ts"

/* PgBouncer in transaction mode before the tests' server. Does not depend on the test runner. */

/** The program: the one of PGBOUNCER, or the installed one; undefined if there is none. */
export const pgbouncerProgram = (): string | undefined =>
  [process.env["PGBOUNCER"], "/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer"].find(
    (path) => path !== undefined && existsSync(path)
  )

/** Whether it supports named statements in transaction mode, which 1.21 introduced. */
const supportsNames = (program: string): boolean => {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(String(execFileSync(program, ["--version"])))!
  return Number(major) > 1 || Number(minor) >= 21
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Left out where the server asks for none: it rejects an empty one. */
const passwordSetting = (password: string): string =>
  password === "" ? "" : ` password='${decodeURIComponent(password)}'`

/** Few server connections, so that clients share them: a leaked session would be noticed. */
const serverConnections = 5

export interface Pooler {
  readonly port: number
  readonly namedStatements: boolean
  readonly stop: () => Promise<void>
}

/**
 * Starts it before a server, for all of its databases. Clients get the user of the server's URL. It supports named
 * statements if this version can, unless told otherwise.
 */
export const startPgBouncer = async (
  program: string,
  server: string,
  parent: string,
  namedStatements: boolean = supportsNames(program)
): Promise<Pooler> => {
  const { hostname, password, port: serverPort, username } = new URL(server)
  const user = await runAs()
  const directory = mkdtempSync(join(parent, "pgbouncer-"))
  const port = await freePort()
  const settings = [
    "[databases]",
    `* = host=${hostname} port=${serverPort} user=${username}${passwordSetting(password)}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 1000",
    `default_pool_size = ${serverConnections}`,
    "server_idle_timeout = 5",
    ...(supportsNames(program) ? [`max_prepared_statements = ${namedStatements ? 500 : 0}`] : [])
  ]
  const file = join(directory, "pgbouncer.ini")
  writeFileSync(file, `${settings.join("\n")}\n`)
  if (user.uid !== undefined) for (const path of [directory, file]) chownSync(path, user.uid, user.gid!)
  const child = spawn(program, ["-q", file], { ...user, cwd: "/", stdio: "ignore" })
  const ended = once(child, "exit")
  const url = poolerUrl(withDatabase(server, "postgres"), port)
  const responds = () =>
    rowsOf(url, "select 1").then(
      () => true,
      () => false
    )
  await until("PgBouncer is ready", responds)
  return {
    port,
    namedStatements,
    stop: async () => {
      child.kill("SIGKILL")
      await ended
      rmSync(directory, { recursive: true, force: true })
    }
  }
}

const poolerUrl = (url: string, port: number): string => {
  const address = new URL(url)
  address.host = `127.0.0.1:${port}`
  return address.href
}

/** The address of a database, and how to use it. */
export interface TestAddress {
  readonly url: string
  readonly options: Pick<DatabaseOptions, "pooler">
}

/** The address of the same database through a pooler. */
export const through = (
  { namedStatements, port }: Pick<Pooler, "port" | "namedStatements">,
  url: string
): TestAddress => ({ url: poolerUrl(url, port), options: { pooler: { directUrl: url, namedStatements } } })

/**
 * The same database through the Unix socket of its server, if the tests' server listens on one: a round trip takes
 * less CPU time than over TCP. Programs that tests start use TCP, as do tests that put something between.
 */
const overSocket = (url: string): string => {
  const address = new URL(url)
  const directory = process.env["TEST_POSTGRES_SOCKETS"]
  if (directory === undefined || !existsSync(join(directory, `.s.PGSQL.${address.port}`))) return url
  address.searchParams.set("host", directory)
  return address.href
}

/** The address of a database in this run of tests: through the pooler of `npm run check pooler`, otherwise the database itself. */
export const testAddress = (url: string): TestAddress => {
  const [port, names] = (process.env["TEST_POOLER"] ?? "").split(" ")
  return port === undefined || port === "" || names === undefined
    ? { url: overSocket(url), options: {} }
    : through({ port: Number(port), namedStatements: names === "named" }, url)
}
