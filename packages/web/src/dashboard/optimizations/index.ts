import { Accuracy, ApprovalReviews, Pages, RecommendationReader } from "@adwarden/core"
import { maxScopes, type Output, operationByName, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { PageRouter } from "../../kit/page-router.ts"
import { previewChange } from "../change/previewed-change.ts"
import { organizationPage } from "../organization/organization-page.ts"
import { optimizationsPage } from "./list-page.ts"
import { recommendationPage } from "./recommendation-page.ts"

const decidedShown = 10

/** The number of recommendations that a run of detectors made or renewed. */
const foundBy = ({ findings }: Output<"detectors.run">): number =>
  new Set(findings.flatMap(({ recommendation_id }) => recommendation_id ?? [])).size

/** /o/{org}/optimizations, and the page of a recommendation. */
export const optimizations = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const reviews = yield* ApprovalReviews
    const recommendations = yield* RecommendationReader
    const accuracy = yield* Accuracy
    const list = pagePaths.organization(":org", "optimizations")

    organizationPage(router, pages, {
      path: routePattern(list),
      name: "optimizations",
      place: "optimizations",
      read: ({ clearance, read }) =>
        Effect.all(
          {
            // The operation decides who can see queued writes.
            queue: read("queued_writes.list", { limit: 1 }),
            pending: reviews.pendingIn(clearance),
            decided: reviews.decidedIn(clearance, decidedShown),
            recommendations: recommendations.list(clearance),
            campaigns: read("campaigns.list", { limit: 100 }),
            accuracy: accuracy.of(clearance)
          },
          { concurrency: "unbounded" }
        ),
      render: optimizationsPage
    })

    router.post<Output<"detectors.run">>(routePattern(list), {
      name: "detectors.run",
      invocation: ({ parameters: { org = "" } }, form) =>
        Effect.succeed({
          operation: operationByName.get("detectors.run")!,
          input: { values: { org, slug: form.get("campaign") ?? "", detector: "all" }, unreadable: null }
        }),
      render: (output, { parameters: { org = "" } }, form) => ({
        redirect: `${pagePaths.organization(org, "optimizations")}?${new URLSearchParams({
          ran: form.get("campaign") ?? "",
          found: String(foundBy(output))
        })}`
      })
    })

    organizationPage(router, pages, {
      path: routePattern(pagePaths.optimization(":org", ":id{rec_[0-9A-Za-z]+}")),
      name: "recommendation",
      place: "optimizations",
      read: (reader, { parameters: { id = "" } }) =>
        Effect.all(
          {
            detail: recommendations.one(reader.clearance, id),
            change: maxScopes(reader.clearance.effectiveRole).has("recommendations:apply")
              ? previewChange(reader, "recommendations.apply", { id })
              : Effect.succeed(null)
          },
          { concurrency: "unbounded" }
        ),
      render: recommendationPage
    })
  })
