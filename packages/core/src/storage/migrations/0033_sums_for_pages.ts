import { ddl, distributed } from "./ddl.ts"

/*
 * Sums that dashboard pages show, so that a page of an organization with many campaigns reads as little as one of a
 * small organization. The sync updates them in the transaction that writes the days.
 */
const tables = `
create table organization_days (
  organization_id bigint not null,
  date date not null,
  impressions bigint not null,
  clicks bigint not null,
  cost_micros bigint not null,
  conversions numeric(18, 4) not null,
  primary key (organization_id, date)
);
${distributed("organization_days", "sums of campaign_days over all campaigns")}

create table campaign_windows (
  organization_id bigint not null,
  days smallint not null,
  campaign_id bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  cost_micros bigint not null,
  conversions numeric(18, 4) not null,
  before_micros bigint not null,
  primary key (organization_id, days, campaign_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
${distributed("campaign_windows", "sums of campaign_days over windows up to the organization's latest day with data")}
comment on column campaign_windows.before_micros is 'The cost of as many days before the window';
`

const fill = `
insert into organization_days (organization_id, date, impressions, clicks, cost_micros, conversions)
select organization_id, date, sum(impressions), sum(clicks), sum(cost_micros), sum(conversions)
from campaign_days group by organization_id, date;

insert into campaign_windows
  (organization_id, days, campaign_id, impressions, clicks, cost_micros, conversions, before_micros)
select organization_id, days, campaign_id,
  coalesce(sum(impressions) filter (where date > latest - days), 0),
  coalesce(sum(clicks) filter (where date > latest - days), 0),
  coalesce(sum(cost_micros) filter (where date > latest - days), 0),
  coalesce(sum(conversions) filter (where date > latest - days), 0),
  coalesce(sum(cost_micros) filter (where date <= latest - days), 0)
from campaign_days d
join (select organization_id, max(date) as latest from campaign_days group by organization_id) l using (organization_id),
  unnest(array[7, 14, 28, 90]) days
where date > latest - 2 * days
group by organization_id, days, campaign_id;
`

export default ddl(tables + fill)
