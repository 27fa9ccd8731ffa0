import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { DraftPlan, OrganizationPlan } from "../definition/organizations.ts"
import { customerOf } from "./organizations.ts"
import { websiteOf } from "./profiles.ts"
import { daysAgo, insertRows } from "./rows.ts"

/*
 * Writes drafts that were never pushed to the platform. Their rows are inserted as the service's own writers
 * do: in the caller's transaction, under the organization's lock.
 */

/** The stored form of a list: an object with a version. */
const storedList = (list: ReadonlyArray<object>): string => JSON.stringify({ version: 1, list })

const insertDraft = (id: number, organization: string, draft: DraftPlan, website: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // A draft in an account has the sitelinks and callouts of the account's campaigns, or its own.
    const customer = draft.inAccount ? customerOf(organization) : undefined
    const sitelinks = (draft.sitelinks ?? customer?.sitelinks ?? []).map(({ page, ...link }) => ({
      ...link,
      url: website + page
    }))
    const callouts = draft.callouts ?? customer?.callouts ?? []
    const created = daysAgo(draft.createdDaysAgo)
    const [inserted] = yield* sql<{ id: number }>`
      insert into campaigns (organization_id, slug, name, type, state, budget, goal, website_url, locations,
        sitelinks, callouts, origin, ad_account_id, generated_at, created_at, updated_at)
      values (${id}, ${draft.slug}, ${draft.name}, 'prospecting', 'draft', ${draft.budget}, ${draft.goal},
        ${website}, ${storedList(draft.locations)}, ${storedList(sitelinks)},
        ${[...callouts]}, 'created', ${customer?.customerId ?? null}, ${created}, ${created},
        ${created})
      returning id`
    return { campaign: inserted!.id, created }
  })

const writeDraft = (id: number, organization: string, draft: DraftPlan, website: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { campaign, created } = yield* insertDraft(id, organization, draft, website)
    for (const ad of draft.ads) {
      const [inserted] = yield* sql<{ id: number }>`
        insert into ads (organization_id, campaign_id, name, url, headlines, descriptions, paths, created_at, updated_at)
        values (${id}, ${campaign}, ${ad.name}, ${website + ad.page}, ${[...ad.headlines]},
          ${[...ad.descriptions]}, ${[...(ad.paths ?? [])]}, ${created}, ${created})
        returning id`
      yield* insertRows(
        "keywords",
        {
          organization_id: "bigint",
          campaign_id: "bigint",
          ad_id: "bigint",
          text: "text",
          match_type: "text",
          state: "text",
          created_at: "timestamptz",
          updated_at: "timestamptz"
        },
        ad.keywords.map(({ match, text }) => ({
          organization_id: id,
          campaign_id: campaign,
          ad_id: inserted!.id,
          text,
          match_type: match,
          state: "enabled",
          created_at: created,
          updated_at: created
        }))
      )
    }
    yield* insertRows(
      "negative_keywords",
      {
        organization_id: "bigint",
        campaign_id: "bigint",
        text: "text",
        match_type: "text",
        source: "text",
        created_at: "timestamptz"
      },
      draft.negatives.map(({ match, source, text }) => ({
        organization_id: id,
        campaign_id: campaign,
        text,
        match_type: match,
        source,
        created_at: created
      }))
    )
  })

/** Writes an organization's drafts. Requires an open transaction. */
export const writeDrafts = (id: number, { drafts, slug }: OrganizationPlan) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`select 1 from organization_locks where organization_id = ${id} for no key update`
    for (const draft of drafts) yield* writeDraft(id, slug, draft, websiteOf(slug))
  })
