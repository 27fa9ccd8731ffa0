import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Connections, MailedLinks, Members, Sessions } from "../../access/index.ts"
import {
  changeEmail,
  deletedEmail,
  readMutedNotices,
  removePersonalData,
  setMutedNotices,
  setTimeZone
} from "../../access/people.ts"
import { factorState } from "../../access/second-factors.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import { administer, administerChange } from "../../pipeline/administer.ts"
import type { Clearance } from "../../request/clearance.ts"
import { runSql } from "../../storage/index.ts"
import { Mailer } from "../mail/mailer.ts"
import { noticeChoices } from "../notices/notice-names.ts"
import { makeAuditedTransaction } from "./audited-transaction.ts"
import { makeSecondFactors, secondFactorError } from "./second-factors.ts"

const expiredLinkError = () =>
  new NotFound({
    what: "This link",
    next: "It works once, for an hour, and only for its person: ask for a new one."
  })

const emailError = (message: string): Effect.Effect<never, ValidationError> =>
  new ValidationError({ fields: [{ path: "email", message }] })

/** What signed-in people do with their own account. */
export const ownAccountAdministration = Effect.gen(function* () {
  const members = yield* Members
  const sessions = yield* Sessions
  const connections = yield* Connections
  const links = yield* MailedLinks
  const mailer = yield* Mailer
  const factors = yield* makeSecondFactors
  const auditedTransaction = yield* makeAuditedTransaction
  const change: typeof administerChange = (name, work) => administerChange(name, work, mailer.ready)

  return {
    /** Turns the named kinds of notice on and all others off. Those that are always sent have no choice. */
    "people.set_notifications": administerChange("people.set_notifications", ({ caller }, { kinds }) =>
      setMutedNotices(
        caller.userId,
        noticeChoices.flatMap(({ name }) => (kinds.includes(name) ? [] : [name]))
      )
    ),
    /** Sets the time zone of clock times. */
    "people.set_time_zone": administerChange("people.set_time_zone", ({ caller }, { time_zone: zone }) =>
      setTimeZone(caller.userId, zone === "" ? null : zone)
    ),
    /** The answer is the same whether or not the address has an account: the email is dropped if it has one. */
    "people.request_email_change": change(
      "people.request_email_change",
      ({ caller }, { email }): Effect.Effect<void, ValidationError | SqlError, SqlClient.SqlClient> =>
        email.toLowerCase() === caller.email.toLowerCase()
          ? emailError("is your address already")
          : Effect.asVoid(mailer.enqueue(email, { kind: "email_change", user: caller.userId }))
    ),
    /** Tells the old address, voids every other link and ends all sessions except the one that asks. */
    "people.change_email": change("people.change_email", ({ caller }, { session, token }) =>
      Effect.gen(function* () {
        const email = yield* links.newEmail(token, caller.userId)
        if (email === null) return yield* expiredLinkError()
        if (!(yield* changeEmail(caller.userId, email)))
          return yield* emailError("belongs to another account: choose another one")
        yield* sessions.endAll(caller.userId, session)
        yield* mailer.dropPasswordResets(caller.email)
        yield* mailer.enqueue(caller.email, { kind: "email_changed", user: caller.userId })
      })
    ),
    /** Ends all access at once, and removes name and address. The only owner of an organization is refused. */
    "people.delete": administer("people.delete", ({ audit, caller: { userId: user } }) =>
      auditedTransaction(
        { ...audit, user_email: deletedEmail(user), ip: null, user_agent: null },
        200,
        Effect.gen(function* () {
          yield* members.disable(user)
          const emails = yield* removePersonalData(user)
          yield* runSql`insert into erasures (user_id, email)
            select ${user}, email from unnest(${emails}::text[]) as e (email) on conflict do nothing`
          return { output: undefined }
        })
      )
    ),
    "people.end_session": administerChange("people.end_session", ({ caller }, { session }) =>
      Effect.flatMap(sessions.endById(caller.userId, session), (ended) =>
        ended ? Effect.void : new NotFound({ what: "This session", next: "It has already ended." })
      )
    ),
    "people.end_other_sessions": administerChange("people.end_other_sessions", ({ caller }, { session }) =>
      sessions.endAll(caller.userId, session)
    ),
    "people.start_second_factor": change("people.start_second_factor", ({ caller: { email, userId: id } }) =>
      factors.start({ id, email })
    ),
    /** Returns the recovery codes, which are shown once. All sessions end except the one that asks. */
    "people.enable_second_factor": change("people.enable_second_factor", ({ caller }, { code, session }) =>
      factors.enable(caller.userId, code, session)
    ),
    "people.new_recovery_codes": change("people.new_recovery_codes", ({ caller: { userId } }) =>
      Effect.gen(function* () {
        const { enabled } = yield* factorState(userId)
        if (!enabled) return yield* secondFactorError("is not set up")
        return yield* factors.newRecoveryCodes(userId)
      })
    ),
    "people.disable_second_factor": change("people.disable_second_factor", ({ caller: { userId } }) =>
      Effect.gen(function* () {
        const { requiredBy } = yield* factorState(userId)
        if (requiredBy.length > 0) return yield* secondFactorError(`is required by ${requiredBy.join(", ")}`)
        yield* factors.remove(userId)
        return null
      })
    ),
    "connections.end": administerChange("connections.end", ({ caller }, { connection }) =>
      connections.end(caller.userId, connection)
    ),
    "connections.tighten": administerChange("connections.tighten", ({ caller }, { approvals, connection }) =>
      connections.setApprovals(caller.userId, connection, approvals, "tighten")
    ),
    "connections.loosen": administerChange("connections.loosen", ({ caller }, { approvals, connection }) =>
      connections.setApprovals(caller.userId, connection, approvals, "loosen")
    )
  }
})

/** What the pages of one's own account read. */
export const ownAccountReads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const links = yield* MailedLinks
  const factors = yield* makeSecondFactors
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  return {
    mutedNotices: ({ caller }: Clearance) => withSql(readMutedNotices(caller.userId)),
    /** The address that a link of this person confirms. */
    newEmail: (token: string, { caller }: Clearance): Effect.Effect<string, NotFound | SqlError> =>
      Effect.flatMap(links.newEmail(token, caller.userId), (email) =>
        email === null ? expiredLinkError() : Effect.succeed(email)
      ),
    secondFactor: ({ caller }: Clearance) => withSql(factorState(caller.userId)),
    /** Also the secret that is being set up, for showing it again after a wrong code. */
    secondFactorWithEnrolment: ({ caller: { email, userId: id } }: Clearance) =>
      Effect.map(
        Effect.all([withSql(factorState(id)), factors.resume({ id, email })]),
        ([state, enrolment]) => ({
          ...state,
          enrolment
        })
      )
  }
})
