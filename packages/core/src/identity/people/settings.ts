import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { isTimeZone, readMutedNotices, setMutedNotices, setTimeZone } from "../../access/people.ts"
import { withAuditEvent } from "../../audit/trail.ts"
import { ValidationError } from "../../contract/index.ts"
import type { Clearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { noticeChoices } from "../notices/notice-names.ts"

/** What people choose for themselves: the emails they get, and the time zone of their pages. */
export const personSettings = Effect.map(SqlClient.SqlClient, (sql) => {
  const change = (
    name: string,
    work: (user: number) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
  ): Endpoint<null> => ({
    name: `people.${name}`,
    admits: "callers",
    kinds: ["person"],
    run: ({ audit, caller }: Clearance) => withAuditEvent(audit, Effect.as(work(caller.userId), null))
  })

  return {
    muted: ({ caller }: Clearance): Effect.Effect<ReadonlyArray<string>, SqlError> =>
      Effect.provideService(readMutedNotices(caller.userId), SqlClient.SqlClient, sql),
    /** Turns the named kinds of notice on and all others off. Those that are always sent have no choice. */
    setNotices: (wanted: ReadonlyArray<string>): Endpoint<null> =>
      change("set_notifications", (user) =>
        setMutedNotices(
          user,
          noticeChoices.flatMap(({ name }) => (wanted.includes(name) ? [] : [name]))
        )
      ),
    /** Sets the time zone of clock times; an empty name is UTC. */
    setTimeZone: (zone: string): Endpoint<null> =>
      zone === "" || isTimeZone(zone)
        ? change("set_time_zone", (user) => setTimeZone(user, zone === "" ? null : zone))
        : {
            name: "people.set_time_zone",
            admits: "callers",
            kinds: ["person"],
            run: () =>
              new ValidationError({
                fields: [{ path: "time_zone", message: "must be one of the list, such as Europe/Berlin" }]
              })
          }
  }
})
