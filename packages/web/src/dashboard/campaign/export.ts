import { type CampaignFiguresPage, Figures, Pages } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { csv } from "../../kit/file.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { rangeOf } from "../range.ts"
import { tableOf } from "./table-address.ts"

const mostRows = 10_000

const columns = [
  "campaign",
  "name",
  "type",
  "state",
  "daily_budget",
  "cost",
  "cost_change",
  "conversions",
  "cpa",
  "ctr"
]

/** The table with all its rows, in the currency of the organization. */
const tableAsCsv = ({ rows, shown }: CampaignFiguresPage, currency: string): string =>
  csv(
    [...columns, "currency", "from", "to", "platform_state", "platform_budget"],
    rows.map((row) => [
      row.slug,
      row.name,
      row.type,
      row.state,
      row.budget,
      row.cost,
      row.change?.replace("%", "") ?? null,
      row.conversions,
      row.cpa,
      row.ctr,
      currency,
      shown?.period.from ?? null,
      shown?.period.to ?? null,
      row.platform_state,
      row.platform_budget
    ])
  )

/** /o/{org}/campaigns.csv: every row of the table that the address describes. */
export const campaignsExport = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const figures = yield* Figures
    router.get(routePattern(pagePaths.campaignsExport(":org")), {
      name: "pages.campaigns_export",
      invocation: (request) => {
        const { direction, sort, state } = tableOf(request)
        return Effect.succeed({
          endpoint: pages.ofOrganization(
            "pages.campaigns_export",
            request.parameters["org"] ?? "",
            ({ clearance }) =>
              figures.campaigns(clearance, {
                days: rangeOf(request).days,
                state,
                order: { sort, direction },
                limit: mostRows,
                offset: 0,
                recentDays: 0
              })
          )
        })
      },
      render: ({ data, frame }) => {
        const { currency, slug } = frame.organization!
        const days = data.shown === null ? "" : `-${data.shown.period.from}-to-${data.shown.period.to}`
        return {
          file: {
            name: `${slug}-campaigns${days}.csv`,
            type: "text/csv; charset=utf-8",
            text: tableAsCsv(data, currency)
          }
        }
      }
    })
  })
