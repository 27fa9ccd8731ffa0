import { ddl, oneOf } from "./ddl.ts"

/*
 * The sync also finds out whether spend left its usual interval, why a campaign is not shown or spends otherwise, and what
 * the month will cost at its pace. Pages read the findings, never the days.
 */
export default ddl(`
alter table campaign_signals add column spend_outside text;
alter table campaign_signals add constraint campaign_signals_spend_outside ${oneOf("spend_outside", "above below")} not valid;
alter table campaign_signals add column spend_since date;
alter table campaign_signals add column spend_until date;
alter table campaign_signals add column spend_span smallint;
alter table campaign_signals add column spend numeric(14, 2);
alter table campaign_signals add column spend_low numeric(14, 2);
alter table campaign_signals add column spend_high numeric(14, 2);
alter table campaign_signals add column reason jsonb;
comment on column campaign_signals.spend_outside is 'Where its spend left the interval of its own days; null if it is as usual, or nobody knows';
comment on column campaign_signals.spend_since is 'The last day of the first span outside; spend_until is that of the latest';
comment on column campaign_signals.spend_span is 'The days of that span, 1 or 7, of spend, and of its 90% interval';
comment on column campaign_signals.reason is 'Why it is not shown or spends otherwise, as read with the signals; null while nothing needs a reason';
alter table organization_signals add column month_until date;
alter table organization_signals add column month_spend numeric(14, 2);
alter table organization_signals add column month_rest numeric(14, 2);
alter table organization_signals add column month_warned boolean not null default false;
comment on column organization_signals.month_until is 'The last day of month_spend; the month is that of the day after it';
comment on column organization_signals.month_rest is 'The usual spend of running campaigns in the days that are left of the month';
comment on column organization_signals.month_warned is 'Whether the pace passed the cap at the last sync: it then counts until it is clearly below';
`)
