import { Pages } from "@adwarden/core"
import { type Output, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { badge, card, empty, table } from "../../parts/index.ts"
import { settingsPage } from "./section.ts"

type Account = Output<"organizations.get">["ad_accounts"][number]

const connection = ({ connection: state, connection_problem }: Account): Html =>
  state === "broken"
    ? html`${badge("fail", "Broken")}<span class="small">${connection_problem ?? ""}</span>`
    : badge("ok", "Works")

/** /o/{org}/settings/accounts: the ad accounts of the organization. */
export const adAccounts = (router: PageRouter) =>
  Effect.map(Pages, (pages) =>
    router.get(routePattern(pagePaths.settings(":org", "accounts")), {
      name: "pages.accounts",
      invocation: ({ parameters: { org = "" } }) =>
        Effect.succeed({
          endpoint: pages.ofOrganization("pages.accounts", org, ({ read }) => read("organizations.get"))
        }),
      render: ({ data: { ad_accounts }, frame }) =>
        settingsPage(
          frame,
          "accounts",
          card({
            id: "accounts",
            title: "Ad accounts",
            lead: "An operator of the service connects accounts with adwarden accounts connect.",
            padded: false,
            body:
              ad_accounts.length === 0
                ? empty({
                    icon: "apps",
                    title: "No ad account is connected",
                    text: "Ask the operator of the service to connect one."
                  })
                : table({
                    labelledBy: "accounts",
                    rows: ad_accounts,
                    columns: [
                      {
                        title: "Account",
                        cell: ({ id, platform }) =>
                          html`<code>${id}</code><span class="small">${platform.replaceAll("_", " ")}</span>`
                      },
                      { title: "Status", cell: ({ status }) => status.replaceAll("_", " ") },
                      { title: "Connection", cell: connection }
                    ]
                  })
          })
        )
    })
  )
