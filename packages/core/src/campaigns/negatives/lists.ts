import { runSqlText } from "../../storage/index.ts"
import type { Exclusion } from "./blocks.ts"

/* Negative keyword lists that campaigns share, or that concern a whole account. They are kept in the platform. */

/** SQL: the keywords of the lists that concern a campaign, for `from campaigns c, …`; `n` is a keyword, `l` its list. */
export const listedNegatives = `negative_lists l, unnest(l.texts, l.match_types) with ordinality n(text, match_type, place)
  where l.organization_id = $1 and l.ad_account_id = c.ad_account_id
    and (l.campaign_ids is null or c.id = any(l.campaign_ids))`

/** A keyword of a list that concerns a campaign. */
export interface ListedNegative extends Exclusion {
  readonly list: string
}

/** Reads the keywords of the lists that concern a campaign. */
export const readListedNegatives = (organization: number, campaign: number) =>
  runSqlText<ListedNegative>(
    `select n.text, n.match_type as match, l.name as list
     from campaigns c, ${listedNegatives} and c.organization_id = $1 and c.id = $2`,
    [organization, campaign]
  )
