import { Effect, Either, Option } from "effect"
import { existingUrl, openDatabase } from "../../database.ts"
import { toldAside } from "../../operator.ts"
import { emulatorBeside } from "../../platform-beside.ts"
import { environment, googleAdsEnvironment } from "../../settings/environment.ts"
import { Stop } from "../../stop.ts"
import type { Bar } from "../../terminal/bar.ts"
import type { Screen } from "../../terminal/terminal.ts"
import { answering } from "../answer.ts"
import { withBar } from "../waiting.ts"
import { lookAtDatabaseClock, lookAtPlatformClock } from "./clock.ts"
import { lookAtDatabase, lookAtSchema } from "./database.ts"
import { type Finding, notChecked, problem } from "./finding.ts"
import { lookAtMailServer, lookAtOutbox } from "./mail.ts"
import { lookAtPlatform } from "./platform.ts"
import { lookAtQueue } from "./queue.ts"
import { lookAtAddress, lookAtServiceAddress, lookAtSettings } from "./settings.ts"
import { shown } from "./shown.ts"

/** All the looks that are taken where nothing is missing. */
const most = 10

type Counted = <A, R>(look: Effect.Effect<A, never, R>) => Effect.Effect<A, never, R>

/** Whoever waits for one that takes long sees that the others have been. */
const countedOn = (bar: Bar): Counted => {
  let done = 0
  return (look) =>
    Effect.tap(look, () =>
      Effect.sync(() => {
        done++
        bar.at(done, most, `Checked ${done} of ${most}`)
      })
    )
}

const needDatabase = ["schema", "queue", "platform"] as const

/** Where the ad platform's answers come from; null where there is none. */
const platformAddress = (databaseUrl: string | null) =>
  Effect.gen(function* () {
    const configured = yield* Effect.option(googleAdsEnvironment)
    if (Option.isSome(configured) && configured.value.clientId !== null) return configured.value.baseUrl
    return databaseUrl === null ? null : yield* emulatorBeside(databaseUrl)
  })

/** All that hangs on the database: looked at together, since none of it waits for another. */
const behindDatabase = (
  databaseUrl: string | null,
  sends: boolean,
  publicUrlSet: string | null,
  counted: Counted
) =>
  Effect.gen(function* () {
    const url = yield* existingUrl(databaseUrl)
    const services = yield* openDatabase(url)
    const looks = [
      lookAtDatabase(url),
      lookAtSchema,
      lookAtServiceAddress(publicUrlSet),
      lookAtQueue,
      lookAtPlatform(url),
      lookAtDatabaseClock,
      lookAtOutbox(sends)
    ]
    const findings = yield* Effect.all(looks.map(counted), { concurrency: 3 }).pipe(Effect.provide(services))
    return { url, findings: findings.flat() }
  }).pipe(
    Effect.catchAll((error) => {
      const unlooked = needDatabase.map((part) => notChecked(part, "needs the database"))
      return Effect.succeed({ url: databaseUrl, findings: [problem("database", error.message), ...unlooked] })
    })
  )

const examine = (bar: Bar): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const counted = countedOn(bar)
    const env = yield* Effect.either(environment)
    const settings = yield* lookAtSettings(env)
    // With one setting wrong the others still say where to look.
    const databaseUrl = Either.isRight(env) ? env.right.databaseUrl : process.env["DATABASE_URL"] || null
    const { findings, url } = yield* behindDatabase(
      databaseUrl,
      Either.isRight(env) && env.right.smtpUrl !== null,
      Either.isRight(env) ? env.right.publicUrlSet : null,
      counted
    )
    const around = yield* Effect.all(
      [
        lookAtPlatformClock(yield* platformAddress(url)),
        ...(Either.isRight(env) ? [lookAtMailServer(env.right), lookAtAddress(env.right)] : [])
      ].map(counted),
      { concurrency: 3 }
    )
    return [...settings, ...findings, ...around.flat()]
  }).pipe(Effect.scoped, Effect.provide(toldAside))

export const doctor = answering(
  "doctor",
  {},
  "Check what the service needs: settings, database, queue and workers, ad accounts, clocks, mail. Works while parts of it are down; ends with 1 where there is a problem.",
  () =>
    Effect.map(withBar(examine), (findings) => {
      const problems = findings.filter(({ status }) => status === "problem").length
      const message = `${problems} ${problems === 1 ? "problem" : "problems"} found.`
      return {
        data: findings,
        shown: (out: Screen) => shown(findings, out),
        but: problems === 0 ? null : new Stop({ message })
      }
    })
)
