import { Command, Options } from "@effect/cli"
import { Effect, Either, Option } from "effect"
import { existingUrl, openDatabase } from "../../database.ts"
import { toldAside } from "../../operator.ts"
import { emulatorBeside } from "../../platform-beside.ts"
import { environment, googleAdsEnvironment } from "../../settings/environment.ts"
import { Stop } from "../../stop.ts"
import { thisTerminal } from "../../terminal/terminal.ts"
import { lookAtDatabaseClock, lookAtPlatformClock } from "./clock.ts"
import { lookAtDatabase, lookAtSchema } from "./database.ts"
import { type Finding, notChecked, problem } from "./finding.ts"
import { lookAtMailServer, lookAtOutbox } from "./mail.ts"
import { lookAtPlatform } from "./platform.ts"
import { lookAtQueue } from "./queue.ts"
import { lookAtAddress, lookAtSettings } from "./settings.ts"
import { shown } from "./shown.ts"

const needDatabase = ["schema", "queue", "platform"] as const

/** Where the ad platform's answers come from; null where there is none. */
const platformAddress = (databaseUrl: string | null) =>
  Effect.gen(function* () {
    const configured = yield* Effect.option(googleAdsEnvironment)
    if (Option.isSome(configured) && configured.value.clientId !== null) return configured.value.baseUrl
    return databaseUrl === null ? null : yield* emulatorBeside(databaseUrl)
  })

/** All that hangs on the database: looked at together, since none of it waits for another. */
const behindDatabase = (databaseUrl: string | null, sends: boolean) =>
  Effect.gen(function* () {
    const url = yield* existingUrl(databaseUrl)
    const services = yield* openDatabase(url)
    const looks = [
      lookAtDatabase(url),
      lookAtSchema,
      lookAtQueue,
      lookAtPlatform(url),
      lookAtDatabaseClock,
      lookAtOutbox(sends)
    ]
    const findings = yield* Effect.all(looks, { concurrency: 3 }).pipe(Effect.provide(services))
    return { url, findings: findings.flat() }
  }).pipe(
    Effect.catchAll((error) => {
      const unlooked = needDatabase.map((part) => notChecked(part, "needs the database"))
      return Effect.succeed({ url: databaseUrl, findings: [problem("database", error.message), ...unlooked] })
    })
  )

const examine: Effect.Effect<ReadonlyArray<Finding>> = Effect.gen(function* () {
  const env = yield* Effect.either(environment)
  const settings = yield* lookAtSettings(env)
  // With one setting wrong the others still say where to look.
  const databaseUrl = Either.isRight(env) ? env.right.databaseUrl : process.env["DATABASE_URL"] || null
  const { findings, url } = yield* behindDatabase(
    databaseUrl,
    Either.isRight(env) && env.right.smtpUrl !== null
  )
  const around = yield* Effect.all(
    [
      lookAtPlatformClock(yield* platformAddress(url)),
      ...(Either.isRight(env) ? [lookAtMailServer(env.right), lookAtAddress(env.right)] : [])
    ],
    { concurrency: 3 }
  )
  return [...settings, ...findings, ...around.flat()]
}).pipe(Effect.scoped, Effect.provide(toldAside))

const json = Options.boolean("json").pipe(
  Options.withDescription("What was found as JSON, alone on standard output")
)

export const doctor = Command.make("doctor", { json }, ({ json }) =>
  Effect.gen(function* () {
    const findings = yield* examine
    const { out } = thisTerminal()
    out.line(json ? JSON.stringify(findings, null, 2) : shown(findings, out.paint))
    const problems = findings.filter(({ status }) => status === "problem").length
    if (problems > 0)
      yield* new Stop({ message: `${problems} ${problems === 1 ? "problem" : "problems"} found.` })
  })
).pipe(
  Command.withDescription(
    "Check what the service needs: settings, database, queue and workers, ad accounts, clocks, mail. Works while parts of it are down; ends with 1 where there is a problem."
  )
)
