import { Schema } from "effect"
import { optional } from "../values/index.ts"
import { declareAdministration, nothing, text } from "./declaration.ts"

const QueuedId = text("The id", "Id of the queued write, as list shows it (qw_…)")
const queuedIdName = { id: "queued-id" }

const longestComment = 1000

/** The queue of changes that wait for approval. */
export const approvalAdministration = declareAdministration({
  "approvals.list": {
    title: "List the changes that wait for approval",
    by: "operator",
    input: nothing,
    command: {
      words: ["queued-writes", "list"],
      help: "List the changes that wait for approval, oldest first."
    }
  },
  "approvals.show": {
    title: "Show a change that waits for approval",
    by: "operator",
    input: Schema.Struct({ id: QueuedId }),
    command: {
      words: ["queued-writes", "get"],
      help: "Show a pending change: its requester and the whole preview.",
      arguments: ["id"],
      names: queuedIdName
    }
  },
  "approvals.approve": {
    title: "Approve a change",
    by: "admin",
    input: Schema.Struct({ id: QueuedId }),
    command: {
      words: ["queued-writes", "approve"],
      help: "Execute a change on behalf of its requester. All limits are checked again, and a change that exceeds one fails.",
      arguments: ["id"],
      names: queuedIdName
    }
  },
  "approvals.reject": {
    title: "Reject a change",
    by: "admin",
    input: Schema.Struct({
      id: QueuedId,
      reason: optional(Schema.String, "The reason, which is shown to the requester")
    }),
    command: {
      words: ["queued-writes", "reject"],
      help: "Reject a change. Its reservation under the monthly cap is released.",
      arguments: ["id"],
      names: queuedIdName
    }
  },
  "approvals.comment": {
    title: "Comment on a change that waits for approval",
    by: "staff",
    input: Schema.Struct({
      id: QueuedId,
      comment: Schema.String.pipe(
        Schema.filter(
          (comment) =>
            comment.trim() === ""
              ? "must not be empty"
              : comment.trim().length <= longestComment ||
                `must have at most ${longestComment.toLocaleString("en-US")} characters`,
          { jsonSchema: { maxLength: longestComment } }
        )
      ).annotations({ title: "The comment" })
    })
  }
})
