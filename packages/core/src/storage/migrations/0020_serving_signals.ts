import { ddl, distributed, oneOf } from "./ddl.ts"

/*
 * How well campaigns, keywords and ads serve, as the platform judges it. These tables are separate, so that a sync
 * updates them without the locks of the rows that they describe.
 */
export default ddl(`
create table organization_signals (
  organization_id bigint primary key references organizations,
  conversions_stopped_since date
);
${distributed("organization_signals", "an organization's")}
create table campaign_signals (
  organization_id bigint not null,
  campaign_id bigint not null,
  impression_share numeric(5, 4) check (impression_share between 0 and 1),
  lost_to_budget numeric(5, 4) check (lost_to_budget between 0 and 1),
  lost_to_rank numeric(5, 4) check (lost_to_rank between 0 and 1),
  conversions_stopped_since date,
  primary key (organization_id, campaign_id)
);
${distributed("campaign_signals", "an organization's, with its campaigns")}
create table keyword_signals (
  organization_id bigint not null,
  keyword_id bigint not null,
  quality_score smallint not null check (quality_score between 1 and 10),
  primary key (organization_id, keyword_id)
);
${distributed("keyword_signals", "an organization's, with its keywords")}
create table ad_signals (
  organization_id bigint not null,
  ad_id bigint not null,
  approval text ${oneOf("approval", "approved limited disapproved under_review")},
  strength text ${oneOf("strength", "excellent good average poor")},
  primary key (organization_id, ad_id)
);
${distributed("ad_signals", "an organization's, with its ads")}
comment on column campaign_signals.impression_share is 'Of the last seven days with figures: the share of impressions that it could have had';
comment on column campaign_signals.conversions_stopped_since is 'The first day without conversions, if clicks went on and luck does not explain it';
`)
