import { Array as Arrays, Effect } from "effect"
import { runSqlText, valueRows } from "../../storage/index.ts"

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
  runSqlText<Exclusion>(
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
export const excludeBrandKeywords = (organization: number, account: string) =>
  Effect.gen(function* () {
    const missing = yield* missingExclusions(organization, account)
    for (const some of Arrays.chunksOf(missing, rowsAtOnce)) {
      const values = valueRows(some.length, { before: ["$1", "'brand'"], parameters: 3, first: 2 })
      yield* runSqlText(
        `insert into negative_keywords (organization_id, source, campaign_id, text, match_type)
         values ${values} on conflict do nothing`,
        [organization, ...some.flatMap(({ campaign, match, text }) => [campaign, text, match])]
      )
    }
  })

/**
 * Removes the exclusions of a removed brand draft from other drafts, unless another brand campaign has the
 * same keywords.
 */
export const removeBrandExclusions = (organization: number, account: string, brand: number) =>
  runSqlText(
    `update negative_keywords n set removed_at = now() from campaigns d
       where n.organization_id = $1 and n.source = 'brand' and n.removed_at is null and n.ad_id is null
         and d.organization_id = $1 and d.id = n.campaign_id and d.ad_account_id = $2 and ${isUnpublishedSql}
         and exists (select 1 from keywords k where k.organization_id = $1 and k.campaign_id = $3
           and lower(k.text) = lower(n.text))
         and not exists (select 1 from (${brandKeywordsSql}) w where w.text = lower(n.text))`,
    [organization, account, brand]
  )
