import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { factorState, removeFactor } from "../../access/second-factors.ts"
import { withAuditEvent } from "../../audit/trail.ts"
import type { Clearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { type Enrolment, makeSecondFactors, secondFactorError } from "./second-factors.ts"

/** Attempts at codes, for each person: at most 20 of a million an hour. */
export const codeAttempts = { name: "second_factor", perHour: 20 } as const

/** What signed-in people do with their own second factor. */
export const secondFactorEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const factors = yield* makeSecondFactors
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  const ownerOf = ({ caller }: Clearance) => ({ id: caller.userId, email: caller.email })

  return {
    read: ({ caller }: Clearance) => withSql(factorState(caller.userId)),
    /** Also the secret that is being set up, for showing it again after a wrong code. */
    readWithEnrolment: (clearance: Clearance) =>
      Effect.all([withSql(factorState(clearance.caller.userId)), factors.resume(ownerOf(clearance))]).pipe(
        Effect.map(([state, enrolment]) => ({ ...state, enrolment }))
      ),
    start: {
      admits: "callers",
      kinds: ["person"],
      name: "people.start_second_factor",
      needsConfirmation: true,
      run: (clearance) => withAuditEvent(sql, clearance.audit, factors.start(ownerOf(clearance)))
    } satisfies Endpoint<Enrolment>,
    /** Returns the recovery codes, which are shown once. */
    enable: (code: string): Endpoint<ReadonlyArray<string>> => ({
      admits: "callers",
      kinds: ["person"],
      name: "people.enable_second_factor",
      needsConfirmation: true,
      limit: codeAttempts,
      run: ({ audit, caller }) => withAuditEvent(sql, audit, factors.enable(caller.userId, code))
    }),
    newRecoveryCodes: {
      admits: "callers",
      kinds: ["person"],
      name: "people.new_recovery_codes",
      needsConfirmation: true,
      run: ({ audit, caller }) =>
        withAuditEvent(
          sql,
          audit,
          Effect.gen(function* () {
            const { enabled } = yield* factorState(caller.userId)
            if (!enabled) return yield* secondFactorError("is not set up")
            return yield* factors.newRecoveryCodes(caller.userId)
          })
        )
    } satisfies Endpoint<ReadonlyArray<string>>,
    disable: {
      admits: "callers",
      kinds: ["person"],
      name: "people.disable_second_factor",
      needsConfirmation: true,
      run: ({ audit, caller }) =>
        withAuditEvent(
          sql,
          audit,
          Effect.gen(function* () {
            const { requiredBy } = yield* factorState(caller.userId)
            if (requiredBy.length > 0)
              return yield* secondFactorError(`is required by ${requiredBy.join(", ")}`)
            yield* removeFactor(caller.userId)
            return null
          })
        )
    } satisfies Endpoint<null>
  }
})
