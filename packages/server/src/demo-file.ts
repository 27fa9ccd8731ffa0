import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { hashSecret } from "@adwarden/core"
import type { DemoCredentials } from "@adwarden/demo"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { dataDirectory, displayPath } from "./database.ts"
import { Stop } from "./stop.ts"

export const demoFile = (): string => join(dataDirectory(), "demo.json")
export const demoFileDisplayPath = (): string => displayPath("demo.json")

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

/** Written atomically, and readable only by its owner. */
export const writeDemoFile = (
  addresses: Addresses,
  credentials: DemoCredentials
): Effect.Effect<void, Stop> =>
  Effect.tryPromise({
    try: async () => {
      const temporaryPath = `${demoFile()}.${process.pid}`
      await mkdir(dirname(temporaryPath), { recursive: true })
      await writeFile(temporaryPath, `${JSON.stringify({ ...addresses, ...credentials }, null, 2)}\n`, {
        mode: 0o600
      })
      await rename(temporaryPath, demoFile())
    },
    catch: (error) =>
      new Stop({
        message: `Cannot write ${demoFileDisplayPath()}: ${error instanceof Error ? error.message : error}`
      })
  })

/** The credentials of an earlier start, if they belong to this database. */
export const readDemoFile: Effect.Effect<DemoCredentials | null, SqlError, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const text = yield* Effect.promise(() => readFile(demoFile(), "utf8").catch(() => null))
    const credentials = text === null ? null : parseCredentials(text)
    const key = credentials?.keys["northwind"]?.owner
    if (credentials === null || key === undefined) return null
    const sql = yield* SqlClient.SqlClient
    const knownKeys = yield* sql`select 1 from api_keys where hash = ${hashSecret(key)}`
    return knownKeys.length === 0 ? null : credentials
  }
)

const parseCredentials = (text: string): DemoCredentials | null => {
  try {
    const { keys, people } = JSON.parse(text) as DemoCredentials
    return typeof keys === "object" && Array.isArray(people) ? { people, keys } : null
  } catch {
    return null
  }
}
