import { Pages } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, empty, facts, head, moment } from "../../parts/index.ts"
import { organizationPage } from "./organization-page.ts"

/** /o/{org}/profile. */
export const profile = (router: PageRouter) =>
  Effect.map(Pages, (pages) => {
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
