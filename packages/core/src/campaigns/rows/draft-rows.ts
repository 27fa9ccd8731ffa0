import { Array as Arrays, Effect } from "effect"
import { runSql, valueRows } from "../../storage/index.ts"
import { normaliseTerm } from "../negatives/terms.ts"
import { encodeTargeting } from "../stored-json.ts"
import { readSlugs } from "../sync/local.ts"
import { freeSlug, stemOf } from "../sync/write-campaigns.ts"
import { campaignSourcesColumn } from "../text-sources.ts"
import { adsOf, adTables, insertAd, markAdsRemoved, type NewDraftContent } from "./ad-rows.ts"
import { storeLandingPages, storeLineContext } from "./landing-pages.ts"

/*
 * Generated names. In the platform, campaigns of an account and ads of a campaign have unique names, ignoring
 * case.
 */

/** Returns the first of name, name 2, name 3, … that is free. */
const freeName = (name: string, taken: Iterable<string>): string => {
  const others = new Set([...taken].map((one) => one.toLowerCase()))
  let free = name
  for (let n = 2; others.has(free.toLowerCase()); n++) free = `${name} ${n}`
  return free
}

/** Returns the number of an ad with a generated name; 0 for any other name. */
const numberOf = (name: string): number => Number(/^Ad (\d{1,6})$/i.exec(name)?.[1] ?? 0)

/**
 * Returns the name of the next ad: numbered after the count of ads and after the highest number among them. A
 * lower free number may be in use in the platform.
 */
export const nextAdName = (present: ReadonlyArray<string>): string =>
  `Ad ${Math.max(present.length, ...present.map(numberOf)) + 1}`

/*
 * Searches for the brand belong to the brand campaign, and no other campaign should pay for them. So the
 * brand campaigns' keywords are exclusions on the account's drafts. Live campaigns stay unchanged: a
 * recommendation reports their brand leaks, and a person decides.
 */

/** SQL: a campaign (`d`) that was never in the platform and is not being sent there. */
const isUnpublishedSql = `d.removed_at is null and d.first_launched_at is null and d.platform_resource_name is null
  and d.creation_name is null and coalesce(d.wanted_state, d.state) <> 'live'`

/** SQL: the keywords of the account's brand campaigns, each once: a phrase exclusion covers the exact one. */
const brandKeywordsSql = `select lower(k.text) as text,
    case when bool_or(k.match_type <> 'exact') then 'phrase' else 'exact' end as match
  from campaigns b join keywords k on k.organization_id = b.organization_id and k.campaign_id = b.id
  where b.organization_id = $1 and b.ad_account_id = $2 and b.type = 'brand' and b.removed_at is null
    and k.removed_at is null
  group by lower(k.text)`

interface Exclusion {
  readonly campaign: number
  readonly text: string
  readonly match: string
}

const missingExclusions = (organization: number, account: string) =>
  runSql<Exclusion>(
    `select d.id as campaign, w.text, w.match from campaigns d cross join (${brandKeywordsSql}) w
       where d.organization_id = $1 and d.ad_account_id = $2 and d.type <> 'brand' and d.generated_at is not null
         and ${isUnpublishedSql} and not exists (select 1 from negative_keywords n where n.organization_id = $1
           and n.campaign_id = d.id and n.ad_id is null and n.removed_at is null and lower(n.text) = w.text
           and n.match_type = w.match)`,
    [organization, account]
  )

/** A statement has a limited number of parameters. */
const rowsAtOnce = 1000

/**
 * Excludes the brand keywords on every draft of the account that may still be launched. Existing exclusions
 * stay.
 */
const excludeBrandKeywords = (organization: number, account: string) =>
  Effect.gen(function* () {
    const missing = yield* missingExclusions(organization, account)
    for (const some of Arrays.chunksOf(missing, rowsAtOnce)) {
      const values = valueRows(some.length, { before: ["$1", "'brand'"], parameters: 3, first: 2 })
      yield* runSql(
        `insert into negative_keywords (organization_id, source, campaign_id, text, match_type)
         values ${values} on conflict do nothing`,
        [organization, ...some.flatMap(({ campaign, match, text }) => [campaign, text, match])]
      )
    }
  })

/** Excludes the searches that a draft was written with. */
const insertDraftNegatives = (
  organization: number,
  campaign: number,
  negatives: NonNullable<NewDraftContent["negatives"]>
) =>
  Effect.gen(function* () {
    if (negatives.length === 0) return
    const values = valueRows(negatives.length, {
      before: ["$1", "$2", "'draft'"],
      parameters: 2,
      first: 3
    })
    yield* runSql(
      `insert into negative_keywords (organization_id, campaign_id, source, text, match_type)
       values ${values} on conflict do nothing`,
      [organization, campaign, ...negatives.flatMap(({ match, text }) => [normaliseTerm(text), match])]
    )
  })

