import { allOf, ddl, oneOf } from "./ddl.ts"

const kinds =
  "approval broken_login failed_task spend_cap conversions_stopped delivery_stopped outside_change new_channels"
const mailed =
  "invitation password_reset password_changed email_change email_changed key_expiry key_exposed " +
  `${kinds} decision factor_enabled factor_removed recovery_codes_replaced recovery_code_used`

/* Owners are notified once when the campaigns of other channels are read for the first time. */
export default ddl(`
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
