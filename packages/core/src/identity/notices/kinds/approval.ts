import { mayDecide } from "../../../changes/approvals/deciders.ts"
import type { PendingSummary } from "../../../changes/approvals/pending-writes.ts"
import { pagePaths, quotation, roles } from "../../../contract/index.ts"
import { listed, noticeKind, reasonFor } from "../notice-kind.ts"

/** What a mail or chat program would turn into a link. Nobody but the service may put a link into its messages. */
const looksLikeLink = /:\/\/|[\p{L}\p{N}-]\.\p{L}{2,}/u

/** The requester's reason, in its own words; on the page alone if it could pass for a link of ours. */
const reasonOf = (comment: string): string =>
  looksLikeLink.test(comment) ? "its reason is on the page" : `its reason: ${quotation(comment)}`

const line = ({
  comment,
  requester_key_last_four: key,
  requester_user_email: user,
  summary
}: PendingSummary): string =>
  `${summary} (asked by ${key === null ? "a connected app" : `the key …${key}`} for ${user}${comment === null ? "" : `; ${reasonOf(comment)}`})`

/** Writes that wait for approval. */
export const approvalNotice = noticeKind({
  name: "approval",
  about: ["approval"],
  roles: roles.filter(mayDecide),
  emailTells: "all",
  draft: ({ name, slug }, items) => {
    const pending = items.map(({ write }) => write)
    const first = items[0].write
    const single = pending.length === 1
    return {
      subject: single
        ? `Approve? ${first.summary}`
        : `${pending.length} changes wait for approval at ${name}`,
      paragraphs: [
        single
          ? `A change at ${name} waits for your approval. Nothing has changed yet.`
          : `${pending.length} changes at ${name} wait for approval. Nothing has changed yet.`,
        ...listed(pending.map(line))
      ],
      button: {
        label: single ? "Review the change" : "Review the changes",
        path: single ? pagePaths.optimization(slug, first.id) : pagePaths.organization(slug, "optimizations"),
        link: null
      },
      closing: [
        `Each expires seven days after it was asked for, the first on ${first.expires_at.slice(0, 10)}, and then counts as rejected.`,
        reasonFor("an owner or admin")
      ]
    }
  }
})
