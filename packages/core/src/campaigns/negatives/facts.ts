import { bindStatement, runSql, runStatement, statement } from "../../storage/index.ts"
import type { Exclusion } from "./blocks.ts"
import { listedNegatives } from "./lists.ts"
import type { SearchedTerm } from "./would-lose.ts"

const exclusions = statement(`
select text, match_type as match from negative_keywords
where organization_id = $1 and campaign_id = $2 and ad_id is null and removed_at is null
union
select n.text, n.match_type from campaigns c, ${listedNegatives} and c.organization_id = $1 and c.id = $2`)

/** Reads the active exclusions of the whole campaign: its own, and those of the lists that concern it. */
export const readExclusions = (organization: number, campaign: number) =>
  runStatement(bindStatement<Exclusion>(exclusions, [organization, campaign]))

export const readEnabledKeywords = (organization: number, campaign: number) =>
  runSql<Exclusion>`
      select distinct k.text, k.match_type as match from keywords k
      where k.organization_id = ${organization} and k.campaign_id = ${campaign} and k.state = 'enabled'
        and k.removed_at is null
      order by k.text, k.match_type`

/** Reads the searches of the thirty days up to the organization's latest day with data. */
export const readSearchedTerms = (organization: number, campaign: number) =>
  runSql<SearchedTerm>`
      select s.term, t.clicks, t.cost_micros as cost, t.conversions
      from search_term_totals t
      join search_terms s on s.organization_id = t.organization_id and s.id = t.term_id
      where t.organization_id = ${organization} and t.days = 30 and t.campaign_id = ${campaign} order by s.term`
