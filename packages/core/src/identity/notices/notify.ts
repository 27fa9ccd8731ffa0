import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type MemberAddress, membersWithRoles } from "../../access/membership.ts"
import { organizationById } from "../../access/organizations.ts"
import { noAttention, readAttention } from "../../attention/index.ts"
import type { BudgetCommitments } from "../../changes/organization.ts"
import { adoptEarlierWebhooks } from "../../events/endpoints.ts"
import { Events, type ToldWebhook } from "../../events/events.ts"
import { inTransaction, runSql, sqlText } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import type { EmailDraft } from "../mail/email-draft.ts"
import { Mailer } from "../mail/mailer.ts"
import {
  approvalNotice,
  brokenLoginNotice,
  conversionsStoppedNotice,
  deliveryStoppedNotice,
  failedTaskNotice,
  newChannelsNotice,
  outsideChangeNotice,
  spendCapNotice
} from "./kinds.ts"
import type { NoticeKind } from "./notice-kind.ts"
import type { NoticeName } from "./notice-names.ts"

/** A state of an organization that its people are notified about. */
export interface OpenState {
  readonly organization_id: number
  /** What it is about; the same as long as the state lasts. */
  readonly subject: string
}

/** A person gets a notice of a kind at once, and then at most one digest of that kind in this time. */
const digestPeriod = "interval '1 hour'"

/** Allows one scan at a time, so that a newer notice never commits before an older one: "adw-note" as a number. */
const scanLock = "x'6164772d6e6f7465'::bigint"

const lockNotices = runSql`select pg_advisory_xact_lock(${sqlText(scanLock)})`

/**
 * Adds the states of a kind that are new and removes those that ended. Returns the newest notice of each
 * organization that has any.
 */
const updateNotices = (
  kind: NoticeName,
  states: ReadonlyArray<OpenState>
): Effect.Effect<ReadonlyMap<number, number>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const organizations = states.map((state) => state.organization_id)
    const subjects = states.map(({ subject }) => subject)
    yield* runSql`delete from notices n where kind = ${kind} and not exists (
      select 1 from unnest(${organizations}::bigint[], ${subjects}::text[]) as s (organization_id, subject)
      where s.organization_id = n.organization_id and s.subject = n.subject)`
    yield* runSql`insert into notices (organization_id, kind, subject)
      select organization_id, ${kind}, subject
      from unnest(${organizations}::bigint[], ${subjects}::text[]) as s (organization_id, subject)
      on conflict (organization_id, kind, subject) do nothing`
    const newest = yield* runSql<{ organization_id: number; id: number }>`
      select organization_id, max(id) as id from notices where kind = ${kind} group by organization_id`
    return new Map(newest.map(({ id, organization_id }) => [organization_id, id]))
  })

/** A person who is due for an email. */
interface Due {
  readonly organization_id: number
  readonly user_id: number
  /** The newest notice that the person already knows. */
  readonly told_before: number
}

/** Marks a kind's newest notices as told to those who do not know them and had no email within the hour. */
const claimReceipts = (
  kind: NoticeName,
  members: ReadonlyArray<MemberAddress>,
  newest: ReadonlyMap<number, number>
): Effect.Effect<ReadonlyArray<Due>, SqlError, SqlClient.SqlClient> =>
  runSql<Due>`
      insert into notice_receipts as r (organization_id, user_id, kind, told_until)
      select organization_id, user_id, ${kind}, told_until
      from unnest(${members.map((one) => one.organization_id)}::bigint[], ${members.map((one) => one.user_id)}::bigint[],
        ${members.map((one) => newest.get(one.organization_id)!)}::bigint[]) as m (organization_id, user_id, told_until)
      on conflict (organization_id, user_id, kind) do update
        set sent_at = excluded.sent_at, told_before = r.told_until, told_until = excluded.told_until
        where r.told_until < excluded.told_until and excluded.sent_at - r.sent_at >= ${sqlText(digestPeriod)}
      returning organization_id, user_id, told_before`

/** Reads the subjects of an organization's notices of a kind that are newer than one of them. */
const subjectsAfter = (
  organization: number,
  kind: NoticeName,
  after: number
): Effect.Effect<ReadonlySet<string>, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<{ subject: string }>`select subject from notices
      where organization_id = ${organization} and kind = ${kind} and id > ${after}`,
    (rows) => new Set(rows.map(({ subject }) => subject))
  )

