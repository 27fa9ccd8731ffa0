import { Pages } from "@adwarden/core"
import { type Output, pagePaths, quotation, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { badge, card, count, empty, facts, head, linkButton, moment, table } from "../../parts/index.ts"
import { cursorOf, nextPage, organizationPage } from "./organization-page.ts"

type Action = Output<"actions.list">["actions"][number]

const who = ({ actor }: Action): Html =>
  html`${actor.user ?? "the service"}${actor.last_four === undefined ? null : html`<span class="small">key <code>…${actor.last_four}</code></span>`}`

/** /o/{org}/activity and /o/{org}/profile. */
export const activity = (router: PageRouter) =>
  Effect.map(Pages, (pages) => {
    organizationPage(router, pages, {
      path: routePattern(pagePaths.organization(":org", "activity")),
      name: "activity",
      place: "activity",
      read: ({ read }, request) => read("actions.list", { limit: 50, ...cursorOf(request) }),
      render: ({ data, frame }, request) => {
        const org = frame.organization!.slug
        const older = nextPage(request, data.next_cursor)
        return {
          title: "Activity",
          body: html`${head({ title: "Activity", lead: "Every executed change, newest first." })}
${card({
  id: "log",
  title: count(data.total, "change"),
  padded: false,
  body:
    data.actions.length === 0
      ? empty({
          icon: "activity",
          title: "Nothing was changed yet",
          text: "Executed changes appear here with who made them."
        })
      : table({
          labelledBy: "log",
          rows: data.actions,
          columns: [
            {
              title: "Change",
              cell: ({ campaign, comment, detail, undone }) =>
                html`${detail} ${undone ? badge("plain", "Undone") : null}${campaign === null ? null : html`<span class="small"><a href="${pagePaths.campaign(org, campaign)}">${campaign}</a></span>`}${comment === undefined ? null : html`<span class="small"><bdi>${quotation(comment)}</bdi></span>`}`
            },
            { title: "Who", cell: who },
            { title: "When", rank: 2, nowrap: true, cell: ({ at }) => moment(at) },
            { title: "Source", rank: 3, cell: ({ source }) => source }
          ]
        }),
  ...(older === null ? {} : { foot: linkButton(older, "Older", "quiet tiny") })
})}`
        }
      }
    })

    organizationPage(router, pages, {
      path: routePattern(pagePaths.organization(":org", "profile")),
      name: "profile",
      place: "profile",
      read: ({ read }) =>
        Effect.catchTag(
          Effect.map(read("organizations.business_profile"), (profile) => profile as typeof profile | null),
          "not_found",
          () => Effect.succeed(null)
        ),
      render: ({ data: profile }) => ({
        title: "Business profile",
        body: html`${head({ title: "Business profile", lead: "What drafts, reports and strategies know about the business." })}
${card({
  id: "profile",
  title: profile === null ? "No profile yet" : profile.brand_name,
  body:
    profile === null
      ? empty({
          icon: "profile",
          title: "The website has not been analysed",
          text: "An operator of the service starts the analysis with adwarden profile analyse."
        })
      : html`<p>${profile.description}</p>${facts([
          ["Website", html`<bdi>${profile.url}</bdi>`],
          ["Products", profile.products.join(", ") || null],
          ["Customers", profile.ideal_customer_profiles.join("; ") || null],
          ["Competitors", profile.competitors.join(", ") || null],
          ["Trust signals", profile.trust_signals.join("; ") || null],
          ["Locations", profile.target_locations.join(", ") || null],
          ["Updated", moment(profile.updated_at)]
        ])}`
})}`
      })
    })
  })
