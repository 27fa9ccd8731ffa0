/** How a search was matched in a window: by keywords, by AI Max, or by both on different occasions. */
export type MatchSource = "keyword" | "ai_max" | "both"

/**
 * SQL: the match source of a term ($1 is the organization) in a window of days; null if it is unknown for one of them.
 *
 * @example matchSourceSql({ term: "s.id", campaign: "s.campaign_id", days: "$2", latest: "w.latest" })
 */
export const matchSourceSql = (of: {
  readonly campaign: string
  readonly term: string
  readonly days: string
  readonly latest: string
}): string => `(
    select case when count(*) > count(ai_max_impressions) or count(*) = 0 then null
      when sum(ai_max_impressions) = 0 then 'keyword'
      when sum(ai_max_impressions) = sum(impressions) then 'ai_max' else 'both' end
    from search_term_days where organization_id = $1 and campaign_id = ${of.campaign} and term_id = ${of.term}
      and date > ${of.latest} - ${of.days}::int and date <= ${of.latest})`
