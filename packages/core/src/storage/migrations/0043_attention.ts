import { allOf, ddl, oneOf } from "./ddl.ts"

const kinds =
  "approval broken_login failed_task spend_cap conversions_stopped delivery_stopped outside_change"
const mailed =
  "invitation password_reset password_changed email_change email_changed key_expiry key_exposed " +
  `${kinds} decision factor_enabled factor_removed recovery_codes_replaced recovery_code_used`

/*
 * The sync also finds out whether ads stopped being shown, and whether a week's conversions and clicks are as usual.
 * People are notified about that, and about changes made outside that wait for a decision.
 */
export default ddl(`
alter table campaign_signals add column runs_since date;
alter table campaign_signals add column delivery_stopped_since date;
comment on column campaign_signals.runs_since is 'The latest day with figures when a sync first saw it run; null if it does not run';
comment on column campaign_signals.delivery_stopped_since is 'The first day without impressions, if it runs and luck does not explain it';
alter table organization_signals add column week_until date;
alter table organization_signals add column conversions numeric(18, 4);
alter table organization_signals add column conversions_low numeric(18, 4);
alter table organization_signals add column conversions_high numeric(18, 4);
alter table organization_signals add column clicks bigint;
alter table organization_signals add column clicks_low numeric(18, 4);
alter table organization_signals add column clicks_high numeric(18, 4);
comment on column organization_signals.week_until is 'The last day of the judged week: later conversions can still arrive';
comment on column organization_signals.conversions_low is 'The 90% interval of the week by the weeks before; null if nobody knows it';

alter table notices drop constraint notices_kind_check;
alter table notices add constraint notices_kind_check ${oneOf("kind", kinds)} not valid;
alter table notice_receipts drop constraint notice_receipts_kind_check;
alter table notice_receipts add constraint notice_receipts_kind_check ${oneOf("kind", kinds)} not valid;
alter table users drop constraint users_muted_notices_check;
alter table users add constraint users_muted_notices_check ${allOf("muted_notices", kinds)} not valid;
alter table webhook_messages drop constraint webhook_messages_kind_check;
alter table webhook_messages add constraint webhook_messages_kind_check
  ${oneOf("kind", `test key_expiry key_exposed ${kinds}`)} not valid;
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check ${oneOf("kind", mailed)} not valid;
`)
