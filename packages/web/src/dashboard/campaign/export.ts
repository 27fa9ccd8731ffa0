import type { OrganizationPageReader } from "@adwarden/core"
import { type CampaignTab, pagePaths, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationPage } from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import { csv } from "../../kit/http.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"

/** Longer files are not for spreadsheets. */
export const mostRows = 10_000

type SqlError = Effect.Effect.Error<ReturnType<OrganizationPageReader["read"]>>
type Work<A> = Effect.Effect<A, ServiceError | SqlError>

/** Reads a list of the contract page by page. */
export const everyRow = <Row, Page extends { readonly next_cursor: string | null }>(
  read: (page: { readonly limit: number; readonly cursor?: string }) => Work<Page>,
  rowsOf: (page: Page) => ReadonlyArray<Row>
): Work<ReadonlyArray<Row>> =>
  Effect.gen(function* () {
    const rows: Array<Row> = []
    let cursor: string | null | undefined
    while (cursor !== null && rows.length < mostRows) {
      const page: Page = yield* read({ limit: 100, ...(cursor === undefined ? {} : { cursor }) })
      rows.push(...rowsOf(page))
      cursor = page.next_cursor
    }
    return rows
  })

interface CampaignExport {
  readonly tab: CampaignTab
  readonly columns: ReadonlyArray<string>
  readonly rows: (
    reader: OrganizationPageReader,
    slug: string,
    request: BrowserRequest
  ) => Work<ReadonlyArray<ReadonlyArray<string | number | null>>>
}

/** Adds the table of a campaign's tab as a file, with all rows that its address describes. */
export const campaignExport = (router: PageRouter, { columns, rows, tab }: CampaignExport): void => {
  organizationPage(router, {
    path: `${pagePaths.campaign(":org", ":slug", tab)}.csv`,
    name: `pages.campaign.${tab}_export`,
    place: "campaigns",
    read: (reader, request) => rows(reader, request.parameters["slug"] ?? "", request),
    render: ({ data, organization: { currency, slug } }, { parameters }) => ({
      file: {
        name: `${slug}-${parameters["slug"]}-${tab}.csv`,
        type: "text/csv; charset=utf-8",
        text: csv(
          [...columns, "currency"],
          data.map((row) => [...row, currency])
        )
      }
    })
  })
}

/** The link to the file, with the query of the page. */
export const exportLink = (request: BrowserRequest): Html => {
  const [path = "", query] = request.path.split("?")
  return html`<a class="button quiet tiny p2" href="${path}.csv${query === undefined ? null : `?${query}`}">Export CSV</a>`
}
