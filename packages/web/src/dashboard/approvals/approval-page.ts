import type { ApprovalReview, Frame, PageData, ReasonTest } from "@adwarden/core"
import { operationByName, pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { linkPages } from "../../kit/page-links.ts"
import {
  badge,
  banner,
  card,
  checks,
  count,
  diff,
  head,
  icon,
  money,
  problemBanner,
  relative,
  split
} from "../../parts/index.ts"
import { commentsCard } from "./comments-card.ts"
import { decidedCard, decisionCard, sameGoalCard } from "./decision-card.ts"
import { type DescribedChange, describeChange } from "./describe-change.ts"
import { outdatedCard } from "./outdated.ts"
import { reasonQuote, requesterFacts } from "./requester.ts"
import { reviewChecks } from "./review-checks.ts"
import { type ApprovalView, type ReviewState, rejectionWord, stateOf } from "./review-state.ts"
import type { SameGoal } from "./same-goal.ts"
import { type Stakes, stakesCard } from "./stakes.ts"
import { limitLine, testedCard } from "./tested-reason.ts"

const stateBadge = (state: ReviewState, { write }: ApprovalReview, mayDecide: boolean): Html => {
  if (state === "decided") {
    if (write.status === "approved") return badge("ok", "Approved")
    if (write.status === "failed") return badge("fail", "Failed")
    return badge("plain", rejectionWord(write.reason))
  }
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

export interface ApprovalPageData {
  readonly review: ApprovalReview
  readonly sameGoal: SameGoal | null
  readonly stakes: Stakes | null
  readonly test: ReasonTest | null
}

/** One queued write: the change, the checks, who asked, and the decision. */
export const approvalPage = (
  { data: { review, sameGoal, stakes, test }, frame }: PageData<ApprovalPageData>,
  request: BrowserRequest,
  view: ApprovalView = {}
): Page => {
  const { write } = review
  const described = describeChange(write)
  const state = stateOf(review)
  const open = write.status === "pending"
  const tool = operationByName.get(review.operation)?.tool ?? review.operation
  return {
    title: described.title,
    ...(view.problem === undefined && view.refused === undefined && view.comment === undefined
      ? {}
      : { status: 422 }),
    dashboard: { frame, place: { of: "organization", page: "optimizations" } },
    body: html`${head({
      title: `${described.title}${open ? "?" : ""}`,
      crumbs: [
        { label: "Optimizations", href: pagePaths.organization(write.organization.slug, "optimizations") },
        { label: "Approval" }
      ],
      badge: stateBadge(state, review, review.mayDecide)
    })}
${problemBanner(view.refused ?? [], [], write.organization.slug)}${doneBanner(request.query.get("done"), frame)}${stateBanner(state, review)}${state === "ready" || state === "approved_once" ? secondApprovalBanner(review) : null}
${split(
  state === "stale" ? outdatedCard(review, described, sameGoal) : changeCard(review, described, open, test),
  html`${state === "decided" ? decidedCard(review) : decisionCard(review, state, described.approve, request, view)}
${card({
  id: "who",
  title: "Who asked",
  body: requesterFacts(write, tool),
  ...(write.requester.key === null || frame.organization?.effectiveRole !== "owner"
    ? {}
    : {
        note: html`<a href="${pagePaths.key(write.organization.slug, write.requester.key.id)}">What it did</a>`
      })
})}`,
  html`${sameGoal === null || !review.mayDecide ? null : sameGoalCard(sameGoal, review, request)}${test === null ? null : testedCard(test, review)}${stakes === null || (state !== "ready" && state !== "approved_once") ? null : stakesCard(stakes)}${checksCard(review)}${commentsCard(review, request, view)}`
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
