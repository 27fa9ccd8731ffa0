import { cp, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import type { DemoCredentials } from "@adwarden/demo"
import { Effect, Layer, type Scope } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { Keys } from "../../src/access/index.ts"
import * as Core from "../../src/core.ts"
import { AdPlatforms, PlatformLogins, Vault } from "../../src/platform/index.ts"
import { Settings, type SettingsShape } from "../../src/settings.ts"
import { Database, type DatabaseOptions } from "../../src/storage/index.ts"
import { AccessTokens } from "./access-tokens.ts"
import { freezeTemplate } from "./citus-nodes.ts"
import { vaultKey } from "./core-on-platform.ts"
import { makeDemoWorld } from "./demo-template.ts"
import { testAddress } from "./pgbouncer.ts"
import { copyOf, TestDatabase } from "./postgres.ts"
import { admin, withDatabase } from "./postgres-admin.ts"
import { longDatabaseTimeouts } from "./timeouts.ts"

export interface DemoDatabase {
  readonly url: string
  readonly credentials: DemoCredentials
}

interface Template {
  readonly database: string
  readonly emulator: string
  readonly credentials: DemoCredentials
}

/**
 * Creates the demo data once: the first test file that needs it does, and the others copy its database and
 * the emulator's directory. The database's comment stores the credentials, because only the creation returns
 * them.
 */
const makeTemplate = async (): Promise<Template> => {
  const { directory, server, template } = inject("postgres")
  const database = `${template}_demo`
  const emulator = join(directory, "emulator")
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [database])
    const found = await client.query(
      "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
      [database]
    )
    if (found.rows[0]?.comment) {
      return { database, emulator, credentials: JSON.parse(found.rows[0].comment) }
    }
    await admin(server, `drop database if exists ${database}`)
    await rm(emulator, { recursive: true, force: true })
    await admin(server, `create database ${database} template ${template}`)
    const credentials = await makeDemoWorld(withDatabase(server, database), emulator)
    await freezeTemplate(server, database)
    await client.query(
      `comment on database ${database} is ${client.escapeLiteral(JSON.stringify(credentials))}`
    )
    return { database, emulator, credentials }
  } finally {
    await client.end()
  }
}

/** This process looks for the demo data only once. */
let found: Promise<Template> | undefined
const demoTemplate = (): Promise<Template> => {
  found ??= makeTemplate().catch((error) => {
    found = undefined
    throw error
  })
  return found
}

/**
 * Waits until the demo data exists. Call it at the start of a file, so that it does not count towards a
 * test's time.
 */
export const demoReady = async (): Promise<void> => {
  await demoTemplate()
}

/** Creates a separate database with the demo data. */
export const demoDatabase: Effect.Effect<DemoDatabase, never, Scope.Scope> = Effect.gen(function* () {
  const { credentials, database } = yield* Effect.promise(demoTemplate)
  return { credentials, url: yield* copyOf(database) }
})

/** Creates a separate directory with the emulator's part of the demo data. */
export const demoEmulatorDirectory: Effect.Effect<string, never, Scope.Scope> = Effect.gen(function* () {
  const { emulator } = yield* Effect.promise(demoTemplate)
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const copy = await mkdtemp(`${emulator}-`)
      await cp(emulator, copy, { recursive: true })
      return copy
    }),
    (copy) => Effect.promise(() => rm(copy, { recursive: true, force: true }))
  )
})

export const testOrigin = "http://adwarden.test"

/** Logins can be listed, but without an adapter none can be used. */
const platformLogins = PlatformLogins.layer.pipe(Layer.provideMerge(Layer.orDie(Vault.layer(vaultKey))))

/** All of core on an existing database. Responses are checked against their schemas. */
export const coreOn = (url: string, changes: Partial<SettingsShape> = {}, database: DatabaseOptions = {}) => {
  const address = testAddress(url)
  return Layer.mergeAll(Core.layer, Keys.layer, AccessTokens.layer, platformLogins).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Settings.layer(testOrigin, {
          checkOutputs: true,
          logFormat: "off",
          rateLimit: 1_000_000,
          anonymousRateLimit: 1_000_000,
          ...changes
        }),
        Database.layer(address.url, {
          maxConnections: 4,
          // Calls follow each other, and a second connection would plan each statement again.
          connections: 1,
          ...longDatabaseTimeouts,
          ...address.options,
          ...database
        }),
        AdPlatforms.layer(),
        Vault.layer(vaultKey),
        Layer.succeed(TestDatabase, { url })
      )
    )
  )
}
