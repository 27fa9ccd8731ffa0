import { Effect } from "effect"
import { runSql } from "../../storage/index.ts"
import { encodeTargeting } from "../stored-json.ts"
import { readSlugs } from "../sync/local.ts"
import { freeSlug, stemOf } from "../sync/slug.ts"
import { campaignSourcesColumn } from "../text-sources.ts"
import { adsOf, insertAd, markAdsRemoved } from "./ad-rows.ts"
import { excludeBrandKeywords, removeBrandExclusions } from "./brand-negatives.ts"
import { freeName } from "./free-name.ts"
import type { NewDraftContent } from "./new-content.ts"

/* Rows of drafts. Each function requires an open transaction with the organization's lock. */

export interface NewDraft {
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly website: string
  readonly account: string
  readonly budget: number | null
  /** The campaign whose figures led to it. */
  readonly source: number | null
}

/** Returns a new unique slug for a name. It stays when the campaign is renamed. */
export const slugFor = (organization: number, name: string) =>
  Effect.map(readSlugs(organization, [stemOf(name)]), (taken) => freeSlug(name, taken))

/** Reads the names of an account's campaigns, which must be unique there. */
const namesInAccount = (organization: number, account: string, except: number) =>
  Effect.map(
    runSql<{ name: string }>`select name from campaigns where organization_id = ${organization}
        and ad_account_id = ${account} and id <> ${except} and removed_at is null`,
    (rows) => rows.map(({ name }) => name)
  )

/** Inserts a draft that is still to be generated. */
export const insertGeneratingDraft = (organization: number, draft: NewDraft) =>
  Effect.map(
    runSql<{ id: number }>`
        insert into campaigns (organization_id, slug, name, type, state, budget, website_url, origin, ad_account_id,
          source_campaign_id)
        values (${organization}, ${draft.slug}, ${draft.name}, ${draft.type}, 'draft', ${draft.budget},
          ${draft.website}, 'created', ${draft.account}, ${draft.source})
        returning id`,
    ([row]) => row!.id
  )

/** A draft as the draft writer reads it. */
export interface DraftRow {
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly website: string
  readonly account: string
  readonly written: boolean
  readonly removed: boolean
  /** Whether additions must be pushed to the platform. */
  readonly live: boolean
}

/** For a campaign that was created here, which always has a website and an account. */
export const findDraft = (organization: number, campaign: number) =>
  Effect.map(
    runSql<DraftRow>`
        select slug, name, type, coalesce(website_url, '') as website, coalesce(ad_account_id, '') as account,
          generated_at is not null as written, removed_at is not null as removed,
          platform_resource_name is not null and coalesce(wanted_state, state) = 'live' as live
        from campaigns where organization_id = ${organization} and id = ${campaign}`,
    ([row]) => row ?? null
  )

/**
 * Stores the complete content of a generated draft in one step. It sets the generated name only if the
 * provisional name is unchanged (null: a person named it). Returns false if the draft is no longer being
 * generated.
 */
export const completeDraft = (
  organization: number,
  campaign: number,
  content: NewDraftContent,
  initialName: string | null
) =>
  Effect.gen(function* () {
    const draft = yield* findDraft(organization, campaign)
    if (draft === null || draft.written || draft.removed) return false
    const name =
      draft.name === initialName
        ? freeName(content.name, yield* namesInAccount(organization, draft.account, campaign))
        : draft.name
    const { locations, radius, sitelinks } = encodeTargeting(content)
    yield* runSql`
      update campaigns set name = ${name}, goal = ${content.goal}, locations = ${JSON.stringify(locations)}::jsonb,
        radius = ${radius === null ? null : JSON.stringify(radius)}::jsonb,
        sitelinks = ${JSON.stringify(sitelinks)}::jsonb, callouts = ${content.callouts},
        sources = ${JSON.stringify(campaignSourcesColumn.write({ list: content.sources }))}::jsonb,
        language = ${content.language}, cpc_ceiling = ${content.cpcCeiling},
        location_question = ${content.locationQuestion}, generated_at = now(), updated_at = now()
      where organization_id = ${organization} and id = ${campaign}`
    const adNames = (yield* adsOf(organization, campaign)).map((ad) => ad.name)
    for (const ad of content.ads) {
      const free = freeName(ad.name, adNames)
      adNames.push(free)
      yield* insertAd(organization, campaign, { ...ad, name: free })
    }
    yield* excludeBrandKeywords(organization, draft.account)
    return true
  })

/** Removes a draft that was never launched. Its slug stays reserved, and reads of it report the reason. */
export const removeDraft = (organization: number, campaign: number, reason: string) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<{ account: string | null; type: string }>`
      update campaigns set removed_at = now(), updated_at = now(), state_error = ${reason}
      where organization_id = ${organization} and id = ${campaign} and removed_at is null
      returning ad_account_id as account, type`
    if (row === undefined) return false
    yield* markAdsRemoved(
      organization,
      (yield* adsOf(organization, campaign)).map(({ id }) => id)
    )
    if (row.type === "brand" && row.account !== null)
      yield* removeBrandExclusions(organization, row.account, campaign)
    return true
  })
