import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { hashSecret } from "@adwarden/core"
import type { DemoCredentials } from "@adwarden/demo"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { home, homeShown } from "./database.ts"
import { Stop } from "./stop.ts"

export const demoFile = (): string => join(home(), "demo.json")
export const demoFileShown = (): string => homeShown("demo.json")

export interface Addresses {
  readonly origin: string
  readonly base_url: string
  readonly mcp_url: string
  readonly app_url: string
  readonly emulator_url: string
  readonly database_url: string
}

export const addressesOf = (origin: string, databaseUrl: string, emulatorUrl: string): Addresses => ({
  origin,
  base_url: `${origin}/v1`,
  mcp_url: origin,
  app_url: origin,
  emulator_url: emulatorUrl,
  database_url: databaseUrl
})

/** Readable by nobody else, and never seen half written. */
export const writeDemoFile = (
  addresses: Addresses,
  credentials: DemoCredentials
): Effect.Effect<void, Stop> =>
  Effect.tryPromise({
    try: async () => {
      const draft = `${demoFile()}.${process.pid}`
      await mkdir(dirname(draft), { recursive: true })
      await writeFile(draft, `${JSON.stringify({ ...addresses, ...credentials }, null, 2)}\n`, {
        mode: 0o600
      })
      await rename(draft, demoFile())
    },
    catch: (error) =>
      new Stop({
        message: `Cannot write ${demoFileShown()}: ${error instanceof Error ? error.message : error}`
      })
  })

/** The credentials of an earlier start, if they are those of this database. */
export const readDemoFile: Effect.Effect<DemoCredentials | null, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const text = yield* Effect.promise(() => readFile(demoFile(), "utf8").catch(() => null))
    const credentials = text === null ? null : parsed(text)
    const key = credentials?.keys["northwind"]?.owner
    if (credentials === null || key === undefined) return null
    const sql = yield* SqlClient.SqlClient
    const known = yield* sql`select 1 from api_keys where hash = ${hashSecret(key)}`
    return known.length === 0 ? null : credentials
  }
)

const parsed = (text: string): DemoCredentials | null => {
  try {
    const { keys, people } = JSON.parse(text) as DemoCredentials
    return typeof keys === "object" && Array.isArray(people) ? { people, keys } : null
  } catch {
    return null
  }
}
