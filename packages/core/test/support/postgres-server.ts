import { randomBytes } from "node:crypto"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { Database, EmbeddedPostgres, migrate } from "../../src/storage/index.ts"
import { admin, withDatabase } from "./postgres-admin.ts"

/*
 * One Postgres for all tests, and in it one migrated database that every test file copies.
 */

declare module "vitest" {
  export interface ProvidedContext {
    readonly postgres: { readonly server: string; readonly template: string }
  }
}

const mark = "adwarden-test-"

/** Durability is worth nothing to a database that is thrown away. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_connections: "300",
  shared_buffers: "64MB",
  autovacuum: "off"
}

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const scope = Effect.runSync(Scope.make())
  const server = process.env["TEST_DATABASE_URL"] ?? (await temporaryServer(scope))
  const template = `adwarden_template_${randomBytes(4).toString("hex")}`
  await admin(server, `create database ${template}`)
  await Effect.runPromise(migrate.pipe(Effect.provide(Database.layer(withDatabase(server, template)))))
  provide("postgres", { server, template })
  return async () => {
    for (const name of [`${template}_demo`, template]) {
      await admin(server, `drop database if exists ${name} with (force)`)
    }
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const temporaryServer = async (scope: Scope.Scope): Promise<string> => {
  await sweep()
  const directory = await mkdtemp(join(tmpdir(), `${mark}${process.pid}-`))
  Effect.runSync(
    Scope.addFinalizer(
      scope,
      Effect.promise(() => rm(directory, { recursive: true, force: true }))
    )
  )
  const started = EmbeddedPostgres.scoped({ directory, settings }).pipe(Scope.extend(scope))
  return (await Effect.runPromise(started)).url
}

/** A run that was killed leaves its server behind: the next run stops it and clears its directory. */
const sweep = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(mark) ? Number(name.slice(mark.length).split("-")[0]) : 0
    if (owner === 0 || isAlive(owner)) continue
    const directory = join(tmpdir(), name)
    await Effect.runPromise(Effect.ignore(Effect.scoped(EmbeddedPostgres.scoped({ directory, settings }))))
    await rm(directory, { recursive: true, force: true })
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
