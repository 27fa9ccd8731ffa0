import { safeLine } from "@adwarden/cli"
import {
  AdAccounts,
  linkHealth,
  MailTransport,
  mailHealth,
  pendingMigrations,
  type QueueHealth,
  queueHealth
} from "@adwarden/core"
import { durationText } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Layer } from "effect"
import { displayAddress } from "../../database.ts"
import { configuredPlatform, devAddresses, devEmulatorUrl, servicePlatform } from "../../platform.ts"
import type { Environment } from "../../settings/environment.ts"
import { settingsLayer } from "../../settings/layer.ts"
import type { Stop } from "../../stop.ts"
import { checkPart, errorText, type Finding, notChecked, ok, problem, warning } from "./finding.ts"

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
            "SMTP_URL is not set here. If the workers have none, emails stay in the outbox",
            "set SMTP_URL for the workers, or read the outbox: adwarden mail list"
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
            "Google Ads is not set up here. If hosts and workers have no settings for it, features that need it are unavailable",
            "set GOOGLE_ADS_CLIENT_ID, GOOGLE_ADS_CLIENT_SECRET and SECRETS_KEY"
          )
        ]
      }
      const services = Layer.provideMerge(AdAccounts.layer, yield* servicePlatform(databaseUrl))
      const links = yield* Effect.provide(linkHealth, services)
      if (links.length === 0)
        return [
          notChecked(
            "platform",
            "no ad account is linked",
            "an owner connects Google Ads in the dashboard, or run adwarden accounts connect"
          )
        ]
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
        "start another worker: adwarden worker"
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

/** Checks that all settings are valid, including the key that seals ad-account logins. */
export const checkSettings = (env: Either.Either<Environment, Stop>) =>
  checkPart(
    "settings",
    Effect.gen(function* () {
      if (Either.isLeft(env))
        return [problem("settings", env.left.message.replace(" Nothing was started.", ""))]
      const sealed = yield* Effect.either(configuredPlatform)
      return [
        Either.isLeft(sealed)
          ? problem("settings", sealed.left.message)
          : ok("settings", "all settings are valid")
      ]
    })
  )

const isLoopback = (address: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname)

const addressFinding = (storedAddress: string | null, publicUrlSet: string | null): Finding => {
  if (storedAddress === null)
    return ok("address", "no host was started with PUBLIC_URL yet: links start with PUBLIC_URL or localhost")
  return publicUrlSet === null || publicUrlSet === storedAddress
    ? ok("address", `links start with ${storedAddress}`)
    : warning(
        "address",
        `PUBLIC_URL is ${publicUrlSet} here, but the service is served at ${storedAddress}: links start with that`,
        "unset PUBLIC_URL here, or start adwarden serve with it"
      )
}

/** Checks the URL at which the service is served, with which every link starts. */
export const checkServiceAddress = (storedAddress: string | null, publicUrlSet: string | null) => {
  const address = storedAddress ?? publicUrlSet
  const isEncrypted = address === null || address.startsWith("https:") || isLoopback(address)
  return Effect.succeed([
    addressFinding(storedAddress, publicUrlSet),
    ...(isEncrypted
      ? []
      : [
          warning(
            "address",
            `${address} is not encrypted: passwords and tokens are readable on their way`,
            "put a proxy with TLS before the hosts, and start adwarden serve with its https URL as PUBLIC_URL"
          )
        ])
  ])
}

/**
 * The URL of the service: the one that `serve` stored, else PUBLIC_URL, else that of `adwarden dev` on this database,
 * else the default with PORT.
 */
export const serviceUrl = (
  { publicUrl, publicUrlSet }: Environment,
  databaseUrl: string | null,
  storedAddress: string | null
) => {
  const address = storedAddress ?? publicUrlSet
  return address !== null || databaseUrl === null
    ? Effect.succeed(address ?? publicUrl)
    : Effect.map(devAddresses(databaseUrl), (addresses) => addresses?.origin ?? publicUrl)
}

/** The code of a failed fetch, such as ECONNREFUSED; otherwise its message. */
const failureReason = (error: unknown): string => {
  const { cause } = error as { readonly cause?: unknown }
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === "string" ? code : errorText(error)
}

const isReadiness = (body: unknown): body is { readonly status: "ready"; readonly warning?: unknown } =>
  typeof body === "object" && body !== null && (body as { status?: unknown }).status === "ready"

/** Doctor sends no such header, so a proxy on its way to the service has added it. */
const proxyAdvice = "let the proxy set X-Forwarded-For, and start adwarden serve with TRUST_PROXY=on"

const elsewhere = (url: string) =>
  `start adwarden serve; if it runs, check that ${url} leads to it: name, certificate, proxy`

/** Checks that a host responds at the URL of the service, and whether it knows the proxy on the way. */
export const checkReachable = (url: string) =>
  checkPart(
    "service",
    Effect.tryPromise({
      try: async (signal): Promise<ReadonlyArray<Finding>> => {
        const timedSignal = AbortSignal.any([signal, AbortSignal.timeout(5000)])
        const response = await fetch(`${url}/readyz`, { signal: timedSignal })
        const { status } = response
        if (status === 503)
          return [problem("service", `${url}/readyz responds with 503`, "check the log of the hosts")]
        const body: unknown = await response.json().catch(() => null)
        if (!response.ok || !isReadiness(body))
          return [
            problem("service", `${url}/readyz responds with ${status}, not as a host does`, elsewhere(url))
          ]
        return [
          ok("service", `answers at ${url}`),
          ...(typeof body.warning === "string"
            ? [warning("service", safeLine(body.warning), proxyAdvice)]
            : [])
        ]
      },
      catch: failureReason
    }).pipe(
      Effect.catchAll((reason) =>
        Effect.succeed([warning("service", `nothing responds at ${url} (${reason})`, elsewhere(url))])
      )
    )
  )
