import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { DemoCredentials } from "@adwarden/demo"
import { createEmulator } from "@adwarden/google-ads-emulator"
import { Effect } from "effect"
import { migrate } from "../../../core/src/schema.ts"
import { Database } from "../../../core/src/storage/index.ts"
import { databaseProxy } from "../../../core/test/support/database-proxy.ts"
import { makeDemoWorld } from "../../../core/test/support/demo-template.ts"
import { controlOf } from "../../../core/test/support/on-platform.ts"
import { rowsOf } from "../../../core/test/support/postgres-admin.ts"
import { until } from "../../../core/test/support/until.ts"
import { bin, freePort } from "../adwarden.ts"
import { platformEnv } from "../platform-env.ts"
import { Answers } from "./answers.ts"
import { PostgresPair } from "./postgres-pair.ts"
import { Program } from "./program.ts"

/** A time in which a program could not use the database. */
export interface Outage {
  readonly fault: string
  /** The program that was affected; null for all. */
  readonly program: string | null
  readonly from: number
  /** When the cause was gone; infinite while it lasts. */
  readonly to: number
}

const diskMegabytes = 900

/** What the programs run at first, and what makes the demo world. */
interface Version {
  readonly program?: string
  readonly fill?: (databaseUrl: string, emulatorDirectory: string) => Promise<DemoCredentials>
}

const fillNow: Required<Version>["fill"] = async (databaseUrl, emulatorDirectory) => {
  await Effect.runPromise(migrate.pipe(Effect.provide(Database.layer(databaseUrl))))
  return makeDemoWorld(databaseUrl, emulatorDirectory)
}

/**
 * Two hosts, two workers, a database with a standby and the emulated platform. A proxy stands between any two of them,
 * so that each connection can be cut.
 */
export const startCluster = async (postgres: string, { fill = fillNow, program = bin }: Version = {}) => {
  const directory = mkdtempSync(join(tmpdir(), "adwarden-faults-"))
  // The user who runs Postgres must reach its part of it.
  chmodSync(directory, 0o711)
  const database = await PostgresPair.start(postgres, join(directory, "postgres"), diskMegabytes)
  const emulatorDirectory = join(directory, "emulator")
  const credentials = await fill(database.url, emulatorDirectory)
  await database.addStandby()
  const emulator = await createEmulator({ directory: emulatorDirectory })

  const toDatabase = await databaseProxy(database.url)
  const toPlatform = await databaseProxy(emulator.url)
  const moved = (address: string) => address.replace(emulator.url, toPlatform.url.replace(/\/$/, ""))
  const env = {
    ...platformEnv({
      emulator: {
        ...emulator,
        url: moved(emulator.url),
        tokenUrl: moved(emulator.tokenUrl),
        consentUrl: moved(emulator.consentUrl)
      },
      url: toDatabase.url
    }),
    WRITE_QUOTA_PER_DAY: "1000000",
    RATE_LIMIT_PER_MINUTE: "1000000",
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    LOG_FORMAT: "json"
  }
  const hosts = await Promise.all([1, 2].map((n) => startHost(`host ${n}`, env, program)))
  const workers = [1, 2].map((n) => new Program(`worker ${n}`, ["worker"], env, program))

  const control = controlOf(emulator)
  return {
    credentials,
    database,
    toDatabase,
    toPlatform,
    hosts,
    workers,
    env,
    programs: [...hosts.map(({ program }) => program), ...workers],
    control,
    /** Every response, and every time without a database. */
    answers: new Answers(),
    outages: [] as Array<Outage>,
    /** What went wrong during a fault, and the milliseconds until pauses arrived after an outage. */
    problems: [] as Array<string>,
    recoveries: [] as Array<number>,
    /** Waits until every host answers. */
    ready: async () => {
      for (const { origin, program } of hosts) {
        await until(`${program.name} answers`, () =>
          fetch(`${origin.replace(/\/$/, "")}/readyz`).then(
            ({ ok }) => ok,
            () => false
          )
        )
      }
    },
    state: async () => (await control("GET", "resources")) as { resources: Record<string, never> },
    query: <Row extends object>(text: string, values: ReadonlyArray<unknown> = []) =>
      rowsOf<Row>(database.url, text, values),
    close: async () => {
      await Promise.all([...hosts.map(({ program }) => program), ...workers].map((program) => program.stop()))
      for (const { proxy } of hosts) await proxy.close()
      await toDatabase.close()
      await toPlatform.close()
      await emulator.close()
      await database.close()
      rmSync(directory, { recursive: true, force: true })
    }
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const startHost = async (name: string, env: Readonly<Record<string, string>>, bin: string) => {
  const port = await Effect.runPromise(freePort)
  const program = new Program(name, ["serve"], { ...env, PORT: String(port) }, bin)
  const proxy = await databaseProxy(`http://127.0.0.1:${port}`)
  return { program, proxy, origin: proxy.url }
}
