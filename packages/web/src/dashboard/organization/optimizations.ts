import { ApprovalReviews, Pages } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, card, checks, empty, head, items, money, relative, waiting } from "../../parts/index.ts"
import { decidedItems, nothingWaits, pendingItems } from "../approvals/approval-list.ts"
import { organizationPage } from "./organization-page.ts"

const decidedShown = 10

/** /o/{org}/optimizations, and the page of a recommendation. */
export const optimizations = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const reviews = yield* ApprovalReviews

    organizationPage(router, pages, {
      path: routePattern(pagePaths.organization(":org", "optimizations")),
      name: "optimizations",
      place: "optimizations",
      read: ({ clearance, read }) =>
        Effect.all(
          {
            // The operation decides who can see queued writes.
            queue: read("queued_writes.list", { limit: 1 }),
            pending: reviews.pendingIn(clearance),
            decided: reviews.decidedIn(clearance, decidedShown),
            recommendations: read("recommendations.list", { limit: 50 })
          },
          { concurrency: "unbounded" }
        ),
      render: ({ data: { decided, pending, recommendations }, frame }) => {
        const { slug: org } = frame.organization!
        return {
          title: "Optimizations",
          body: html`${head({ title: "Optimizations" })}
${card({
  id: "approvals",
  title: "Approvals",
  note: waiting(pending.length),
  padded: false,
  body: pending.length === 0 ? nothingWaits() : pendingItems(pending)
})}
${card({
  id: "recommendations",
  title: "Recommendations",
  note: recommendations.total === 0 ? "" : `${recommendations.total} pending`,
  padded: false,
  body:
    recommendations.recommendations.length === 0
      ? empty({
          icon: "optimizations",
          title: "No recommendations",
          text: "Detectors run when a key, an app or an operator asks for them. What they find appears here."
        })
      : items(
          recommendations.recommendations.map((one) => ({
            icon: "optimizations",
            tone: "good",
            href: pagePaths.optimization(org, one.id),
            title: one.summary,
            line: html`${one.type.replaceAll("_", " ")} · ${one.campaign} · found ${relative(one.created_at)}`
          }))
        )
})}
${decided.length === 0 ? null : card({ id: "decided", title: "Decided lately", padded: false, body: decidedItems(decided) })}`
        }
      }
    })

    organizationPage(router, pages, {
      path: routePattern(pagePaths.optimization(":org", ":id{rec_[0-9A-Za-z]+}")),
      name: "recommendation",
      place: "optimizations",
      read: ({ read }, { parameters: { id = "" } }) => read("recommendations.apply", { id, dry_run: true }),
      render: ({ data, frame }) => {
        const { currency, slug: org } = frame.organization!
        const steps = "would_apply" in data ? data.would_apply : []
        const warnings = "warnings" in data ? (data.warnings ?? []) : []
        const saving = "estimated_monthly_saving" in data ? data.estimated_monthly_saving : null
        return {
          title: "Recommendation",
          body: html`${head({
            title: "Recommendation",
            crumbs: [
              { label: "Optimizations", href: pagePaths.organization(org, "optimizations") },
              { label: "Recommendation" }
            ]
          })}
${warnings.map((warning) => banner("warn", warning))}
${card({
  id: "steps",
  title: "What it would change",
  note: "nothing has changed yet",
  padded: false,
  body: checks(
    steps.map(({ op, summary }) => ({ passes: null, name: op.replaceAll("_", " "), detail: summary }))
  ),
  ...(saving == null ? {} : { foot: `Would have saved ${money(saving, currency)} in the last 30 days.` })
})}`
        }
      }
    })
  })
