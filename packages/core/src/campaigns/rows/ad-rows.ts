import { Effect } from "effect"
import type { PageText } from "../../claims/index.ts"
import type { Match } from "../../platform/model.ts"
import { runSql, valueRows } from "../../storage/index.ts"
import type { StoredTargeting } from "../stored-json.ts"
import { adSourcesColumn, type SourcedText } from "../text-sources.ts"
import type { LineContext } from "./landing-pages.ts"

/** The content of a generated ad: its text, its keywords and the source of each line. */
export interface NewAd {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<{ readonly text: string; readonly match: Match }>
  readonly sources: ReadonlyArray<SourcedText>
}

/** The complete content of a generated draft. */
export interface NewDraftContent extends StoredTargeting {
  /** Used only if the draft still has its provisional name. */
  readonly name: string
  readonly goal: string
  /** Two letters. */
  readonly language: string
  /** The most that a click may cost; null if conversions decide the bids. */
  readonly cpcCeiling: number | null
  /** Which of several places is meant, as the end of a sentence; null if every place is known. */
  readonly locationQuestion: string | null
  readonly callouts: ReadonlyArray<string>
  readonly ads: ReadonlyArray<NewAd>
  /** Searches that show no ad. */
  readonly negatives?: ReadonlyArray<{ readonly text: string; readonly match: Match }>
  /** The pages that its lines rest on, as they were read. */
  readonly pages?: ReadonlyArray<PageText>
  readonly lineContext?: LineContext
  readonly sources: ReadonlyArray<SourcedText>
}

/*
 * Rows of ads that are created here. Each function requires an open transaction with the organization's lock.
 */

/** The identity of an ad in sentences and lists. */
export interface AdRow {
  readonly id: number
  readonly campaign: number
  readonly name: string
  readonly url: string
  readonly state: "generating" | "enabled" | "paused" | "error"
  readonly ref: string | null
}

const columns = "id, campaign_id as campaign, name, url, state, platform_resource_name as ref"

export const adsOf = (organization: number, campaign: number) =>
  runSql<AdRow>(
    `select ${columns} from ads where organization_id = $1 and campaign_id = $2 and removed_at is null order by id`,
    [organization, campaign]
  )

/** Null for an ad that does not exist or was removed. */
export const findAd = (organization: number, id: number) =>
  Effect.map(
    runSql<AdRow>(
      `select ${columns} from ads where organization_id = $1 and id = $2 and removed_at is null`,
      [organization, id]
    ),
    ([row]) => row ?? null
  )

/** An ad with its names in the platform, as the edit of its state reads it. */
export interface ServedAd extends AdRow {
  /** The text ad inside it. */
  readonly textRef: string | null
  readonly removed: boolean
}

/** Reads an ad that exists, removed or not: rows of ads are never deleted. */
export const readServedAd = (organization: number, id: number) =>
  Effect.map(
    runSql<ServedAd>(
      `select ${columns}, platform_ad_resource_name as "textRef", removed_at is not null as removed
       from ads where organization_id = $1 and id = $2`,
      [organization, id]
    ),
    ([row]) => row!
  )

export const setAdState = (organization: number, id: number, state: "enabled" | "paused") =>
  runSql`update ads set state = ${state}, updated_at = now()
      where organization_id = ${organization} and id = ${id} and removed_at is null`

const insertKeywords = (organization: number, campaign: number, ad: number, keywords: NewAd["keywords"]) =>
  Effect.gen(function* () {
    if (keywords.length === 0) return
    const values = valueRows(keywords.length, { before: ["$1", "$2", "$3"], parameters: 2, first: 4 })
    yield* runSql(
      `insert into keywords (organization_id, campaign_id, ad_id, text, match_type)
       values ${values} on conflict do nothing`,
      [organization, campaign, ad, ...keywords.flatMap(({ match, text }) => [text, match])]
    )
  })

/** Inserts a complete ad. */
export const insertAd = (organization: number, campaign: number, ad: NewAd) =>
  Effect.gen(function* () {
    const [made] = yield* runSql<{ id: number }>`
      insert into ads (organization_id, campaign_id, name, url, headlines, descriptions, paths, sources)
      values (${organization}, ${campaign}, ${ad.name}, ${ad.url}, ${ad.headlines}, ${ad.descriptions},
        ${ad.paths}, ${JSON.stringify(adSourcesColumn.write({ list: ad.sources }))}::jsonb)
      returning id`
    yield* insertKeywords(organization, campaign, made!.id, ad.keywords)
    return made!.id
  })

