import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { migrate, Settings } from "@adwarden/core"
import type { DemoCredentials } from "@adwarden/demo"
import type { Emulator, SiteFolders } from "@adwarden/google-ads-emulator"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Duration, Effect, Logger, LogLevel, Option, type Scope } from "effect"
import { command, map, optional, textFlag } from "../command-line.ts"
import {
  type DatabaseServices,
  databaseStop,
  dataDirectory,
  displayAddress,
  displayPath,
  embeddedUrl,
  openDatabase
} from "../database.ts"
import { addressesOf, demoFileDisplayPath, readDemoFile, writeDemoFile } from "../demo-file.ts"
import { devPackages, requirePackages } from "../dev-packages.ts"
import {
  allSurfaces,
  findFreePorts,
  labelsOf,
  openHost,
  openServices,
  openWorker,
  probePort
} from "../host.ts"
import { configuredPlatform, emulatedPlatform, type PlatformLayer } from "../platform.ts"
import { announce, refuseSecond } from "../running.ts"
import { type Environment, environment } from "../settings/environment.ts"
import { loggerLayer, settingsLayer } from "../settings/layer.ts"
import { Stop } from "../stop.ts"
import { openMetrics, telemetryLayer } from "../telemetry/telemetry.ts"

const directory = (): string => join(dataDirectory(), "emulator")
const portFile = (): string => join(directory(), "port")

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** The port of the first start, so that stored URLs of the emulator stay valid. */
const rememberedPort = async (): Promise<number | null> =>
  readFile(portFile(), "utf8").then(Number, () => null)

const open = async (requestedPort: number | null, defaultPort: number): Promise<Emulator> => {
  // Loaded on demand, because the other commands do not need it.
  const { createEmulator } = await import("@adwarden/google-ads-emulator")
  await mkdir(directory(), { recursive: true })
  const fixedPort = requestedPort ?? (await rememberedPort())
  const start = (port: number) => createEmulator({ port, directory: directory() })
  const emulator =
    fixedPort === null
      ? await start(defaultPort).catch((error) =>
          codeOf(error) === "EADDRINUSE" ? start(0) : Promise.reject(error)
        )
      : await start(fixedPort)
  await writeFile(portFile(), `${emulator.port}\n`)
  return emulator
}

const toStop = async (error: unknown, defaultPort: number): Promise<Stop> =>
  codeOf(error) === "EADDRINUSE"
    ? new Stop({
        message: `The port of the Google Ads emulator is in use (${error instanceof Error ? error.message : error}). Stop the other program or choose another port, such as this free one: EMULATOR_PORT=${await findFreePorts(defaultPort + 1, "127.0.0.1", 1)} npm start`
      })
    : new Stop({
        message: `The Google Ads emulator did not start (${error instanceof Error ? error.message : error}). If its state is from another version, delete ${displayPath("emulator")}.`
      })

/** Starts a local Google Ads emulator, always on the same port. */
const openEmulator = (
  requestedPort: number | null,
  defaultPort: number
): Effect.Effect<Emulator, Stop, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise(() => open(requestedPort, defaultPort)).pipe(
      Effect.catchAll(({ error }) =>
        Effect.flatMap(
          Effect.promise(() => toStop(error, defaultPort)),
          Effect.fail
        )
      )
    ),
    (emulator) => Effect.promise(() => emulator.close())
  )

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND"

/**
 * The demo world is part of the repository and is not published, so the command loads it on demand. Null in an
 * installation from the registry, where `dev` starts with an empty database.
 */
const demoPackage = Effect.promise(() =>
  import("@adwarden/demo").catch((error) => (isMissing(error) ? null : Promise.reject(error)))
)

interface DemoAddresses {
  readonly publicUrl: string
  readonly databaseUrl: string
  readonly emulatorUrl: string
  readonly sites: Settings["Type"]["developmentHosts"]
  /** Names of saved websites that get an organization each. */
  readonly savedSites: ReadonlyArray<string>
}

