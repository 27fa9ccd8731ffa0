import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { checkPart, type Finding, notChecked, ok, problem, warning } from "./finding.ts"

const [warningSeconds, problemSeconds] = [2, 60]

/** By how many seconds this machine is ahead of another's clock, as told while it was asked. */
const clockOffset = <E, R>(readClock: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.gen(function* () {
    const before = Date.now()
    const otherClock = yield* readClock
    return ((before + Date.now()) / 2 - otherClock) / 1000
  })

export const clockFinding = (otherName: string, seconds: number): Finding => {
  const offset = Math.abs(seconds)
  const message = `${offset.toFixed(1)} s ${seconds >= 0 ? "ahead of" : "behind"} ${otherName}`
  const next = "let the machines set their clocks by NTP"
  if (offset < warningSeconds) return ok("clock", message)
  return offset < problemSeconds ? warning("clock", message, next) : problem("clock", message, next)
}

/** What decides how long tokens, previews and leases live is the database's clock. */
export const checkDatabaseClock = checkPart(
  "clock",
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Once before, so that what is timed is the clock and not the opening of a connection.
    yield* sql`select`
    const readClock = Effect.map(
      sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 as at`,
      ([row]) => row!.at * 1000
    )
    return [clockFinding("the database", yield* clockOffset(readClock))]
  })
)

/** Any answer of the platform says what time it is there, an error too; to the second, so half of one is taken on. */
export const checkPlatformClock = (address: string | null) =>
  checkPart(
    "clock",
    address === null
      ? Effect.succeed([])
      : Effect.gen(function* () {
          const date = yield* Effect.tryPromise(async (signal) =>
            (await fetch(address, { method: "HEAD", redirect: "manual", signal })).headers.get("date")
          )
          if (date === null) return [notChecked("clock", "the ad platform does not say what time it is")]
          return [clockFinding("the ad platform", yield* clockOffset(Effect.succeed(Date.parse(date) + 500)))]
        })
  )
