import { ddl, oneOf } from "./ddl.ts"

/* Campaigns of every channel, and budgets for a whole period instead of a day. The next sync fills both in. */
export default ddl(`
alter table campaigns add column channel text not null default 'search';
alter table campaigns add constraint campaigns_channel
  ${oneOf("channel", "search performance_max shopping display video demand_gen other")} not valid;
alter table campaigns add column ai_max boolean not null default false;
alter table campaigns add column budget_total numeric(14, 2);
alter table campaigns add column budget_left numeric(14, 2);
alter table campaigns add column ends_on date;
alter table campaigns add column ends_at timestamptz(3);
comment on column campaigns.ai_max is 'Whether the platform may match searches and write texts beyond the keywords and ads (AI Max)';
comment on column campaigns.budget_total is 'What the platform may spend until the campaign ends; null with a daily budget';
comment on column campaigns.budget_left is 'What was left of the total budget when the platform was last read; null with a daily budget';
comment on column campaigns.ends_on is 'The last day on which it serves, by the days of the ad account; null without an end';
comment on column campaigns.ends_at is 'When it ends; null without an end';
alter table ad_accounts add column channels_read_at timestamptz(3);
alter table ad_accounts add column channels_added integer;
comment on column ad_accounts.channels_read_at is 'When a sync first read the campaigns of every channel';
comment on column ad_accounts.channels_added is 'How many campaigns of other channels that sync added to an account which was read before; null if none';
`)
