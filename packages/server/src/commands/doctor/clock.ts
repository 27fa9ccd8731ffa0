import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
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