/** Fills an empty database, or reads the credentials of an earlier start; null if there are none. */
const demoCredentials = (
  { databaseUrl, emulatorUrl, publicUrl, savedSites, sites }: DemoAddresses,
  database: Context.Context<DatabaseServices>,
  platform: PlatformLayer,
  reportProgress: (message: string) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const demo = yield* demoPackage
    const addresses = addressesOf(publicUrl, databaseUrl, emulatorUrl)
    if (demo === null) {
      // Other commands find the emulator by this file.
      yield* writeDemoFile(addresses, { people: [], keys: {} })
      return { credentials: null, fresh: false }
    }
    const isEmpty = yield* demo.DemoWorld.needsFilling
    // Separate services with their own limits, without logs of calls that the user did not make.
    const quietSettings = Settings.layer(publicUrl, { logFormat: "off", developmentHosts: sites })
    if (isEmpty) {
      yield* demo.DemoWorld.fill<Stop | SqlError, SqlClient>({
        databaseUrl,
        emulatorUrl,
        saveCredentials: (credentials) => writeDemoFile(addresses, credentials),
        loadCredentials: readDemoFile,
        reportProgress
      }).pipe(
        Effect.catchTag("DemoUnfinished", ({ message }) => new Stop({ message })),
        Effect.provide(yield* openServices(database, quietSettings, platform)),
        Logger.withMinimumLogLevel(LogLevel.Error)
      )
    }
    const stored = yield* readDemoFile
    const siteKeys =
      savedSites.length === 0
        ? {}
        : yield* demo.addSiteOrganizations({ emulatorUrl, names: savedSites, reportProgress }).pipe(
            Effect.catchTag("DemoUnfinished", ({ message }) => new Stop({ message })),
            Effect.provide(yield* openServices(database, quietSettings, platform)),
            Logger.withMinimumLogLevel(LogLevel.Error)
          )
    const credentials = stored === null ? null : { ...stored, keys: { ...stored.keys, ...siteKeys } }
    // The port of the service or the embedded database can differ from last time.
    if (credentials !== null) yield* writeDemoFile(addresses, credentials)
    return { credentials, fresh: isEmpty }
  }).pipe(Effect.scoped)

/** Progress goes to stderr for people. stdout is for the request log. */
const printProgress = (line: string): Effect.Effect<void> =>
  Effect.sync(() => process.stderr.write(`${line}\n`))

/** Runs a step, then prints what it did and how long it took. */
const step = <A, E, R>(
  label: string,
  work: Effect.Effect<A, E, R>,
  detail: (result: A) => string
): Effect.Effect<A, E, R> =>
  Effect.timed(work).pipe(
    Effect.tap(([duration, result]) => {
      const seconds = Duration.toSeconds(duration).toFixed(1)
      return printProgress(`✓ ${label} (${seconds} s): ${detail(result)}`)
    }),
    Effect.map(([, result]) => result)
  )

const openOrStart = (env: Environment) =>
  Effect.gen(function* () {
    // The demo world needs sessions, so a pooler is left out.
    const url = env.databaseDirectUrl ?? env.databaseUrl ?? (yield* embeddedUrl)
    return { url, database: yield* openDatabase(url, { lockTimeoutSeconds: env.lockTimeoutSeconds }) }
  })

/** The organization that the first call and the first sign-in are about. */
const firstOrganization = "northwind"

const greeting = (env: Environment, emulatorUrl: string, credentials: DemoCredentials | null): string => {
  const key = credentials?.keys[firstOrganization]?.owner
  const owner = credentials?.people.find(({ organizations }) => organizations[firstOrganization] === "owner")
  return [
    "",
    `Adwarden runs at ${env.publicUrl}. Ctrl-C stops it.`,
    `  Pages    ${env.publicUrl}/`,
    ...(owner === undefined
      ? []
      : [`  Sign in  ${owner.email}, password ${owner.password} (owner of ${firstOrganization})`]),
    `  Docs     ${env.publicUrl}/docs`,
    `  REST     ${env.publicUrl}/v1`,
    `  MCP      ${env.publicUrl}/mcp`,
    `  Ads      ${emulatorUrl} (an emulator of Google Ads)`,
    ...(key === undefined
      ? [
          "",
          `There are no demo keys to show. The demo world is part of a checkout, and its keys are in ${demoFileDisplayPath()}.`,
          "Create an organization in USD, its owner and a key. Each command has --help:",
          "  adwarden organizations create, adwarden users create, adwarden keys create",
          "Link an ad account of the emulator and read its campaigns:",
          "  GOOGLE_ADS_REFRESH_TOKEN=demo-refresh-northwind adwarden accounts link 5550000001 --login ads@northwind.test",
          "  adwarden sync --all"
        ]
      : [
          `  Keys     ${demoFileDisplayPath()} (more people, a key for each role)`,
          "",
          "A first call:",
          `  curl -H "Authorization: Bearer ${key}" ${env.publicUrl}/v1/organizations/_/campaigns`
        ]),
    ""
  ].join("\n")
}

