import { Accuracy, ApprovalReviews, Figures, RecommendationReader } from "@adwarden/core"
import { maxScopes, type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationFile, organizationPage, together } from "../../kit/dashboard-page.ts"
import { callOperation, oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { mostRows } from "../../kit/table-file.ts"
import { previewChange } from "../change/previewed-change.ts"
import { chosenRecommendations, optimizationsPage, pickedRecommendations } from "./list-page.ts"
import { pickedFindings, recommendationPage } from "./recommendation-page.ts"
import { accuracyFile, recommendationsFile } from "./savings.ts"

const decidedShown = 10

/** The number of recommendations that a run of detectors made or renewed. */
const foundBy = ({ findings }: Output<"detectors.run">): number =>
  new Set(findings.flatMap(({ recommendation_id }) => recommendation_id ?? [])).size

/** /o/{org}/optimizations, and the page of a recommendation. */
export const optimizations = (router: PageRouter) =>
  Effect.gen(function* () {
    const reviews = yield* ApprovalReviews
    const recommendations = yield* RecommendationReader
    const accuracy = yield* Accuracy
    const figures = yield* Figures

    organizationFile(router, {
      path: pagePaths.organization(":org", "optimizations"),
      name: "pages.optimizations",
      read: ({ clearance, read }) =>
        Effect.zipRight(
          read("recommendations.list", { limit: 1 }),
          recommendations.list(clearance, { pending: mostRows, decided: mostRows })
        ),
      file: ({ data, organization: { currency, slug } }, { query }) =>
        recommendationsFile(chosenRecommendations(data, query), slug, currency)
    })
    organizationFile(router, {
      path: pagePaths.tableOf(pagePaths.organization(":org", "optimizations"), "accuracy"),
      name: "pages.optimizations",
      read: ({ clearance, read }) =>
        Effect.zipRight(read("recommendations.list", { limit: 1 }), accuracy.of(clearance)),
      file: ({ data, organization: { currency, slug } }) => accuracyFile(data, slug, currency)
    })
    organizationPage(router, {
      path: pagePaths.organization(":org", "optimizations"),
      name: "pages.optimizations",
      place: "optimizations",
      read: (reader, { query }) => {
        const { clearance, read } = reader
        const ids = pickedRecommendations(query)
        const labels = Object.fromEntries(ids.map((id, n) => [`ids.${n}`, id]))
        return together({
          change:
            ids.length === 0
              ? Effect.succeed(null)
              : previewChange(reader, "recommendations.apply_several", { ids }, labels),
          // The operation decides who can see queued writes.
          queue: read("queued_writes.list", { limit: 1 }),
          pending: reviews.pendingIn(clearance),
          decided: reviews.decidedIn(clearance, decidedShown),
          recommendations: recommendations.list(clearance),
          campaigns: figures.names(clearance),
          accuracy: accuracy.of(clearance)
        })
      },
      forms: oneForm("detectors.run", {
        endpoint: ({ org }, sent) =>
          callOperation("detectors.run", { org, slug: sent.get("campaign") ?? "", detector: "all" }),
        done: (output, { org }, sent) => ({
          redirect: `${pagePaths.organization(org, "optimizations")}?${new URLSearchParams({
            ran: sent.get("campaign") ?? "",
            found: String(foundBy(output))
          })}`
        })
      }),
      render: optimizationsPage
    })

    organizationPage(router, {
      path: pagePaths.optimization(":org", ":id{rec_[0-9A-Za-z]+}"),
      name: "pages.recommendation",
      place: "optimizations",
      read: (reader, { parameters: { id = "" }, query }) => {
        const only = pickedFindings(query)
        return together({
          detail: recommendations.one(reader.clearance, id),
          change: maxScopes(reader.clearance.effectiveRole).has("recommendations:apply")
            ? previewChange(
                reader,
                "recommendations.apply",
                { id, ...(only.length === 0 ? {} : { only }) },
                Object.fromEntries(only.map((text, n) => [`only.${n}`, `“${text}”`]))
              )
            : Effect.succeed(null)
        })
      },
      render: recommendationPage
    })
  })
