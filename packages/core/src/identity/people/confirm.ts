import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { confirmationError } from "../../access/confirmation.ts"
import { People, Sessions } from "../../access/index.ts"
import { withAuditEvent } from "../../audit/trail.ts"
import type { Endpoint } from "../../request/endpoint.ts"

/**
 * The endpoint with which a signed-in person confirms who they are. The session counts as confirmed for some
 * minutes, on every host.
 */
export const confirmationEndpoint = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const people = yield* People
  const sessions = yield* Sessions

  return (session: string | null, password: string): Endpoint<null> => ({
    name: "people.confirm",
    admits: "callers",
    kinds: ["person"],
    limit: { name: "confirm", perHour: 20 },
    run: ({ audit, caller }) =>
      Effect.gen(function* () {
        const { matches } = yield* people.verify(caller.email, password)
        if (!matches || session === null) return yield* confirmationError("is not your password")
        return yield* withAuditEvent(sql, audit, Effect.as(sessions.confirm(session), null))
      })
  })
})
