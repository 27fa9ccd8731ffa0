/**
 * Adds rows to the totals, or takes them off: organization, window, campaign, term, clicks, cost, conversions, and the
 * last day on which the term was seen as far as these rows tell. Null there means that a day went which may have been
 * the last, so that it has to be found again; `greatest` alone would pass over it.
 */
export const addToTotals = (rows: string): string => `
  insert into search_term_totals as t
    (organization_id, days, campaign_id, term_id, clicks, cost_micros, conversions, last_seen)
  ${rows}
  on conflict (organization_id, days, campaign_id, term_id) do update set
    clicks = t.clicks + excluded.clicks, cost_micros = t.cost_micros + excluded.cost_micros,
    conversions = t.conversions + excluded.conversions,
    last_seen = case when t.last_seen is null or excluded.last_seen is null then null
      else greatest(t.last_seen, excluded.last_seen) end`
