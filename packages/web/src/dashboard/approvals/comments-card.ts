import type { ApprovalReview } from "@adwarden/core"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { card, count, hidden, relative, textArea } from "../../parts/index.ts"
import type { ApprovalView } from "./review-state.ts"

/** What people wrote on the request, and the form that adds to it while nobody has decided. */
export const commentsCard = (
  { comments, write }: ApprovalReview,
  request: BrowserRequest,
  { comment }: ApprovalView
): Html | null => {
  const open = write.status === "pending" && !write.inProgress
  if (comments.length === 0 && !open) return null
  return card({
    id: "comments",
    title: comments.length === 0 ? "Comments" : count(comments.length, "comment"),
    padded: false,
    body: html`${
      comments.length === 0
        ? null
        : html`<ol class="list">${comments.map(
            ({ at, by, email, text }) =>
              html`<li><div><b>${by}</b> <span class="small soft">${email} · ${relative(at)}</span><p class="said-text"><bdi>${text}</bdi></p></div></li>`
          )}</ol>`
    }${
      open
        ? html`<div class="pad">${form(
            request,
            request.path.split("?")[0]!,
            html`<div class="stack">${hidden({ decision: "comment" })}${textArea({
              name: "comment",
              label: "Comment",
              hint: "Ask or answer without deciding. Every member who opens this page can read it.",
              value: comment?.value ?? "",
              problems: comment === undefined ? [] : [{ path: "comment", message: comment.problem }]
            })}<button class="quiet">Add comment</button></div>`
          )}</div>`
        : null
    }`
  })
}
