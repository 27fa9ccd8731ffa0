import { ddl } from "./ddl.ts"

/* Days without counted conversions, and the lag of conversions: such days are no evidence. The next sync fills them in. */
export default ddl(`
alter table campaign_signals add column conversion_lag_days smallint;
alter table campaign_signals add column silences datemultirange;
alter table organization_signals add column silences datemultirange;
comment on column campaign_signals.conversion_lag_days is 'The days within which conversions come after their click, as the platform says of the account; null if unknown';
comment on column campaign_signals.silences is 'Days with clicks on which conversions were not counted, of the last 120';
comment on column organization_signals.silences is 'Days with clicks on which no campaign counted conversions, of the last 120';
`)
