import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { inject } from "vitest"
import { admin } from "../../core/test/support/postgres-admin.ts"
import { until } from "../../core/test/support/until.ts"
import { postmasterOf } from "../../embedded-postgres/src/cluster.ts"
import { runAs } from "../../embedded-postgres/src/installation.ts"
import { freePort } from "./adwarden.ts"

/**
 * The Postgres from npm has no pg_dump, and the machine's own cannot dump a newer server. Tests that need pg_dump
 * therefore use the machine's own server, if it is complete.
 */

const programs = ["initdb", "postgres", "psql", "pg_dump", "pg_restore"]

/** The directory of the newest Postgres with all programs; undefined if there is none. */
export const machinePostgres = (): string | undefined =>
  [
    ...globSync("/usr/lib/postgresql/*/bin").toSorted().toReversed(),
    ...(process.env["PATH"] ?? "").split(":")
  ].find((folder) => programs.every((program) => existsSync(join(folder, program))))

/** Starts a server on loopback that ends with the scope, and returns the URL of an empty database. */
export const serverOf = (bin: string) =>
  Effect.gen(function* () {
    const port = yield* freePort
    yield* Effect.acquireRelease(
      Effect.promise(() => start(bin, port)),
      (stop) => Effect.promise(stop)
    )
    const server = `postgres://adwarden@127.0.0.1:${port}`
    yield* Effect.promise(() => admin(`${server}/postgres`, "create database adwarden"))
    return `${server}/adwarden`
  })

/** Starts it, and returns a function that stops it and deletes its data. */
const start = async (bin: string, port: number): Promise<() => Promise<void>> => {
  const user = await runAs()
  const directory = mkdtempSync(join(inject("postgres").directory, "machine-"))
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid!)
  const data = join(directory, "data")
  const login = ["--auth=trust", "--username=adwarden", "--encoding=UTF8", "--locale=C", "--no-sync"]
  execFileSync(join(bin, "initdb"), ["-D", data, ...login], {
    ...user,
    cwd: "/",
    stdio: ["ignore", "ignore", "inherit"]
  })
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
  const flags = settings.flatMap((one) => ["-c", one])
  const server = spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], {
    ...user,
    cwd: "/",
    stdio: "ignore"
  })
  const ended = once(server, "exit")
  await until("the machine's own Postgres is ready", async () => (await postmasterOf(data))?.ready === true)
  return async () => {
    server.kill("SIGINT")
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
}
