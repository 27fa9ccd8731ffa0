import { ddl, distributed } from "./ddl.ts"

/**
 * The figures of every daily row. Money is in micros, the platform's unit: exact integers that add up fast.
 */
const counts = `
  impressions bigint not null default 0 check (impressions >= 0),
  clicks bigint not null default 0 check (clicks >= 0),
  cost_micros bigint not null default 0 check (cost_micros >= 0),
  conversions numeric(14, 4) not null default 0 check (conversions >= 0),
  conversions_value numeric(16, 4) not null default 0 check (conversions_value >= 0),`

const covered = "impressions, clicks, cost_micros, conversions, conversions_value"

/** Rows arrive in bulk and are then only read. Index-only scans need a fresh visibility map. */
const storage = "with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)"

/*
 * One row per day. The key is organization, campaign and day, so a range of days is one range of a covering
 * index. The second index does the same for all campaigns together. Search terms are many and long, so daily
 * rows reference them by number and stay narrow. Another index keeps the days of one term together, for sums
 * over a few terms.
 *
 * Rows of figures have no foreign keys: a check of each row cost more than half of writing it. Only the sync
 * writes them, with ids that it has just read, and campaigns, ads, keywords and search terms are never deleted.
 */
const days = `
create table campaign_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  date date not null,
  ${counts}
  primary key (organization_id, campaign_id, date) include (${covered})
) ${storage};
${distributed("campaign_days", "an organization's figures, with its campaigns")}
create index campaign_days_by_date on campaign_days (organization_id, date) include (campaign_id, ${covered});

create table keyword_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  date date not null,
  keyword_id bigint not null,
  ${counts}
  primary key (organization_id, campaign_id, date, keyword_id) include (${covered})
) ${storage};
${distributed("keyword_days", "an organization's figures, with its campaigns")}

create table search_terms (
  organization_id bigint not null,
  id bigserial,
  campaign_id bigint not null,
  term text not null check (length(term) between 1 and 500),
  primary key (organization_id, id),
  unique (organization_id, campaign_id, term),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
);
${distributed("search_terms", "what was searched, once for each campaign")}

create table search_term_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  term_id bigint not null,
  date date not null,
  ad_id bigint not null,
  ${counts}
  primary key (organization_id, campaign_id, term_id, date, ad_id) include (clicks, cost_micros, conversions)
) ${storage};
${distributed("search_term_days", "an organization's figures, with its campaigns")}
create index search_term_days_by_date on search_term_days (organization_id, date);
`

/*
 * Sums of daily rows, which the sync updates in the same transaction. No layout of daily rows adds up half a
 * million groups fast enough. There is one row per term and window, indexed by cost; late conversions touch
 * no index. Sums have no positive check: a correction arrives as a negative row and is merged into the
 * existing one.
 */
const keptTotals = `
create table search_term_totals (
  organization_id bigint not null,
  days smallint not null,
  campaign_id bigint not null,
  term_id bigint not null,
  clicks bigint not null,
  cost_micros bigint not null,
  conversions numeric(18, 4) not null,
  last_seen date,
  primary key (organization_id, days, campaign_id, term_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
${distributed("search_term_totals", "kept beside the day rows that they add up")}
create index search_term_totals_by_cost on search_term_totals (organization_id, days, cost_micros, term_id);
comment on column search_term_totals.days is 'The window: so many days up to the latest of search_term_windows';
comment on column search_term_totals.last_seen is 'Its last day with a row; null only within a transaction that takes days away';

create table search_term_windows (
  organization_id bigint not null references organizations,
  latest date,
  seen bigint[] not null default '{}',
  primary key (organization_id)
);
${distributed("search_term_windows", "one row an organization; whoever changes its totals holds it")}
comment on column search_term_windows.latest is 'The last day of every window: the latest with data in campaign_days';
comment on column search_term_windows.seen is 'How many terms were last seen on that day, on the day before it, and so on';
`

/*
 * A week's sums of each campaign, so that a list of campaigns reads one row of each instead of seven. The sync
 * updates them with the search-term totals.
 */
const weeks = `
create table campaign_weeks (
  organization_id bigint not null,
  campaign_id bigint not null,
  cost_micros bigint not null,
  conversions numeric(18, 4) not null,
  primary key (organization_id, campaign_id) include (cost_micros, conversions),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
${distributed("campaign_weeks", "sums of campaign_days over the seven days up to the organization's latest day with data")}
`

export default ddl(days + keptTotals + weeks)
