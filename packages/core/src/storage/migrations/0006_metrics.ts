import { ddl, distributed } from "./ddl.ts"

/** What every row of a day counts. Money is in micros, as the platform tells it: whole, exact, quick to add up. */
const counts = `
  impressions bigint not null default 0 check (impressions >= 0),
  clicks bigint not null default 0 check (clicks >= 0),
  cost_micros bigint not null default 0 check (cost_micros >= 0),
  conversions numeric(14, 4) not null default 0 check (conversions >= 0),
  conversions_value numeric(16, 4) not null default 0 check (conversions_value >= 0),`

const covered = "impressions, clicks, cost_micros, conversions, conversions_value"

/** Rows arrive in bulk and are then only read: index-only scans need the visibility map kept fresh. */
const storage = "with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)"

/*
 * A row a day. The key begins with organization and campaign and then the day, so that a range of days is one
 * stretch of an index that already holds the figures; the second index does the same for all campaigns together.
 */
export default ddl(`
create table campaign_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  date date not null,
  ${counts}
  primary key (organization_id, campaign_id, date) include (${covered}),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
) ${storage};
${distributed("campaign_days", "an organization's figures, with its campaigns")}
create index campaign_days_by_date on campaign_days (organization_id, date) include (campaign_id, ${covered});

create table keyword_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  date date not null,
  keyword_id bigint not null,
  ${counts}
  primary key (organization_id, campaign_id, date, keyword_id) include (${covered}),
  foreign key (organization_id, campaign_id, keyword_id) references keywords (organization_id, campaign_id, id)
) ${storage};
${distributed("keyword_days", "an organization's figures, with its campaigns")}

create table search_term_days (
  organization_id bigint not null,
  campaign_id bigint not null,
  date date not null,
  ad_id bigint not null,
  term text not null check (length(term) between 1 and 500),
  ${counts}
  primary key (organization_id, campaign_id, date, ad_id, term) include (${covered}),
  foreign key (organization_id, campaign_id, ad_id) references ads (organization_id, campaign_id, id)
) ${storage};
${distributed("search_term_days", "an organization's figures, with its campaigns")}
create index search_term_days_by_date on search_term_days (organization_id, date)
  include (campaign_id, term, clicks, cost_micros, conversions);
`)
