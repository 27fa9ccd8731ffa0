import { migrate } from "@adwarden/core"
import type { SiteFolders } from "@adwarden/google-ads-emulator"
import { Duration, Effect, Option } from "effect"
import { command, map, optional, textFlag } from "../command-line/index.ts"
import { databaseStop, displayAddress, displayPath, embeddedUrl, openDatabase } from "../database.ts"
import { demoFileDisplayPath } from "../demo-file.ts"
import { demoCredentials } from "../demo-world.ts"
import { openEmulator } from "../emulator.ts"
import { openHost, openServices, openWorker } from "../host/run.ts"
import { probePort } from "../host/server.ts"
import { allSurfaces, labelsOf } from "../host/surfaces.ts"
import { configuredPlatform, emulatedPlatform } from "../platform.ts"
import { type Environment, environment } from "../settings/environment.ts"
import { loggerLayer, settingsLayer } from "../settings/layer.ts"
import { Stop } from "../stop.ts"
import { openMetrics, telemetryLayer } from "../telemetry/telemetry.ts"

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

const greeting = (env: Environment, emulatorUrl: string, key: string | undefined): string =>
  [
    "",
    `Adwarden runs at ${env.publicUrl}. Ctrl-C stops it.`,
    `  Pages   ${env.publicUrl}/`,
    `  REST    ${env.publicUrl}/v1`,
    `  MCP     ${env.publicUrl}/mcp`,
    `  Ads     ${emulatorUrl} (an emulator of Google Ads)`,
    ...(key === undefined
      ? [
          "",
          `There are no demo keys to show. The demo world is part of a checkout, and its keys are in ${demoFileDisplayPath()}.`,
          "Create an organization, its owner and a key. Each command has --help:",
          "  adwarden organizations create, adwarden users create, adwarden keys create"
        ]
      : [
          `  Keys    ${demoFileDisplayPath()} (people to sign in as, a key for each role)`,
          "",
          "A first call:",
          `  curl -H "Authorization: Bearer ${key}" ${env.publicUrl}/v1/organizations/_/campaigns`
        ]),
    ""
  ].join("\n")

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
        const address = { port: env.port, host: env.host ?? "127.0.0.1", command: "npm start" }
        yield* probePort(address)
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
        yield* step("Worker", openWorker(url, services, null), (jobs) => jobs.join(", "))
        yield* step("Surfaces", openHost(services, allSurfaces, address), () => labelsOf(allSurfaces))
        yield* printProgress(greeting(env, emulator.url, demo.credentials?.keys["northwind"]?.owner))
        yield* Effect.addFinalizer(() => printProgress("Stopping: finishing the requests in flight."))
        return yield* Effect.never
      }).pipe(Effect.scoped, Effect.provide(telemetryLayer(env)), Effect.provide(loggerLayer(env)))
    )
)
