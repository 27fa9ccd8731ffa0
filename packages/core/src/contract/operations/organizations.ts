import { Schema } from "effect"
import { operation } from "../operation.ts"
import { BusinessProfile, OrganizationDetail, OrganizationRow } from "../resources/organization.ts"
import { OrgRef, pageOutput } from "../values/index.ts"

const northwind = {
  slug: "northwind",
  name: "Northwind Plumbing & Heating",
  plan: "growth",
  currency: "USD",
  access: "membership",
  adops_team: null
}

export const listOrganizations = operation("organizations.list", {
  summary: "List the organizations this credential can act in",
  when: "Start here: a row's slug is the org of other calls.",
  gives: "Gives slug, role, plan and currency; an API key has one row.",
  next: "Next, {organizations.get}.",
  http: "GET /organizations",
  tool: "svc_list_organizations",
  scope: "organizations:read",
  effect: "read",
  input: Schema.Struct({}),
  output: Schema.Struct({ organizations: Schema.Array(OrganizationRow), ...pageOutput }),
  errors: [],
  example: {
    input: {},
    output: { organizations: [{ ...northwind, role: "owner" }], total: 1, next_cursor: null }
  }
})

export const getOrganization = operation("organizations.get", {
  summary: "Get an organization's account overview",
  when: "Read it before planning changes.",
  gives:
    "Gives the cap, what is committed, room_daily, how far one call may move a budget, writes_left_today, approvals, your role, scopes and missing_scopes, today, conversion_actions, the ad accounts.",
  next: "Next, {campaigns.list}.",
  http: "GET /organizations/{org}",
  tool: "svc_get_account_overview",
  scope: "organizations:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef }),
  output: OrganizationDetail,
  errors: [],
  example: {
    input: { org: "northwind" },
    output: {
      ...northwind,
      max_spend: 12000,
      api_budget_change_limit_pct: 25,
      approvals_required: false,
      approval_policy: "off",
      second_approval_above: null,
      require_preview: false,
      committed_monthly: 9300,
      room_daily: 90,
      writes_left_today: 998,
      writes_per_day: 1000,
      writes_reset_at: "2026-01-13T00:00:00.000Z",
      time_zone: "America/Los_Angeles",
      today: "2026-01-12",
      role: "owner",
      scopes: ["organizations:read", "campaigns:read"],
      missing_scopes: ["campaigns:write"],
      conversion_actions: [
        { name: "Call from the website", counts: true, last_seen: "2026-01-11", silent_since: null }
      ],
      ad_accounts: [
        {
          id: "1000000001",
          platform: "google_ads",
          status: "linked",
          connection: "ok",
          connection_problem: null
        }
      ]
    }
  }
})

export const getBusinessProfile = operation("organizations.business_profile", {
  summary: "Get the business profile",
  when: "Read it before judging or creating campaigns.",
  gives:
    "Gives brand, products, customers, competitors and locations as the website states them; not_found until there is one.",
  next: "{campaigns.create} builds on it once status is ready.",
  http: "GET /organizations/{org}/business-profile",
  tool: "svc_get_business_profile",
  scope: "organizations:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef }),
  output: BusinessProfile,
  errors: ["not_found"],
  example: {
    input: { org: "northwind" },
    output: {
      url: "https://northwind.example/",
      brand_name: "Northwind",
      description: "Plumbing and heating in Portland",
      products: ["Boiler repair"],
      ideal_customer_profiles: ["Home owners"],
      competitors: ["Rapid Rooter"],
      trust_signals: ["Licensed and insured"],
      target_locations: ["Portland"],
      status: "ready",
      updated_at: "2026-01-05T09:00:00.000Z"
    }
  }
})