/** Finds the newest notice of a kind after those that webhooks got. */
const newestOf = (kind: NoticeName) => (told: ReadonlyArray<ToldWebhook>) =>
  Effect.map(
    runSql<{ id: number; newest: number }>`
      select w.id, max(n.id) as newest
      from unnest(${told.map(({ id }) => id)}::bigint[], ${told.map((one) => one.organization_id)}::bigint[],
        ${told.map(({ told_until }) => told_until)}::bigint[]) as w (id, organization_id, told_until)
      join notices n on n.organization_id = w.organization_id and n.kind = ${kind} and n.id > w.told_until
      group by w.id`,
    (rows) => new Map(rows.map(({ id, newest }) => [id, newest]))
  )

/** All kinds of notice that a schedule looks for. */
const noticeKinds: ReadonlyArray<NoticeKind> = [
  approvalNotice,
  brokenLoginNotice,
  failedTaskNotice,
  conversionsStoppedNotice,
  deliveryStoppedNotice,
  outsideChangeNotice,
  spendCapNotice,
  newChannelsNotice
]

const kindOf = (name: NoticeName): NoticeKind => noticeKinds.find((kind) => kind.name === name)!

/** Writes a message about an organization's notices of a kind: those after one of them, or all (null). */
export const makeNoticeDraft = Effect.map(
  Effect.context<SqlClient.SqlClient | BudgetCommitments>(),
  (context) =>
    (
      kind: NoticeName,
      organization: number,
      after: number | null
    ): Effect.Effect<EmailDraft | null, SqlError> =>
      Effect.gen(function* () {
        const found = yield* organizationById(organization)
        const attention = yield* readAttention([organization], runSql)
        const { adPlatform, items } = attention.get(organization) ?? noAttention
        const subjects = after === null ? null : yield* subjectsAfter(organization, kind, after)
        return kindOf(kind).draft({ ...found, adPlatform }, items, subjects)
      }).pipe(Effect.provide(context))
)

/**
 * Notifies everyone who can act on a new state. The notice, the record of who knows it and the jobs commit
 * together, so a repeated or concurrent run sends nothing twice. What arrives within the hour waits for a digest.
 */
const notifyOf = (kind: NoticeKind, states: ReadonlyArray<OpenState>) =>
  Effect.gen(function* () {
    const mailer = yield* Mailer
    const events = yield* Events
    const newest = yield* updateNotices(kind.name, states)
    if (newest.size === 0) return 0
    const members = (yield* membersWithRoles([...newest.keys()], kind.roles)).filter(
      ({ muted }) => !muted.includes(kind.name)
    )
    const due = yield* claimReceipts(kind.name, members, newest)
    for (const { organization_id: organization, told_before, user_id: user } of due) {
      const { email } = members.find((one) => one.organization_id === organization && one.user_id === user)!
      const after = kind.emailTells === "all" ? null : told_before
      yield* mailer.enqueue(email, { kind: kind.name, organization, user, after })
    }
    yield* events.announce(kind.name, newestOf(kind.name))
    return due.length
  })

/** Sends what is new, one kind after the other. Returns the number of emails of each kind. */
export const sendNotices = Effect.gen(function* () {
  const mailer = yield* Mailer
  yield* mailer.ready
  // The states are read under the lock: an earlier read could end a state that began meanwhile.
  const notify = Effect.gen(function* () {
    yield* lockNotices
    yield* adoptEarlierWebhooks
    const attention = yield* readAttention(null, runSql)
    return yield* Effect.forEach(noticeKinds, (kind) => {
      const states = [...attention].flatMap(([organization_id, { items }]) =>
        kind.subjectsOf(items).map((subject) => ({ organization_id, subject }))
      )
      return Effect.map(notifyOf(kind, states), (count) => [kind.name, count] as const)
    })
  })
  return Object.fromEntries(yield* inTransaction(notify))
})

/** Every minute: an email leaves about when the state begins, and no request waits for it. */
export const noticeSchedule = registerSchedule({ name: "notices", cron: "* * * * *", run: sendNotices })
