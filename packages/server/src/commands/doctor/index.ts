import type { Bar, Screen } from "@adwarden/cli"
import { readServiceAddress } from "@adwarden/core"
import { Effect, Either, Option } from "effect"
import { type DatabaseEnvironment, existingUrl, openDatabase } from "../../database.ts"
import { devEmulatorUrl } from "../../platform.ts"
import { environment, googleAdsEnvironment } from "../../settings/environment.ts"
import { stderrLogger } from "../../settings/layer.ts"
import { Stop } from "../../stop.ts"
import { outputCommand, withBar } from "../command-output.ts"
import {
  checkDatabase,
  checkDatabaseClock,
  checkMailServer,
  checkMigrations,
  checkOutbox,
  checkPlatform,
  checkPlatformClock,
  checkQueue,
  checkReachable,
  checkServiceAddress,
  checkSettings,
  serviceUrl
} from "./checks.ts"
import { type Finding, findingsText, notChecked, problem } from "./finding.ts"

/** The number of checks if all of them run. */
const totalChecks = 10

type CountCheck = <A, R>(check: Effect.Effect<A, never, R>) => Effect.Effect<A, never, R>

/** Shows the progress of the other checks while one is slow. */
const countChecksOn = (bar: Bar): CountCheck => {
  let done = 0
  return (check) =>
    Effect.tap(check, () =>
      Effect.sync(() => {
        done++
        bar.update(done, totalChecks, `Checked ${done} of ${totalChecks}`)
      })
    )
}

const needDatabase = ["schema", "queue", "platform"] as const

/** The address of the ad platform; null if there is none. */
const platformAddress = (databaseUrl: string | null) =>
  Effect.gen(function* () {
    const configured = yield* Effect.option(googleAdsEnvironment)
    if (Option.isSome(configured) && configured.value.clientId !== null) return configured.value.baseUrl
    return databaseUrl === null ? null : yield* devEmulatorUrl(databaseUrl)
  })

/** The checks that need the database. They run concurrently, since they are independent. */
const checkBehindDatabase = (
  databaseUrl: string | null,
  connection: Partial<DatabaseEnvironment>,
  sends: boolean,
  publicUrlSet: string | null,
  countCheck: CountCheck
) =>
  Effect.gen(function* () {
    const url = yield* existingUrl(databaseUrl)
    const isPooled = (connection.databaseDirectUrl ?? null) !== null
    const services = yield* openDatabase(url, connection)
    const schema = yield* Effect.provide(countCheck(checkMigrations), services)
    // The table does not exist before the migrations.
    const storedAddress = yield* Effect.provide(
      Effect.orElseSucceed(readServiceAddress, () => null),
      services
    )
    if (schema.some(({ status }) => status === "problem")) {
      const database = yield* Effect.provide(countCheck(checkDatabase(url, isPooled)), services)
      const others = ["queue", "platform"].map((part) => notChecked(part, "needs every migration"))
      return { url, storedAddress, findings: [...database, ...schema, ...others] }
    }
    const checks = [
      checkDatabase(url, isPooled),
      checkServiceAddress(storedAddress, publicUrlSet),
      checkQueue,
      checkPlatform(url),
      checkDatabaseClock,
      checkOutbox(sends)
    ]
    const findings = yield* Effect.all(checks.map(countCheck), { concurrency: 3 }).pipe(
      Effect.provide(services)
    )
    return { url, storedAddress, findings: [...schema, ...findings.flat()] }
  }).pipe(
    Effect.catchAll((error) => {
      const uncheckedFindings = needDatabase.map((part) => notChecked(part, "needs the database"))
      return Effect.succeed({
        url: databaseUrl,
        storedAddress: null,
        findings: [problem("database", error.message), ...uncheckedFindings]
      })
    })
  )

const examine = (bar: Bar): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const countCheck = countChecksOn(bar)
    const env = yield* Effect.either(environment)
    const settings = yield* checkSettings(env)
    // With one invalid setting, the other settings are still used.
    const databaseUrl = Either.isRight(env) ? env.right.databaseUrl : process.env["DATABASE_URL"] || null
    const { findings, storedAddress, url } = yield* checkBehindDatabase(
      databaseUrl,
      Either.isRight(env) ? env.right : {},
      Either.isRight(env) && env.right.smtpUrl !== null,
      Either.isRight(env) ? env.right.publicUrlSet : null,
      countCheck
    )
    const otherFindings = yield* Effect.all(
      [
        checkPlatformClock(yield* platformAddress(url)),
        ...(Either.isRight(env)
          ? [checkMailServer(env.right), checkReachable(yield* serviceUrl(env.right, url, storedAddress))]
          : [])
      ].map(countCheck),
      { concurrency: 3 }
    )
    return [...settings, ...findings, ...otherFindings.flat()]
  }).pipe(Effect.scoped, Effect.provide(stderrLogger))

export const doctor = outputCommand(
  "doctor",
  {},
  "Check what the service needs: settings, database, queue and workers, ad accounts, clocks, mail. Works while parts of it are down. Exits with 1 if there is a problem.",
  () =>
    Effect.map(withBar(examine), (findings) => {
      const problems = findings.filter(({ status }) => status === "problem").length
      const message = `${problems} ${problems === 1 ? "problem" : "problems"} found.`
      return {
        data: findings,
        text: (out: Screen) => findingsText(findings, out),
        failure: problems === 0 ? null : new Stop({ message })
      }
    })
)
