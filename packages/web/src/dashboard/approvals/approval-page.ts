import type { ApprovalReview, Frame, LaunchLine, PageData, ReasonTest } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { PageContent, ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html, linkPages } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import {
  badge,
  banner,
  card,
  checks,
  count,
  diff,
  email,
  facts,
  head,
  hidden,
  icon,
  linkButton,
  moment,
  money,
  preview,
  problemBanner,
  relative,
  split,
  textArea
} from "../../parts/index.ts"
import { linesToLaunch } from "../campaign/draft/proven-lines.ts"
import { decidedBadge } from "./approval-list.ts"
import {
  type ApprovalView,
  type DescribedChange,
  describeChange,
  type ReviewState,
  reasonQuote,
  requesterFacts,
  stateOf
} from "./describe-request.ts"
import { outdatedCard, reviewChecks, type SameGoal } from "./review-checks.ts"
import { limitLine, type Stakes, stakesCard, testedCard } from "./stakes.ts"

/** What people wrote on the request, and the form that adds to it while nobody has decided. */
const commentsCard = (
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
            html`<div class="stack">${hidden({ action: "comment" })}${textArea({
              name: "comment",
              label: "Comment",
              hint: "Ask or answer without deciding. Every member who opens this page can read it.",
              value: comment?.value ?? "",
              problems: comment === null ? [] : [{ path: "comment", message: comment.problem }]
            })}<button class="quiet">Add comment</button></div>`
          )}</div>`
        : null
    }`
  })
}

const cannotDecide = html`<p>Only owners and admins of the organization decide. They were told about this request.</p>`

/** Ends a request that cannot be approved as it is. The note is optional, because the reason is known. */
const closingForm = ({ write }: ApprovalReview, request: BrowserRequest): Html =>
  form(
    request,
    html`<div class="stack">${textArea({
      name: "note",
      label: "Note",
      hint: `Optional. ${write.requester.person} and the ${write.requester.app === null ? "key" : "app"} can read it.`,
      value: ""
    })}
<button class="tall quiet" name="action" value="close">Close the request</button>
<p class="small soft">It counts as rejected, and the requester can ask again for what fits now.</p></div>`
  )

