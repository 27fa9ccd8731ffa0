import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Person } from "../../access/index.ts"
import { recordInTransaction } from "../../audit/trail.ts"
import type { AuditDraft } from "../../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../../request/handler.ts"
import { Mailer } from "../mail/mailer.ts"

/** The audit event of a person who has just authenticated. */
export const withPersonActor = (audit: AuditDraft, { email }: Pick<Person, "email">): AuditDraft => ({
  ...audit,
  actor_type: "user",
  user_email: email
})

/**
 * Runs a change in one transaction with its audit event and its email. The work can return the event's actor.
 */
export const makeAuditedTransaction = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  return <A, E>(
    audit: AuditDraft,
    status_code: number,
    work: Effect.Effect<{ readonly output: A; readonly audit?: AuditDraft }, E, SqlClient.SqlClient>
  ): Effect.Effect<HandlerResponse<A>, E | SqlError> =>
    Effect.zipRight(
      mailer.ready,
      sql.withTransaction(
        Effect.gen(function* () {
          const done = yield* work
          yield* recordInTransaction(done.audit ?? audit, { status_code, error_code: null })
          return { ...respondWith(done.output), audited: true }
        })
      )
    ).pipe(Effect.provideService(SqlClient.SqlClient, sql))
})
