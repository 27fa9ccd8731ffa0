import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { membersWithRoles } from "../../access/membership.ts"
import { organizationById } from "../../access/organizations.ts"
import { emailOf } from "../../access/people.ts"
import { claimDecisions, decisionsToldAt, type ToldDecision } from "../../changes/approvals/told-decisions.ts"
import { pagePaths, renderMentions, roles } from "../../contract/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { listed } from "../notices/notice-kind.ts"
import type { EmailDraft } from "./email-draft.ts"
import { Mailer } from "./mailer.ts"

/**
 * Tells requesters what was decided about the changes that their keys and apps asked for: at once, then at most one
 * email an hour. Whoever turned emails about approvals off gets none.
 */
export const sendDecisions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const mailer = yield* Mailer
  yield* mailer.ready
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      const requesters = yield* claimDecisions
      const organizations = [...new Set(requesters.map((one) => one.organization_id))]
      const members = yield* membersWithRoles(organizations, roles)
      const told = members.filter(
        ({ muted, organization_id, user_id }) =>
          !muted.includes("approval") &&
          requesters.some((one) => one.organization_id === organization_id && one.user_id === user_id)
      )
      for (const { email, organization_id: organization, user_id: user } of told)
        yield* mailer.enqueue(email, { kind: "decision", organization, user })
      return { decisions: told.length }
    })
  )
})

export const decisionSchedule = registerSchedule({ name: "decisions", cron: "* * * * *", run: sendDecisions })

const outcomeOf = ({ reason, status }: ToldDecision): string => {
  if (status === "failed") return "Approved, but failed"
  if (status === "approved") return "Approved"
  return reason === "expired" ? "Expired" : "Rejected"
}

const lineOf = (decision: ToldDecision) =>
  Effect.map(decision.decided_by === null ? Effect.succeed(null) : emailOf(decision.decided_by), (by) => {
    const { reason, status, summary } = decision
    const why = reason === null || reason === "expired" ? "" : ` ${renderMentions("dashboard", reason)}`
    const undone = status === "approved" ? " It was executed." : " Nothing was changed."
    return `${summary}. ${outcomeOf(decision)}${by === null ? "" : ` by ${by}`}${why === "" ? "." : `:${why}`}${why === "" ? undone : ""}`
  })

/** The email to a requester about the decisions of a moment; null if none is left. */
export const decisionDraft = (
  organization: number,
  requester: number,
  at: string
): Effect.Effect<EmailDraft | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const [{ name, slug }, decisions] = yield* Effect.all([
      organizationById(organization),
      decisionsToldAt(organization, requester, at)
    ])
    const [first, ...others] = decisions
    if (first === undefined) return null
    const single = others.length === 0
    return {
      subject: single
        ? `${outcomeOf(first)}: ${first.summary}`
        : `${decisions.length} of your requests at ${name} were decided`,
      paragraphs: [
        `Changes at ${name} that a key or app asked for on your behalf were decided.`,
        ...listed(yield* Effect.forEach(decisions, lineOf))
      ],
      button: {
        label: single ? "Open the request" : "Open the requests",
        path: single ? pagePaths.optimization(slug, first.id) : pagePaths.organization(slug, "optimizations"),
        link: null
      },
      closing: ["Choose your emails at Account › Notifications: this one belongs to approvals."]
    }
  })
