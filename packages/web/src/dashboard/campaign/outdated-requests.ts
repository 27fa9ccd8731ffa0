import type { ReviewedWrite } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { type Html, html } from "../../kit/html.ts"
import { banner, type Check } from "../../parts/index.ts"
import { describeChange } from "../approvals/describe-change.ts"
import { ageLine, requesterLine } from "../approvals/requester.ts"

/** The pending changes of one campaign. */
export const pendingOf = (
  pending: ReadonlyArray<ReviewedWrite>,
  slug: string
): ReadonlyArray<ReviewedWrite> => pending.filter(({ campaign }) => campaign?.slug === slug)

/** The highest daily budget that a pending change asks for; 0 if none does. It counts against the cap. */
export const requestedBudget = (own: ReadonlyArray<ReviewedWrite>): number =>
  Math.max(
    0,
    ...own.flatMap(({ changes }) =>
      changes.flatMap(({ subject, to }) => (subject === "Daily budget" ? [Number(to) || 0] : []))
    )
  )

/** A warning for each pending change that a change of the same setting makes out of date. */
export const outdatedChecks = (
  own: ReadonlyArray<ReviewedWrite>,
  subject: string,
  org: string
): ReadonlyArray<Check> =>
  own
    .filter(({ changes }) => changes.some((one) => one.subject === subject))
    .map((write) => ({
      passes: "warn",
      name: "Makes a waiting change out of date",
      detail: html`<a href="${pagePaths.optimization(org, write.id)}">${describeChange(write).title}</a>, asked by ${requesterLine(write)}, could no longer be approved.`
    }))

/** What waits for approval at this campaign. */
export const pendingBanner = (own: ReadonlyArray<ReviewedWrite>, org: string): Html | null =>
  own.length === 0
    ? null
    : banner(
        "warn",
        html`<b>${own.length === 1 ? "One change waits" : `${own.length} changes wait`} for approval.</b>${
          requestedBudget(own) > 0 ? " A raise counts against the cap until it is decided." : null
        }
${own.map((write) => html`<p>${describeChange(write).title} · ${requesterLine(write)} · ${ageLine(write)} · <a href="${pagePaths.optimization(org, write.id)}">Review</a></p>`)}`
      )
