import { Effect } from "effect"
import { membersWithRoles } from "../../access/membership.ts"
import { organizationById } from "../../access/organizations.ts"
import { pagePaths, roles } from "../../contract/index.ts"
import { Mailer } from "../../identity/index.ts"
import { readFiguresUntil } from "../../platform/account-sync.ts"
import { inTransaction, runSql, Statements } from "../../storage/index.ts"
import { Queue } from "../../tasks/queue.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { readTasksById } from "../../tasks/task-rows.ts"
import { startTask } from "../../tasks/tasks.ts"
import { lastPeriod } from "./kinds/index.ts"
import { readReport } from "./operations.ts"
import { documentInBrief } from "./parts.ts"
import { readToday } from "./source.ts"
import { reportTask } from "./tasks.ts"

/*
 * The weekly report by email. A week is begun for its recipients once every account has the figures of all its days, so on
 * Monday, and is sent when the task that makes its report is completed. A failed task sends nothing: it has its own notice.
 */

/** Starts the report of the last full week for the recipients who have not got it. */
const beginWeek = (organization: number) =>
  Effect.gen(function* () {
    const queue = yield* Queue
    const period = lastPeriod("weekly", yield* readToday(organization))
    const through = yield* readFiguresUntil(organization)
    if (through === null || through < period.to) return
    const begun = yield* runSql`
      update report_recipients set week_to = ${period.to}, task_id = null, sent_at = null
      where organization_id = ${organization} and (week_to is null or week_to < ${period.to}) returning 1`
    if (begun.length === 0) return
    const task = yield* startTask(queue, reportTask, {
      organization,
      input: { type: "weekly", period } as const,
      requestedBy: null
    })
    yield* runSql`update report_recipients set task_id = ${task}
      where organization_id = ${organization} and week_to = ${period.to} and task_id is null`
  })

/** The newest weekly report in brief. */
const readContent = (organization: number) =>
  Effect.gen(function* () {
    const { name, slug } = yield* organizationById(organization)
    const { report } = yield* readReport(yield* Statements, organization, "weekly", "latest")
    const { paragraphs, title } = documentInBrief(report.markdown, "What to do next")
    return {
      subject: `${name}. ${title}`,
      paragraphs,
      button: { label: "Read the report", path: pagePaths.report(slug, "weekly", report.id) },
      closing: [
        `You get this email on Mondays because you, or an owner or admin of ${name}, chose it under Reports. There you can end it too.`
      ]
    }
    // Its task was completed, and reports are never removed.
  }).pipe(Effect.catchTag("not_found", Effect.die))

/** Sends the reports that are made. The email and the record of it commit together. */
const sendMade = (organization: number) =>
  Effect.gen(function* () {
    const mailer = yield* Mailer
    const waiting = yield* runSql<{ task_id: number }>`
      select distinct task_id from report_recipients
      where organization_id = ${organization} and sent_at is null and task_id is not null`
    const ids = waiting.map(({ task_id }) => task_id)
    const tasks = yield* runSql(readTasksById(organization, ids))
    const made = tasks.flatMap(({ id, status }) => (status === "completed" ? [id] : []))
    const recipients = yield* runSql<{ user_id: number }>`
      update report_recipients set sent_at = now()
      where organization_id = ${organization} and sent_at is null and task_id = any(${made}::bigint[])
      returning user_id`
    const members = yield* membersWithRoles([organization], roles)
    const told = members.filter((one) => recipients.some(({ user_id }) => user_id === one.user_id))
    if (told.length === 0) return 0
    const content = yield* readContent(organization)
    for (const { email } of told)
      yield* mailer.enqueue(email, { kind: "weekly_report", organization, content })
    return told.length
  })

/** Begins and sends what is due. Returns the number of emails. */
export const sendWeeklyReports = Effect.gen(function* () {
  const mailer = yield* Mailer
  yield* mailer.ready
  const organizations = yield* runSql<{ organization_id: number }>`
    select distinct organization_id from report_recipients
    where week_to is null or week_to <= current_date - 7 or sent_at is null`
  const sent = yield* Effect.forEach(organizations, ({ organization_id: organization }) =>
    inTransaction(Effect.zipRight(beginWeek(organization), sendMade(organization)))
  )
  return { emails: sent.reduce((sum, count) => sum + count, 0) }
})

export const weeklyReportSchedule = registerSchedule({
  name: "weekly-reports",
  cron: "* * * * *",
  run: sendWeeklyReports
})