/** The form with one note for both decisions. Approving is left out where it could not succeed. */
const decisionForm = (
  { secondApproval, write }: ApprovalReview,
  state: ReviewState,
  approveLabel: string,
  request: BrowserRequest,
  { noteRequired }: ApprovalView
): Html => {
  const approvable = state === "ready" || state === "done_meanwhile"
  return form(
    request,
    html`<div class="stack">${textArea({
      name: "note",
      label: "Note",
      hint: `${write.requester.person} and the ${write.requester.app === null ? "key" : "app"} can read it. Required to reject.`,
      value: "",
      problems: noteRequired
        ? [{ path: "note", message: "Write why you reject it, so that the requester can do better." }]
        : []
    })}
${approvable ? html`<button class="tall" name="action" value="approve">${icon("check")}${state === "done_meanwhile" ? "Close as done" : approveLabel}</button>` : null}
<button class="tall quiet bad" name="action" value="reject">Reject</button>
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
const sameGoalCard = (
  { data, previewHash }: SameGoal,
  { input, operation, write }: ApprovalReview,
  request: BrowserRequest
): Html =>
  card({
    id: "same-goal",
    title: "The same goal today",
    body: html`${preview(html`${diff(data)}
${form(request, html`<div class="row">${hidden({ action: "own", operation, input: JSON.stringify(input), preview_hash: previewHash })}<button>${data.length === 1 ? `Change to ${data[0]!.to} yourself` : "Make these changes yourself"}</button></div>`)}`)}<p class="small soft">It is a change of your own, which is not held. The request of ${write.requester.person} stays open until you close it.</p>`
  })

/** The decision on a write that waits. */
const decisionCard = (
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
            ? closingForm(review, request)
            : decisionForm(review, state, approveLabel, request, view)
          : cannotDecide,
    foot: html`<div class="line">${icon("clock")}<span>Expires ${relative(review.write.expiresAt)}, ${moment(review.write.expiresAt)}. Then it counts as rejected.</span></div>`
  })

const outdatedNote = "It was sent again after the campaign had changed. The new request replaces it."

/** The outcome of a decided write. */
const decidedCard = ({ decidedBy, result, write }: ApprovalReview): Html => {
  const action = result !== null && "action_id" in result ? result.action_id : null
  return card({
    id: "decision",
    title: "The decision",
    body: html`${facts([
      ["Outcome", decidedBadge(write)],
      ["By", decidedBy === null ? null : email(decidedBy)],
      ["At", write.decidedAt === null ? null : moment(write.decidedAt)],
      [
        write.status === "failed" ? "Why" : "Note",
        write.reason === null
          ? null
          : linkPages(write.reason === "outdated" ? outdatedNote : write.reason, write.organization.slug)
      ]
    ])}${
      typeof action === "string"
        ? html`<div class="row">${linkButton(pagePaths.action(write.organization.slug, action), "Open it in the log")}</div>`
        : null
    }`
  })
}

const stateBadge = (state: ReviewState, { write }: ApprovalReview, mayDecide: boolean): Html => {
  if (state === "decided") return decidedBadge(write)
  if (state === "in_progress") return badge("info", "Being executed")
  if (state === "stale") return badge("wait", "Out of date")
  if (state === "refused") return badge("fail", "Cannot be approved")
  return badge("wait", mayDecide ? "Waits for you" : "Waits for approval")
}

const stateBanner = (
  state: ReviewState,
  { laterChanges, now, problem, write }: ApprovalReview
): Html | null => {
  if (state === "stale") {
    const last = laterChanges.at(-1)
    return banner(
      "warn",
      html`<b>This request no longer fits, so it cannot be approved.</b> ${
        last === undefined
          ? "The campaign has changed since it was sent."
          : html`${last.by ?? "The service"} changed the campaign ${relative(last.at)}, after it was sent.`
      } Nothing was changed by this request.`
    )
  }
  if (state === "done_meanwhile")
    return banner(
      "plain",
      "This was already done in another way. Approving it changes nothing and closes the request."
    )
  if (state === "refused")
    return banner(
      "bad",
      html`<b>This cannot be approved now.</b> ${linkPages(problem ?? now?.refusal?.message ?? "", write.organization.slug)}`
    )
  return null
}

/** Who else has to approve a large rise. */
const secondApprovalBanner = ({ secondApproval, write }: ApprovalReview): Html | null => {
  if (secondApproval === null || write.status !== "pending") return null
  const { above, dailyRise, firstBy } = secondApproval
  const { currency } = write.organization
  return banner(
    firstBy === null ? "plain" : "warn",
    html`<b>Two people have to approve this.</b> It lets the organization spend ${money(dailyRise, currency)} a day more, above ${money(above, currency)}. ${firstBy === null ? "Nobody has approved it yet." : html`${firstBy} has approved it.`}`
  )
}

const costLine = (
  { money: { monthlyRise } }: NonNullable<ApprovalReview["now"]>,
  currency: string
): string => {
  if (monthlyRise > 0) return `Costs at most ${money(monthlyRise, currency)} more in 30 days.`
  return monthlyRise < 0
    ? `Lowers spend by up to ${money(-monthlyRise, currency)} in 30 days.`
    : "Changes no budget."
}

const verdict = ({ now, write }: ApprovalReview, test: ReasonTest | null): Content => {
  if (now === null) return null
  const { currency } = write.organization
  const list = reviewChecks(now, currency)
  const failed = list.filter(({ passes }) => passes === false).length
  const unchecked = list.filter(({ passes }) => passes === null).length
  const warned = list.filter(({ passes }) => passes === "warn").length
  return failed === 0
    ? html`<div class="line"><span class="good">${icon("check")}</span><span>${count(list.length - unchecked - warned, "check")} passed${warned === 0 ? "" : `, ${count(warned, "warning")}`}${unchecked === 0 ? "" : `, ${unchecked} could not run`}. ${costLine(now, currency)}${test === null || now.money.monthlyRise <= 0 ? "" : ` ${limitLine(test)}`}</span></div>`
    : html`<div class="line"><span class="bad">${icon("cross")}</span><span>${failed} of ${count(list.length, "check")} failed.</span></div>`
}

/** The request and its changes as data, for people who want to see exactly what is executed. */
const changeAsData = ({ input, operation, write: { changes } }: ApprovalReview): Html =>
  html`<details><summary class="more">Show as data</summary><pre class="data" tabindex="0" role="group" aria-label="The change as data">${JSON.stringify({ operation, input, changes }, null, 2)}</pre></details>`

const changeCard = (
  review: ApprovalReview,
  { differences, sentences }: DescribedChange,
  open: boolean,
  test: ReasonTest | null
): Html => {
  const { campaign, organization } = review.write
  const foot = verdict(review, test)
  return card({
    id: "change",
    title: "The change",
    ...(open ? { note: "nothing has changed yet" } : {}),
    body: html`${differences.length === 0 ? null : diff(differences)}
${sentences.map((sentence) => html`<p>${sentence}</p>`)}
${campaign === null ? null : html`<p class="soft">Campaign <a href="${pagePaths.campaign(organization.slug, campaign.slug)}">${campaign.name}</a>. Nothing else changes.</p>`}
${reasonQuote(review.write)}
${(review.now?.warnings ?? []).map((warning) => banner("warn", linkPages(warning, organization.slug)))}
${changeAsData(review)}`,
    ...(foot === null ? {} : { foot })
  })
}

const checksCard = ({ now, write }: ApprovalReview): Html | null => {
  if (now === null) return null
  const list = reviewChecks(now, write.organization.currency)
  const failed = list.filter(({ passes }) => passes === false).length
  const unchecked = list.filter(({ passes }) => passes === null).length
  const warned = list.filter(({ passes }) => passes === "warn").length
  return card({
    id: "checks",
    title: "Checked again just now",
    note:
      failed > 0
        ? badge("fail", `${failed} of ${list.length} failed`)
        : unchecked > 0
          ? badge("wait", `${unchecked} of ${list.length} not checked`)
          : warned > 0
            ? badge("wait", count(warned, "warning"))
            : badge("ok", "All pass"),
    padded: false,
    body: checks(list)
  })
}

const linesCard = (lines: ReadonlyArray<LaunchLine>): Html =>
  card({
    id: "lines",
    title: "What its ads say",
    note: "as the draft is now",
    body: linesToLaunch(lines)
  })

interface ApprovalPageData {
  readonly review: ApprovalReview
  readonly lines: ReadonlyArray<LaunchLine> | null
  readonly sameGoal: SameGoal | null
  readonly stakes: Stakes | null
  readonly test: ReasonTest | null
}

/** One queued write: the change, the checks, who asked, and the decision. */
export const approvalContent = (
  { data: { lines, review, sameGoal, stakes, test }, frame }: PageData<ApprovalPageData>,
  request: BrowserRequest,
  { problems, result, sent }: ShownPage<"note required">
): PageContent => {
  const { write } = review
  const [problem] = problems
  const view: ApprovalView = {
    noteRequired: result !== null,
    comment:
      problem === undefined || sent?.get("action") !== "comment"
        ? null
        : { value: sent.get("comment") ?? "", problem: problem.message }
  }
  const described = describeChange(write)
  const state = stateOf(review)
  const open = write.status === "pending"
  return {
    title: described.title,
    ...(view.noteRequired || problems.length > 0 ? { status: 422 } : {}),
    body: html`${head({
      title: `${described.title}${open ? "?" : ""}`,
      crumbs: [
        { label: "Optimizations", href: pagePaths.organization(write.organization.slug, "optimizations") },
        { label: "Approval" }
      ],
      badge: stateBadge(state, review, review.mayDecide)
    })}
${view.comment === null ? problemBanner(problems, [], write.organization.slug) : null}${doneBanner(request.query.get("done"), frame)}${stateBanner(state, review)}${state === "ready" || state === "approved_once" ? secondApprovalBanner(review) : null}
${split(
  state === "stale" ? outdatedCard(review, described, sameGoal) : changeCard(review, described, open, test),
  html`${state === "decided" ? decidedCard(review) : decisionCard(review, state, described.approve, request, view)}
${card({
  id: "who",
  title: "Who asked",
  body: requesterFacts(write),
  ...(write.requester.key === null || frame.organization?.effectiveRole !== "owner"
    ? {}
    : {
        note: html`<a href="${pagePaths.key(write.organization.slug, write.requester.key.id)}">Its other requests</a>`
      })
})}`,
  html`${sameGoal === null || !review.mayDecide ? null : sameGoalCard(sameGoal, review, request)}${lines === null ? null : linesCard(lines)}${test === null ? null : testedCard(test, review)}${stakes === null || (state !== "ready" && state !== "approved_once") ? null : stakesCard(stakes)}${checksCard(review)}${commentsCard(review, request, view)}`
)}`
  }
}

const doneBanner = (done: string | null, { organizations }: Frame): Html | null => {
  const pending = organizations.reduce((sum, one) => sum + one.pending, 0)
  const more =
    pending === 0
      ? null
      : html` <a href="${pagePaths.approvals}">${count(pending, "change")} still waiting</a>`
  if (done === "approved") return banner("good", html`Approved and executed.${more}`)
  if (done === "pending")
    return banner("good", "Your approval is recorded. It is executed when a second person approves.")
  if (done === "own")
    return banner("good", "Your own change was made. Close the request if it is no longer needed.")
  if (done === "commented") return banner("good", "Your comment was added. Nothing is decided yet.")
  if (done === "rejected") return banner("good", html`Rejected. The requester can read your note.${more}`)
  return null
}
