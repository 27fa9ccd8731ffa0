import { randomBytes } from "node:crypto"
import { Context, Effect, Layer, type Scope } from "effect"
import { inject } from "vitest"
import { Database, type DatabaseOptions } from "../../src/storage/index.ts"
import { testAddress } from "./pgbouncer.ts"
import { pooledAdmin, withDatabase } from "./postgres-admin.ts"
import { longDatabaseTimeouts } from "./timeouts.ts"

const promised = (run: () => Promise<void>) => Effect.promise(run)

const createScoped = (create: (name: string) => string): Effect.Effect<string, never, Scope.Scope> => {
  const { server } = inject("postgres")
  const name = `adwarden_test_${randomBytes(6).toString("hex")}`
  return Effect.acquireRelease(
    promised(() => pooledAdmin(server, create(name))),
    () => promised(() => pooledAdmin(server, `drop database if exists ${name} with (force)`))
  ).pipe(Effect.as(withDatabase(server, name)))
}

/**
 * Creates a database, migrated and empty, and returns its URL. The database is dropped when the scope closes.
 */
export const freshDatabase = (): Effect.Effect<string, never, Scope.Scope> =>
  copyOf(inject("postgres").template)

/**
 * Copies another database, which must have no connections. Copying files takes a third of the time of the
 * write-ahead log strategy.
 */
export const copyOf = (template: string): Effect.Effect<string, never, Scope.Scope> =>
  createScoped((name) => `create database ${name} template ${template} strategy file_copy`)

/** Creates a database without tables and returns its URL. */
export const blankDatabase = (): Effect.Effect<string, never, Scope.Scope> =>
  createScoped((name) => `create database ${name} template template0`)

export interface TestDatabaseShape {
  readonly url: string
}

/** A new database for a suite: its URL, and everything that `Database.layer` provides on it. */
export class TestDatabase extends Context.Tag("@adwarden/TestDatabase")<TestDatabase, TestDatabaseShape>() {
  static readonly with = (options: DatabaseOptions = {}) =>
    Layer.unwrapScoped(
      Effect.map(freshDatabase(), (url) => {
        const address = testAddress(url)
        return Layer.merge(
          Layer.succeed(TestDatabase, { url }),
          Database.layer(address.url, {
            maxConnections: 5,
            ...longDatabaseTimeouts,
            ...address.options,
            ...options
          })
        )
      })
    )

  static readonly layer = Layer.suspend(() => TestDatabase.with())
}
