import { randomBytes } from "node:crypto"
import { existsSync, globSync, statfsSync } from "node:fs"
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@adwarden/embedded-postgres"
import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { postmasterOf } from "../../../embedded-postgres/src/cluster.ts"
import { migrate } from "../../src/schema.ts"
import { Database } from "../../src/storage/index.ts"
import { startCitusRun } from "../citus/run.ts"
import { keep, takeKept } from "./kept-databases.ts"
import { type Pooler, pgbouncerProgram, startPgBouncer } from "./pgbouncer.ts"
import { admin, withDatabase } from "./postgres-admin.ts"

/* Starts one Postgres server for all tests, with one migrated database that every test file copies. */

declare module "vitest" {
  export interface ProvidedContext {
    readonly postgres: {
      readonly server: string
      readonly template: string
      /** For files of this run. */
      readonly directory: string
    }
  }
}

const directoryPrefix = "adwarden-test-"

/** The memory file system of Linux. Containers often have too little of it. */
const memory = "/dev/shm"

const hasSpace = (path: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize > 4 * 2 ** 30
  } catch {
    return false
  }
}

/** Holds the files of each run. Copying a database costs a seventh of the time in memory. */
const parent = hasSpace(memory) ? memory : tmpdir()

/**
 * Turns off durability and slow password hashing, which a temporary database does not need. A statement is planned once
 * for each connection: most run a few times only, and Postgres would plan the first five runs anew.
 */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "300",
  shared_buffers: "64MB",
  max_wal_size: "256MB",
  scram_iterations: "1",
  autovacuum: "off",
  plan_cache_mode: "force_generic_plan"
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const scope = Effect.runSync(Scope.make())
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    return await startTests(project, scope, close)
  } catch (error) {
    // A server that goes on keeps this process alive.
    await close()
    throw error
  }
}

/** The template of a server that is kept. Others may be shared by several runs. */
const keptTemplate = "adwarden_template"

/** Whether this run may use databases of an earlier one, and keeps its own. A shifted clock would stay in them. */
const mayKeep = ({ vitest }: TestProject): boolean =>
  // vitest's types leave it out.
  Reflect.get(vitest, "filenamePattern") !== undefined &&
  process.env["TEST_DATABASE_URL"] === undefined &&
  process.env["TEST_FRESH"] === undefined &&
  process.env["TEST_CITUS"] === undefined &&
  process.env["FAKETIME"] === undefined

const startTests = async (
  project: TestProject,
  scope: Scope.Scope,
  close: () => Promise<void>
): Promise<() => Promise<void>> => {
  await sweep()
  const directory = await mkdtemp(join(parent, `${directoryPrefix}${process.pid}-`))
  // A server started by root runs as another user, who needs access to this directory. Otherwise the data
  // would be stored elsewhere.
  await chmod(directory, 0o711)
  Effect.runSync(
    Scope.addFinalizer(
      scope,
      Effect.promise(() => rm(directory, { recursive: true, force: true }))
    )
  )
  const keeps = mayKeep(project)
  const isReady = keeps && (await takeKept(directory))
  let hasStarted = false
  const keepIfStarted = Effect.tryPromise(async () => {
    if (keeps && hasStarted) await keep(directory)
  })
  // Runs after the server has stopped.
  Effect.runSync(Scope.addFinalizer(scope, Effect.ignore(keepIfStarted)))
  const citus = process.env["TEST_CITUS"] === "1" ? await startCitusRun(directory, scope) : undefined
  const server =
    citus?.server ?? process.env["TEST_DATABASE_URL"] ?? (await temporaryServer(directory, scope))
  const template = keeps ? keptTemplate : `adwarden_template_${randomBytes(4).toString("hex")}`
  if (!isReady) {
    await admin(server, `create database ${template}`)
    await citus?.prepareTemplate(template)
    await Effect.runPromise(migrate.pipe(Effect.provide(Database.layer(withDatabase(server, template)))))
    await citus?.distributeTemplate(template)
  }
  const pooler = await startPooler(server, directory)
  project.provide("postgres", { server, template, directory })
  hasStarted = true
  return async () => {
    await pooler?.stop()
    await citus?.check(template)
    for (const name of keeps ? [] : [`${template}_demo`, template]) {
      await admin(server, `drop database if exists ${name} with (force)`)
    }
    await close()
  }
}

/** For `npm run check pooler`: tests then reach their databases through it. */
const startPooler = async (server: string, directory: string): Promise<Pooler | undefined> => {
  if (process.env["TEST_POOLER"] === undefined) return undefined
  const program = pgbouncerProgram()
  if (program === undefined) throw new Error("PgBouncer is not installed: apt-get install pgbouncer")
  const pooler = await startPgBouncer(program, server, directory)
  process.env["TEST_POOLER"] = `${pooler.port} ${pooler.namedStatements ? "named" : "unnamed"}`
  return pooler
}

/** Where the server makes its Unix socket; null if the system allows no path of that length. */
const socketDirectory = (directory: string): string | null => {
  const path = join(directory, "postgres", "postgres")
  return path.length > 80 ? null : path
}

const serverIn = (directory: string) =>
  EmbeddedPostgres.scoped({
    directory: join(directory, "postgres"),
    settings: { ...settings, unix_socket_directories: socketDirectory(directory) ?? "" }
  })

const temporaryServer = async (directory: string, scope: Scope.Scope): Promise<string> => {
  const sockets = socketDirectory(directory)
  // Workers inherit it, and `testAddress` uses it.
  if (sockets !== null) process.env["TEST_POSTGRES_SOCKETS"] = sockets
  const { url } = await Effect.runPromise(serverIn(directory).pipe(Scope.extend(scope)))
  const { password, username } = new URL(url)
  // Hashes the password again, with the setting above.
  await admin(url, `alter role ${username} password '${decodeURIComponent(password)}'`)
  return url
}

/** Stops the server that a killed run left behind, and deletes its directory. */
const sweep = async (): Promise<void> => {
  for (const name of await readdir(parent)) {
    const owner = name.startsWith(directoryPrefix)
      ? Number(name.slice(directoryPrefix.length).split("-")[0])
      : 0
    if (owner === 0 || isAlive(owner)) continue
    const directory = join(parent, name)
    if (existsSync(join(directory, "postgres"))) {
      await Effect.runPromise(Effect.ignore(Effect.scoped(serverIn(directory))))
    }
    for (const data of globSync(`${directory}/**/data`)) {
      const node = await postmasterOf(data)
      if (node !== undefined) process.kill(node.pid, "SIGQUIT")
    }
    // Another run may delete it at the same time.
    await rm(directory, { recursive: true, force: true }).catch(() => undefined)
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
