import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { factorState } from "../../access/second-factors.ts"
import type { Clearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { makeAuditedTransaction } from "./audited-transaction.ts"
import { type Enrolment, makeSecondFactors, secondFactorError } from "./second-factors.ts"

/** Attempts at codes, for each person: at most 20 of a million an hour. */
export const codeAttempts = { name: "second_factor", perHour: 20 } as const

/** What signed-in people do with their own second factor. */
export const secondFactorEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const factors = yield* makeSecondFactors
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)
  const auditedTransaction = yield* makeAuditedTransaction
  const audited = <A, E>({ audit }: Clearance, work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    auditedTransaction(
      audit,
      200,
      Effect.map(work, (output) => ({ output }))
    )

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
      run: (clearance) => audited(clearance, factors.start(ownerOf(clearance)))
    } satisfies Endpoint<Enrolment>,
    /** Returns the recovery codes, which are shown once. All sessions end except the one with this token. */
    enable: (code: string, session: string | null): Endpoint<ReadonlyArray<string>> => ({
      admits: "callers",
      kinds: ["person"],
      name: "people.enable_second_factor",
      needsConfirmation: true,
      limit: codeAttempts,
      run: (clearance) => audited(clearance, factors.enable(clearance.caller.userId, code, session))
    }),
    newRecoveryCodes: {
      admits: "callers",
      kinds: ["person"],
      name: "people.new_recovery_codes",
      needsConfirmation: true,
      run: (clearance) =>
        audited(
          clearance,
          Effect.gen(function* () {
            const { caller } = clearance
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
      run: (clearance) =>
        audited(
          clearance,
          Effect.gen(function* () {
            const { caller } = clearance
            const { requiredBy } = yield* factorState(caller.userId)
            if (requiredBy.length > 0)
              return yield* secondFactorError(`is required by ${requiredBy.join(", ")}`)
            yield* factors.remove(caller.userId)
            return null
          })
        )
    } satisfies Endpoint<null>
  }
})