const sitesFolder = textFlag(
  "sites",
  "A folder of saved websites: each subfolder of static files is served as http://<its name>.test/, with an organization whose profile is analysed from it"
).pipe(optional, map(Option.getOrNull))

/** Serves the saved websites of a folder; none without a folder. */
const openSites = (folder: string | null) =>
  folder === null
    ? Effect.succeed({ names: [], addresses: new Map() } satisfies Omit<SiteFolders, "close">)
    : Effect.acquireRelease(
        Effect.tryPromise({
          try: async () => (await import("@adwarden/google-ads-emulator")).serveSiteFolders(folder),
          catch: (error) =>
            new Stop({
              message: `Cannot serve the websites in ${folder} (${error instanceof Error ? error.message : error}). Give a folder with one subfolder for each website.`
            })
        }),
        (sites) => Effect.promise(() => sites.close())
      )

export const dev = command(
  "dev",
  { sites: sitesFolder },
  "Run everything on this machine: a database in .adwarden/ (or DATABASE_URL), an emulator of Google Ads, the demo world, worker and all surfaces on one port.",
  ({ sites: folder }) =>
    Effect.flatMap(environment, (env) =>
      Effect.gen(function* () {
        // Loopback by default, because the demo's keys are no secret on this machine.
        const emulatorPort = env.emulatorPort ?? (yield* Effect.promise(rememberedPort))
        const host = env.host ?? "127.0.0.1"
        const address = { port: env.port, host, command: "npm start", emulatorPort }
        yield* requirePackages(devPackages(env.databaseUrl))
        yield* refuseSecond
        yield* probePort(address)
        yield* announce(env.publicUrl)
        const { database, url } = yield* step("Database", openOrStart(env), ({ url }) =>
          env.databaseUrl === null ? `embedded Postgres in ${displayPath()}/` : displayAddress(url)
        )
        const onDatabase = <A, E, R>(work: Effect.Effect<A, E, R>) =>
          Effect.mapError(Effect.provide(work, database), (error) =>
            error instanceof Stop ? error : databaseStop(url, error)
          )
        yield* step("Schema", onDatabase(migrate), (done) =>
          done.length === 0 ? "up to date" : `${done.length} migrations applied`
        )
        const emulator = yield* step(
          "Google Ads emulator",
          openEmulator(env.emulatorPort, env.port + 1),
          ({ url }) => url
        )
        const emulated = (yield* configuredPlatform) ?? emulatedPlatform(emulator)
        const { siteAddresses } = yield* Effect.promise(() => import("@adwarden/google-ads-emulator"))
        const saved = yield* openSites(folder)
        const sites = new Map([...siteAddresses(emulator.url), ...saved.addresses])
        const demoAddresses = {
          publicUrl: env.publicUrl,
          databaseUrl: url,
          emulatorUrl: emulator.url,
          sites,
          savedSites: saved.names
        }
        const reportDemo = (message: string) => printProgress(`  Demo world: ${message}`)
        const loadDemo = onDatabase(demoCredentials(demoAddresses, database, emulated, reportDemo))
        const demo = yield* step("Demo world", loadDemo, ({ credentials, fresh }) =>
          fresh
            ? `made, credentials in ${demoFileDisplayPath()}`
            : credentials === null
              ? "none"
              : "already there"
        )
        const people = demo.credentials?.people ?? []
        const settings = settingsLayer(env, "development", sites, people)
        const services = yield* openServices(database, settings, emulated)
        yield* openMetrics(database, env)
        yield* step("Worker", openWorker(url, services, null), () => "sync, drafts, reports and emails")
        yield* step("Surfaces", openHost(services, allSurfaces, address), () => labelsOf(allSurfaces))
        yield* printProgress(greeting(env, emulator.url, demo.credentials))
        yield* Effect.addFinalizer(() => printProgress("Stopping: finishing the requests in flight."))
        return yield* Effect.never
      }).pipe(Effect.scoped, Effect.provide(telemetryLayer(env)), Effect.provide(loggerLayer(env)))
    )
)
