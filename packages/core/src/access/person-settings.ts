import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

type PersonEffect<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** Reads the kinds of notice that a person does not want by email. */
export const readMutedNotices = (user: number): PersonEffect<ReadonlyArray<string>> =>
  Effect.map(
    runSql<{ muted: ReadonlyArray<string> }>`select muted_notices as muted from users where id = ${user}`,
    ([row]) => row?.muted ?? []
  )

export const setMutedNotices = (user: number, kinds: ReadonlyArray<string>): PersonEffect<void> =>
  Effect.asVoid(
    runSql`update users set muted_notices = ${kinds}::text[], updated_at = now() where id = ${user}`
  )

/** Whether this is the name of a time zone, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean =>
  name === "UTC" || Intl.supportedValuesOf("timeZone").includes(name)

/** Sets the time zone of the clock times that a person sees; null for UTC. */
export const setTimeZone = (user: number, zone: string | null): PersonEffect<void> =>
  Effect.asVoid(runSql`update users set time_zone = ${zone}, updated_at = now() where id = ${user}`)
