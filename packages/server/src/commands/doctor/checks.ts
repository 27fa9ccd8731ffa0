import {
  AdAccounts,
  linkHealth,
  MailTransport,
  mailHealth,
  pendingMigrations,
  type QueueHealth,
  queueHealth,
  readServiceAddress
} from "@adwarden/core"
import { durationText } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Layer } from "effect"
import { displayAddress } from "../../database.ts"
import { configuredPlatform, devAddresses, devEmulatorUrl, servicePlatform } from "../../platform.ts"
import type { Environment } from "../../settings/environment.ts"
import { settingsLayer } from "../../settings/layer.ts"
import type { Stop } from "../../stop.ts"
import { checkPart, type Finding, notChecked, ok, problem, warning } from "./finding.ts"

const [warningSeconds, problemSeconds] = [2, 60]

/** Returns by how many seconds this machine is ahead of another clock, measured during the request. */
const clockOffset = <E, R>(readClock: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.gen(function* () {
    const before = Date.now()
    const otherClock = yield* readClock
    return ((before + Date.now()) / 2 - otherClock) / 1000
  })

export const clockFinding = (otherName: string, seconds: number): Finding => {
  const offset = Math.abs(seconds)
  const message = `${offset.toFixed(1)} s ${seconds >= 0 ? "ahead of" : "behind"} ${otherName}`
  const next = "synchronize the clocks of the machines with NTP"
  if (offset < warningSeconds) return ok("clock", message)
  return offset < problemSeconds ? warning("clock", message, next) : problem("clock", message, next)
}

/** The database's clock determines the lifetime of tokens, previews and leases. */
export const checkDatabaseClock = checkPart(
  "clock",
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // One query before, so that the measurement does not include opening a connection.
    yield* sql`select`
    const readClock = Effect.map(
      sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 as at`,
      ([row]) => row!.at * 1000
    )
    return [clockFinding("the database", yield* clockOffset(readClock))]
  })
)

/**
 * Any response of the platform, even an error, has a Date header. It is accurate to a second, so half a second is
 * added.
 */
export const checkPlatformClock = (address: string | null) =>
  checkPart(
    "clock",
    address === null
      ? Effect.succeed([])
      : Effect.gen(function* () {
          const date = yield* Effect.tryPromise(async (signal) =>
            (await fetch(address, { method: "HEAD", redirect: "manual", signal })).headers.get("date")
          )
          if (date === null) return [notChecked("clock", "the ad platform's response has no date")]
          return [clockFinding("the ad platform", yield* clockOffset(Effect.succeed(Date.parse(date) + 500)))]
        })
  )

/** Without it, a statement outside a transaction may run for ever: behind a pooler, hosts cannot set it themselves. */
const missingTimeout = warning(
  "database",
  "has no statement_timeout for connections of the pooler",
  "add connect_query='set statement_timeout = 15000' to the database in pgbouncer.ini"
)

/** Checks that the database responds, and how fast. Its version was checked when it was opened. */
export const checkDatabase = (url: string, isPooled: boolean) =>
  checkPart(
    "database",
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [duration, [server]] = yield* Effect.timed(
        sql<{ version: string; limited: boolean }>`select current_setting('server_version') as version,
          current_setting('statement_timeout') <> '0' as limited`
      )
      const millis = Math.max(1, Math.round(Number(duration.value.valueOf()) / 1_000_000) || 1)
      const { limited, version } = server!
      return [
        ok("database", `Postgres ${version} at ${displayAddress(url)} answers in ${millis} ms`),
        ...(isPooled && !limited ? [missingTimeout] : [])
      ]
    })
  )

/** Checks that the schema is the one that this version needs. */
export const checkMigrations = checkPart(
  "schema",
  Effect.map(
    pendingMigrations,
    (missing): ReadonlyArray<Finding> =>
      missing.length === 0
        ? [ok("schema", "has every migration that this version knows")]
        : [
            problem(
              "schema",
              `lacks ${missing.length} migration${missing.length === 1 ? "" : "s"}, the first ${missing[0]}`,
              "adwarden migrate"
            )
          ]
  )
)

/** Checks whether the mail server accepts our login; sends nothing. */
export const checkMailServer = (env: Environment) =>
  checkPart(
    "mail",
    Effect.gen(function* () {
      const { check } = yield* MailTransport
      if (check === null) {
        return [
          warning(
            "mail",
            "no SMTP_URL: emails stay in the outbox, where operators can read them",
            "adwarden mail list"
          )
        ]
      }
      return yield* check.pipe(
        Effect.as([ok("mail", "the server of SMTP_URL accepts emails")]),
        Effect.catchAll(({ reason }) =>
          Effect.succeed([
            problem("mail", `the server of SMTP_URL does not accept emails: ${reason}`, "check SMTP_URL")
          ])
        )
      )
    }).pipe(Effect.provide(MailTransport.layer), Effect.provide(settingsLayer(env, "production")))
  )

/** Checks the outbox for emails that should have been sent. */
export const checkOutbox = (sends: boolean) =>
  checkPart(
    "mail",
    Effect.map(mailHealth, ({ failed, lastFailure, waiting }): ReadonlyArray<Finding> => {
      const lastFailureText = lastFailure === null ? "" : `, the last one: ${lastFailure}`
      const findings: Array<Finding> = []
      if (failed > 0)
        findings.push(
          warning("mail", `${failed} could not be sent this week${lastFailureText}`, "adwarden mail list")
        )
      if (sends && waiting > 0) findings.push(ok("mail", `${waiting} waiting to be sent`))
      return findings
    })
  )

/** The demo world has a broken login in this organization on purpose. */
const plantedFault = "wingtip"

const plantedWarning: typeof warning = (part, message, next) =>
  warning(part, `${message} The demo world has this fault on purpose.`, next)

/** Checks every linked account at the platform, with the login that the service would use. */
export const checkPlatform = (databaseUrl: string) =>
  checkPart(
    "platform",
    Effect.gen(function* () {
      const isDemo = (yield* devEmulatorUrl(databaseUrl)) !== null
      const isSet = isDemo || (yield* configuredPlatform) !== null
      if (!isSet) {
        return [
          warning(
            "platform",
            "Google Ads is not set up: only features that need it are unavailable",
            "set GOOGLE_ADS_CLIENT_ID, GOOGLE_ADS_CLIENT_SECRET and SECRETS_KEY"
          )
        ]
      }
      const services = Layer.provideMerge(AdAccounts.layer, yield* servicePlatform(databaseUrl))
      const links = yield* Effect.provide(linkHealth, services)
      if (links.length === 0)
        return [notChecked("platform", "no ad account is linked", "adwarden accounts link")]
      const broken = links.flatMap(
        ({ account, organization, problem: linkProblem }): ReadonlyArray<Finding> =>
          linkProblem === null
            ? []
            : [
                (isDemo && organization === plantedFault ? plantedWarning : problem)(
                  "platform",
                  `${organization} ${account}: ${linkProblem}`,
                  `adwarden accounts list --org ${organization}`
                )
              ]
      )
      const working = links.length - broken.length
      return working === 0
        ? broken
        : [ok("platform", `${working} of ${links.length} linked ad accounts are accessible`), ...broken]
    })
  )

/** Workers report twice a minute. One that has not reported for this long is not alive. */
const silentSeconds = 120
const longWaitSeconds = 300

const worker = "adwarden worker"

/** Interprets the figures of the queue. */
export const queueFindings = (health: QueueHealth): ReadonlyArray<Finding> => {
  const { lost, oldestWaitingSeconds, stuck, waiting, workerSeenSeconds } = health
  const jobs = `${waiting} ${waiting === 1 ? "job waits" : "jobs wait"}`
  const findings: Array<Finding> = []
  if (workerSeenSeconds === null) {
    findings.push(problem("queue", `no worker ever ran here; ${jobs}`, worker))
  } else if (workerSeenSeconds > silentSeconds) {
    findings.push(
      problem(
        "queue",
        `no worker is alive: the last report was ${durationText(workerSeenSeconds)} ago; ${jobs}`,
        worker
      )
    )
  } else if (oldestWaitingSeconds > longWaitSeconds) {
    findings.push(
      warning(
        "queue",
        `${jobs}, the oldest for ${durationText(oldestWaitingSeconds)}: more than the workers can process`,
        worker
      )
    )
  } else findings.push(ok("queue", `a worker is alive; ${jobs}`))
  if (stuck > 0) {
    const what = stuck === 1 ? "1 job is stuck: its worker is" : `${stuck} jobs are stuck: their workers are`
    findings.push(
      warning("queue", `${what} overdue. Others take over once a worker runs`, "check the log of the workers")
    )
  }
  if (lost > 0) {
    findings.push(
      warning(
        "queue",
        `${lost} ${lost === 1 ? "job was" : "jobs were"} given up recently`,
        "check the log of the workers"
      )
    )
  }
  return findings
}

export const checkQueue = checkPart("queue", Effect.map(queueHealth, queueFindings))

const isLoopback = (address: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname)

const addressFindings = (publicUrl: string): ReadonlyArray<Finding> =>
  publicUrl.startsWith("https:") || isLoopback(publicUrl)
    ? []
    : [
        warning(
          "settings",
          `PUBLIC_URL is ${publicUrl}: passwords and tokens are sent unencrypted`,
          "set an https URL"
        )
      ]

/** Checks that all settings are valid, including the key that seals ad-account logins. */
export const checkSettings = (env: Either.Either<Environment, Stop>) =>
  checkPart(
    "settings",
    Effect.gen(function* () {
      if (Either.isLeft(env))
        return [problem("settings", env.left.message.replace(" Nothing was started.", ""))]
      const sealed = yield* Effect.either(configuredPlatform)
      const wrong = Either.isLeft(sealed) ? [problem("settings", sealed.left.message)] : []
      const all = [...addressFindings(env.right.publicUrl), ...wrong]
      return all.length === 0 ? [ok("settings", "all settings are valid")] : all
    })
  )

/** Checks that PUBLIC_URL is the URL at which the service is served, which every link contains. */
export const checkServiceAddress = (publicUrlSet: string | null) =>
  checkPart(
    "address",
    Effect.map(readServiceAddress, (storedAddress): ReadonlyArray<Finding> => {
      if (storedAddress === null) {
        return [
          ok("address", "no host was started with PUBLIC_URL yet: links start with PUBLIC_URL or localhost")
        ]
      }
      return publicUrlSet === null || publicUrlSet === storedAddress
        ? [ok("address", `links start with ${storedAddress}`)]
        : [
            warning(
              "address",
              `PUBLIC_URL is ${publicUrlSet} here, but the service is served at ${storedAddress}: links start with that`,
              "set the same PUBLIC_URL everywhere, then start adwarden serve again"
            )
          ]
    }).pipe(
      // The table does not exist before the migrations, which the schema check reports.
      Effect.orElseSucceed(() => [notChecked("address", "needs every migration")])
    )
  )

/** The URL of the service: PUBLIC_URL, else that of `adwarden dev` on this database, else the default with PORT. */
export const serviceUrl = ({ publicUrl, publicUrlSet }: Environment, databaseUrl: string | null) =>
  publicUrlSet !== null || databaseUrl === null
    ? Effect.succeed(publicUrl)
    : Effect.map(devAddresses(databaseUrl), (addresses) => addresses?.origin ?? publicUrl)

/** Checks that the service responds at its URL. */
export const checkReachable = (publicUrl: string) =>
  checkPart(
    "service",
    Effect.tryPromise(async (signal) => {
      const timedSignal = AbortSignal.any([signal, AbortSignal.timeout(5000)])
      const { ok: ready, status } = await fetch(`${publicUrl}/readyz`, { signal: timedSignal })
      return ready
        ? [ok("service", `answers at ${publicUrl}`)]
        : [problem("service", `${publicUrl}/readyz responds with ${status}`, "check the log of the hosts")]
    }).pipe(
      Effect.catchAll(() =>
        Effect.succeed([
          warning("service", `nothing responds at ${publicUrl}`, "adwarden serve, or check PUBLIC_URL")
        ])
      )
    )
  )