/** Inserts an ad that is still to be generated: it has its name and page, and does not serve. */
export const insertGeneratingAd = (organization: number, campaign: number, name: string, url: string) =>
  Effect.map(
    runSql<{ id: number }>`
        insert into ads (organization_id, campaign_id, name, url, state)
        values (${organization}, ${campaign}, ${name}, ${url}, 'generating') returning id`,
    ([row]) => row!.id
  )

/** Stores the generated content of an ad; false if the ad is no longer being generated. */
export const completeAd = (organization: number, id: number, ad: Omit<NewAd, "name" | "url">) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<{ campaign: number }>`
      update ads set state = 'enabled', headlines = ${ad.headlines}, descriptions = ${ad.descriptions},
        paths = ${ad.paths}, sources = ${JSON.stringify(adSourcesColumn.write({ list: ad.sources }))}::jsonb,
        updated_at = now()
      where organization_id = ${organization} and id = ${id} and state = 'generating' and removed_at is null
      returning campaign_id as campaign`
    if (row === undefined) return false
    yield* insertKeywords(organization, row.campaign, id, ad.keywords)
    return true
  })

/** A keyword that another ad should not repeat. */
export interface KeywordInUse {
  readonly text: string
  readonly match: string
  /** The campaign that has it. */
  readonly campaign: string
  /** Its ad, if that is in the campaign that the new ad is for. */
  readonly ownAd: string | null
}

/**
 * Reads the keywords of a campaign, and those of the account's other campaigns that are in the platform: a bid on
 * one of them would compete with the organization's own ads. The campaign's own come first.
 */
export const readKeywordsInUse = (organization: number, campaign: number) =>
  runSql<KeywordInUse>`
      select k.text, k.match_type as match, c.name as campaign, case when c.id = d.id then a.name end as "ownAd"
      from campaigns d join campaigns c on c.organization_id = d.organization_id and c.ad_account_id = d.ad_account_id
        and (c.id = d.id or c.platform_resource_name is not null)
      join keywords k on k.organization_id = c.organization_id and k.campaign_id = c.id
      join ads a on a.organization_id = k.organization_id and a.id = k.ad_id
      where d.organization_id = ${organization} and d.id = ${campaign} and c.removed_at is null
        and k.removed_at is null
      order by c.id = d.id desc, k.id`

/** The tables of an ad and what belongs to it, each with the column that has the ad's id. */
export const adTables = [
  ["keywords", "ad_id"],
  ["negative_keywords", "ad_id"],
  ["ads", "id"]
] as const

/** Removes ads with their keywords and exclusions. A push removes them from the platform. */
export const markAdsRemoved = (organization: number, ids: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    for (const [table, column] of adTables) {
      yield* runSql(
        `update ${table} set removed_at = now()
         where organization_id = $1 and ${column} = any($2::bigint[]) and removed_at is null`,
        [organization, ids]
      )
    }
  })

/** Marks the campaign's ads as unpushed: the next push sends them, and no sync overwrites them before. */
export const markAdsUnpushed = (organization: number, campaign: number) =>
  runSql`
      update campaigns set updated_at = now(),
        unpushed = array(select distinct unnest(unpushed || '{ads}'::text[]) order by 1)
      where organization_id = ${organization} and id = ${campaign}`

interface AdTextRow extends Pick<AdRow, "id" | "name" | "url" | "state"> {
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<string>
  readonly sources: unknown
}

/** Reads the text of a campaign's ads with their keywords, and the source of each line. */
export const readAdTexts = (organization: number, campaign: number) =>
  Effect.map(
    runSql<AdTextRow>`
      select a.id, a.name, a.url, a.state, a.headlines, a.descriptions, a.paths, a.sources,
        array(select k.text from keywords k where k.organization_id = ${organization} and k.ad_id = a.id
          and k.removed_at is null group by k.text order by min(k.id)) as keywords
      from ads a where a.organization_id = ${organization} and a.campaign_id = ${campaign}
        and a.removed_at is null order by a.id`,
    (rows) =>
      rows.map(({ sources, ...ad }) => ({
        ...ad,
        sources: sources === null ? [] : adSourcesColumn.read(sources, { organization, id: ad.id }).list
      }))
  )
