import { ddl, distributed } from "./ddl.ts"

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

insert into campaign_weeks
select d.organization_id, d.campaign_id, sum(d.cost_micros), sum(d.conversions)
from campaign_days d
join (select organization_id, max(date) as day from campaign_days group by organization_id) latest using (organization_id)
where d.date > latest.day - 7
group by d.organization_id, d.campaign_id;
`

export default ddl(weeks)
