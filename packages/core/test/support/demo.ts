import { Effect, Layer, type Scope } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { AccessTokens, Keys } from "../../src/access/index.ts"
import * as Core from "../../src/core.ts"
import { type DemoCredentials, DemoWorld } from "../../src/demo/index.ts"
import { PlatformNotSetUp } from "../../src/platform/index.ts"
import { Settings, type SettingsShape } from "../../src/settings.ts"
import { Database } from "../../src/storage/index.ts"
import { copyOf, TestDatabase } from "./postgres.ts"
import { admin, withDatabase } from "./postgres-admin.ts"

export interface DemoDatabase {
  readonly url: string
  readonly credentials: DemoCredentials
}

/**
 * The demo world is written once for all test files, by the first that needs it; the others copy its
 * database. Its credentials are kept as the database's comment, since only the writing shows them.
 */
const demoTemplate = async (): Promise<{ name: string; credentials: DemoCredentials }> => {
  const { server, template } = inject("postgres")
  const name = `${template}_demo`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [name])
    const found = await client.query(
      "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
      [name]
    )
    if (found.rows[0]?.comment) return { name, credentials: JSON.parse(found.rows[0].comment) }
    await admin(server, `drop database if exists ${name}`)
    await admin(server, `create database ${name} template ${template}`)
    const seeded = await Effect.runPromise(
      DemoWorld.seed({ today: new Date(), siteUrl: "http://sites.test" }).pipe(
        Effect.provide(Database.layer(withDatabase(server, name)))
      )
    )
    const credentials = seeded!
    await client.query(`comment on database ${name} is ${client.escapeLiteral(JSON.stringify(credentials))}`)
    return { name, credentials }
  } finally {
    await client.end()
  }
}

/** A database of one's own with the demo world in it. */
export const demoDatabase: Effect.Effect<DemoDatabase, never, Scope.Scope> = Effect.gen(function* () {
  const { credentials, name } = yield* Effect.promise(demoTemplate)
  return { credentials, url: yield* copyOf(name) }
})

export const testOrigin = "http://adwarden.test"

/** Everything of core on an existing database, with answers held against their schemas. */
export const coreOn = (url: string, changes: Partial<SettingsShape> = {}) =>
  Layer.mergeAll(Core.layer, Keys.layer, AccessTokens.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Settings.layer(testOrigin, {
          checkOutputs: true,
          logFormat: "off",
          rateLimit: 1_000_000,
          anonymousRateLimit: 1_000_000,
          ...changes
        }),
        Database.layer(url, { maxConnections: 4 }),
        PlatformNotSetUp,
        Layer.succeed(TestDatabase, { url })
      )
    )
  )
