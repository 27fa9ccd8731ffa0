import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { MailedLinks, Members, Sessions } from "../../access/index.ts"
import {
  changeEmail,
  deletedEmail,
  invalidEmailError,
  isEmail,
  isTimeZone,
  readMutedNotices,
  removePersonalData,
  setMutedNotices,
  setTimeZone
} from "../../access/people.ts"
import { forgetPersonInQueue } from "../../approvals/queued-write.ts"
import { eraseFromAudit } from "../../audit/retention.ts"
import { withAuditEvent } from "../../audit/trail.ts"
import { forgetPersonInStops } from "../../campaigns/index.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import { forgetPersonInLog } from "../../log/action-log.ts"
import { forgetConnector } from "../../platform/logins.ts"
import type { Clearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { runSql, sqlText } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { Mailer } from "../mail/mailer.ts"
import { noticeChoices } from "../notices/notice-names.ts"
import { makeAuditedTransaction } from "./audited-transaction.ts"

/** People delete their own account. */
export const deletePersonEndpoint = Effect.gen(function* () {
  const members = yield* Members
  const auditedTransaction = yield* makeAuditedTransaction

  /** Ends all access at once, and removes name and address. The only owner of an organization is refused. */
  const endpoint: Endpoint<null> = {
    name: "people.delete",
    admits: "callers",
    kinds: ["person"],
    needsConfirmation: true,
    run: ({ audit, caller }) => {
      const user = caller.userId
      const anonymous = { ...audit, user_email: deletedEmail(user), ip: null, user_agent: null }
      return auditedTransaction(
        anonymous,
        200,
        Effect.gen(function* () {
          yield* members.disable(user)
          const emails = yield* removePersonalData(user)
          yield* runSql`insert into erasures (user_id, email)
            select ${user}, email from unnest(${emails}::text[]) as e (email) on conflict do nothing`
          return { output: null }
        })
      )
    }
  }
  return endpoint
})

/** Until then the person's last requests are sealed. */
const erasureDelay = "interval '3 minutes'"

/** Erases the addresses of deleted people from records that keep a copy. It can be repeated. */
export const erasePeople = Effect.gen(function* () {
  const due = yield* runSql<{ user_id: number; email: string }>`
    select user_id, email from erasures where requested_at < now() - ${sqlText(erasureDelay)}`
  for (const { email, user_id: user } of due) {
    const replacement = deletedEmail(user)
    yield* eraseFromAudit(email)
    yield* forgetPersonInLog(user, replacement)
    yield* forgetPersonInQueue(user, replacement)
    yield* forgetPersonInStops(user, email, replacement)
    yield* forgetConnector(user)
    yield* runSql`update emails set recipient = ${replacement}, dropped_at = case
        when num_nonnulls(sent_at, failed_at, dropped_at) = 0 then now() else dropped_at end
      where lower(recipient) = lower(${email})`
    yield* runSql`delete from erasures where user_id = ${user} and email = ${email}`
  }
  return { erased: due.length }
})

export const erasureSchedule = registerSchedule({ name: "erasure", cron: "*/5 * * * *", run: erasePeople })

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

const expiredLinkError = () =>
  new NotFound({
    what: "This link",
    next: "It works once, for an hour, and only for its person: ask for a new one."
  })

const takenError = () =>
  new ValidationError({
    fields: [{ path: "email", message: "belongs to another account: choose another one" }]
  })

/** The endpoints for changing one's email address: asked for here, confirmed by a link at the new address. */
export const emailAddressEndpoints = Effect.gen(function* () {
  const links = yield* MailedLinks
  const mailer = yield* Mailer
  const sessions = yield* Sessions
  const auditedTransaction = yield* makeAuditedTransaction

  return {
    /** The answer is the same whether or not the address has an account: the email is dropped if it has one. */
    request: (email: string): Endpoint<null> => ({
      name: "people.request_email_change",
      admits: "callers",
      kinds: ["person"],
      needsConfirmation: true,
      limit: { name: "change_email", perHour: 10 },
      run: ({ audit, caller }) => {
        if (!isEmail(email)) return invalidEmailError()
        if (email.toLowerCase() === caller.email.toLowerCase())
          return new ValidationError({ fields: [{ path: "email", message: "is your address already" }] })
        return auditedTransaction(
          audit,
          200,
          Effect.as(mailer.enqueue(email, { kind: "email_change", user: caller.userId }), { output: null })
        )
      }
    }),
    /** The address that a link of this person confirms, for its page. */
    confirmed: (token: string, { caller }: Clearance): Effect.Effect<string, NotFound | SqlError> =>
      Effect.flatMap(links.newEmail(token, caller.userId), (email) =>
        email === null ? expiredLinkError() : Effect.succeed(email)
      ),
    /**
     * Changes the address, tells the old one, voids every other link and ends all sessions except the one with this
     * token.
     */
    confirm: (token: string, session: string | null): Endpoint<null> => ({
      name: "people.change_email",
      admits: "callers",
      kinds: ["person"],
      run: ({ audit, caller }) =>
        auditedTransaction(
          audit,
          200,
          Effect.gen(function* () {
            const email = yield* links.newEmail(token, caller.userId)
            if (email === null) return yield* expiredLinkError()
            if (!(yield* changeEmail(caller.userId, email))) return yield* takenError()
            yield* sessions.endAll(caller.userId, session)
            yield* mailer.dropPasswordResets(caller.email)
            yield* mailer.enqueue(caller.email, { kind: "email_changed", user: caller.userId })
            return { output: null }
          })
        )
    })
  }
})
