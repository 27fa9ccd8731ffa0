import { ddl } from "./ddl.ts"

/*
 * What came through AI Max is a part of a row: a row of its own would need another key, by which hosts of the previous
 * version could not write. The next sync of each account reads the searches of all days again, once.
 */
export default ddl(`
alter table search_term_days add column ai_max_impressions bigint;
alter table search_term_days add column ai_max_clicks bigint;
alter table search_term_days add column ai_max_cost_micros bigint;
alter table search_term_days add column ai_max_conversions numeric(14, 4);
comment on column search_term_days.ai_max_impressions is 'How many of the impressions AI Max matched, and so for the other figures; null if the platform did not say or was not asked';
alter table ad_accounts add column match_sources_through date;
comment on column ad_accounts.match_sources_through is 'The last day whose searches were read with what matched them; null before the first such sync';
`)