/**
 * Removes the exclusions of a removed brand draft from other drafts, unless another brand campaign has the
 * same keywords.
 */
const removeBrandExclusions = (organization: number, account: string, brand: number) =>
  runSql(
    `update negative_keywords n set removed_at = now() from campaigns d
       where n.organization_id = $1 and n.source = 'brand' and n.removed_at is null and n.ad_id is null
         and d.organization_id = $1 and d.id = n.campaign_id and d.ad_account_id = $2 and ${isUnpublishedSql}
         and exists (select 1 from keywords k where k.organization_id = $1 and k.campaign_id = $3
           and lower(k.text) = lower(n.text))
         and not exists (select 1 from (${brandKeywordsSql}) w where w.text = lower(n.text))`,
    [organization, account, brand]
  )

/* Rows of drafts. Each function requires an open transaction with the organization's lock. */

interface NewDraft {
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
    yield* insertDraftNegatives(organization, campaign, content.negatives ?? [])
    yield* storeLandingPages(organization, campaign, content.pages ?? [])
    if (content.lineContext !== undefined)
      yield* storeLineContext(organization, campaign, content.lineContext)
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

/*
 * Brings removed drafts and ads back. A removal stamps everything with the time of its transaction; a sync may
 * remove the keywords of a large ad shortly after the ad. Earlier times belong to other removals. Each function
 * requires an open transaction with the organization's lock.
 */

/** SQL: an ad ($2) or the ads of a draft ($2) of the organization $1, with the time at which they were removed. */
const removedAds = {
  ad: "select id, removed_at from ads where organization_id = $1 and id = $2",
  draft: `select a.id, a.removed_at from ads a join campaigns c on c.organization_id = a.organization_id
    and c.id = a.campaign_id and c.removed_at = a.removed_at
    where a.organization_id = $1 and a.campaign_id = $2 and a.state <> 'generating'`
}

const restoreAds = (organization: number, which: keyof typeof removedAds, id: number) =>
  Effect.gen(function* () {
    for (const [table, column] of adTables) {
      yield* runSql(
        `update ${table} t set removed_at = null from (${removedAds[which]}) r
         where t.organization_id = $1 and t.${column} = r.id and t.removed_at >= r.removed_at`,
        [organization, id]
      )
    }
  })

/** Restores an ad with the keywords and exclusions that were removed with it. */
export const restoreAd = (organization: number, ad: number) => restoreAds(organization, "ad", ad)

/**
 * Forgets where an ad was in the platform, with its keywords and exclusions. Others removed it there, and what was
 * removed cannot be restored, so the next push creates it anew.
 */
export const forgetPlatformAd = (organization: number, ad: number) =>
  Effect.gen(function* () {
    const clear = "platform_resource_name = null"
    for (const [table, column, columns] of [
      ["keywords", "ad_id", `${clear}, platform_id = null`],
      ["negative_keywords", "ad_id", clear],
      ["ads", "id", `${clear}, platform_id = null, platform_ad_resource_name = null, sent_at = null`]
    ] as const) {
      yield* runSql(
        `update ${table} set ${columns} where organization_id = $1 and ${column} = $2 and removed_at is null`,
        [organization, ad]
      )
    }
  })

/** Restores a discarded draft with its ads. An ad that was still being written stays removed. */
export const restoreDraft = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    yield* restoreAds(organization, "draft", campaign)
    const [row] = yield* runSql<{ account: string | null }>`
      update campaigns set removed_at = null, state_error = null, updated_at = now()
      where organization_id = ${organization} and id = ${campaign} returning ad_account_id as account`
    if (row?.account != null) yield* excludeBrandKeywords(organization, row.account)
  })

/** A removed ad as its undo reads it. */
export interface RemovedAd {
  readonly campaign: number
  readonly name: string
  readonly removed: boolean
  /** Whether it was ever sent to the platform, or was never finished. */
  readonly unfinished: boolean
}

export const findRemovedAd = (organization: number, ad: number) =>
  Effect.map(
    runSql<RemovedAd>`select campaign_id as campaign, name, removed_at is not null as removed,
        state = 'generating' as unfinished
      from ads where organization_id = ${organization} and id = ${ad}`,
    ([row]) => row!
  )
