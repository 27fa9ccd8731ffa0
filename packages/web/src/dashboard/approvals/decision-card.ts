import type { ApprovalReview } from "@adwarden/core"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { linkPages } from "../../kit/page-links.ts"
import { card, diff, facts, hidden, icon, moment, preview, relative, textArea } from "../../parts/index.ts"
import type { ApprovalView, ReviewState } from "./review-state.ts"
import type { SameGoal } from "./same-goal.ts"

const pathOf = ({ path }: BrowserRequest): string => path.split("?")[0]!

const cannotDecide = html`<p>Only owners and admins of the organization decide. They were told about this request.</p>`

/** Ends a request that cannot be approved as it is. The note is optional, because the reason is known. */
const closingForm = ({ write }: ApprovalReview, request: BrowserRequest, { note = "" }: ApprovalView): Html =>
  form(
    request,
    pathOf(request),
    html`<div class="stack">${textArea({
      name: "note",
      label: "Note",
      hint: `Optional. ${write.requester.person} and the ${write.requester.app === null ? "key" : "app"} can read it.`,
      value: note,
      problems: []
    })}
<button class="tall quiet" name="decision" value="close">Close the request</button>
<p class="small soft">It counts as rejected, and the requester can ask again for what fits now.</p></div>`
  )

/** The form with one note for both decisions. Approving is left out where it could not succeed. */
const decisionForm = (
  { secondApproval, write }: ApprovalReview,
  state: ReviewState,
  approveLabel: string,
  request: BrowserRequest,
  { note = "", problem }: ApprovalView
): Html => {
  const approvable = state === "ready" || state === "done_meanwhile"
  return form(
    request,
    pathOf(request),
    html`<div class="stack">${textArea({
      name: "note",
      label: "Note",
      hint: `${write.requester.person} and the ${write.requester.app === null ? "key" : "app"} can read it. Required to reject.`,
      value: note,
      problems: problem === undefined ? [] : [{ path: "note", message: problem }]
    })}
${approvable ? html`<button class="tall" name="decision" value="approve">${icon("check")}${state === "done_meanwhile" ? "Close as done" : approveLabel}</button>` : null}
<button class="tall quiet bad" name="decision" value="reject">Reject</button>
<p class="small soft">${
      state === "approved_once"
        ? "You have approved it. Another owner or admin has to approve it too."
        : approvable && secondApproval?.firstBy === null
          ? "Your approval is recorded. Another owner or admin has to approve it too, then it is executed."
          : approvable
            ? `It is executed at once on behalf of ${write.requester.person}, with you as approver.`
            : "It cannot be approved now. Reject it, and the requester can ask again."
    }</p></div>`
  )
}

/** Offers the goal of a request that is out of date as a change of the person's own, with its preview. */
export const sameGoalCard = (
  { data, previewHash }: SameGoal,
  { input, operation, write }: ApprovalReview,
  request: BrowserRequest
): Html =>
  card({
    id: "same-goal",
    title: "The same goal today",
    body: html`${preview(html`${diff(data)}
${form(
  request,
  pathOf(request),
  html`<div class="row">${hidden({ decision: "own", operation, input: JSON.stringify(input), preview_hash: previewHash })}<button>${data.length === 1 ? `Change to ${data[0]!.to} yourself` : "Make these changes yourself"}</button></div>`
)}`)}<p class="small soft">It is a change of your own, which is not held. The request of ${write.requester.person} stays open until you close it.</p>`
  })

/** The decision on a write that waits. */
export const decisionCard = (
  review: ApprovalReview,
  state: ReviewState,
  approveLabel: string,
  request: BrowserRequest,
  view: ApprovalView
): Html =>
  card({
    id: "decision",
    title: state === "stale" ? "What now?" : "Your decision",
    body:
      state === "in_progress"
        ? html`<p>It was approved and is being sent to the ad platform. Open this page again in a moment.</p>`
        : review.mayDecide
          ? state === "stale"
            ? closingForm(review, request, view)
            : decisionForm(review, state, approveLabel, request, view)
          : cannotDecide,
    foot: html`<div class="line">${icon("clock")}<span>Expires ${relative(review.write.expiresAt)}, ${moment(review.write.expiresAt)}. Then it counts as rejected.</span></div>`
  })

const outdatedNote = "It was sent again after the campaign had changed. The new request replaces it."

/** The outcome of a decided write. */
export const decidedCard = ({ decidedBy, result, write }: ApprovalReview): Html => {
  const action = result !== null && "action_id" in result ? result.action_id : null
  return card({
    id: "decision",
    title: "The decision",
    body: facts([
      ["Outcome", write.status],
      ["By", decidedBy],
      ["At", write.decidedAt === null ? null : moment(write.decidedAt)],
      [
        write.status === "failed" ? "Why" : "Note",
        write.reason === null
          ? null
          : linkPages(write.reason === "outdated" ? outdatedNote : write.reason, write.organization.slug)
      ],
      ["Action", typeof action === "string" ? html`<code>${action}</code>` : null]
    ])
  })
}
