import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { organizationById } from "../../access/organizations.ts"
import { type PendingSummary, pendingSummaries } from "../../changes/approvals/pending-writes.ts"
import { pagePaths } from "../../contract/index.ts"
import type { EmailDraft } from "./email-draft.ts"

/** The page lists the rest. */
const maxListed = 10

const line = ({
  requester_key_last_four: key,
  requester_user_email: user,
  summary
}: PendingSummary): string =>
  `${summary} (asked by ${key === null ? "a connected app" : `the key …${key}`} for ${user})`

/** The email about an organization's pending writes; null if none is left. */
export const approvalDraft = (
  organization: number
): Effect.Effect<EmailDraft | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const [{ name, slug }, pending] = yield* Effect.all([
      organizationById(organization),
      pendingSummaries(organization)
    ])
    const [first, ...others] = pending
    if (first === undefined) return null
    const single = others.length === 0
    return {
      subject: single
        ? `Approve? ${first.summary}`
        : `${pending.length} changes wait for approval at ${name}`,
      paragraphs: [
        single
          ? `A change at ${name} waits for your approval. Nothing has changed yet.`
          : `${pending.length} changes at ${name} wait for approval. Nothing has changed yet.`,
        ...pending.slice(0, maxListed).map(line),
        ...(pending.length > maxListed ? [`And ${pending.length - maxListed} more.`] : [])
      ],
      button: {
        label: single ? "Review the change" : "Review the changes",
        path: single ? pagePaths.optimization(slug, first.id) : pagePaths.organization(slug, "optimizations"),
        link: null
      },
      closing: [
        `Each expires seven days after it was asked for, the first on ${first.expires_at.slice(0, 10)}, and then counts as rejected.`,
        "You get this email because you are an owner or admin. New changes within the next hour come together in one email."
      ]
    }
  })
