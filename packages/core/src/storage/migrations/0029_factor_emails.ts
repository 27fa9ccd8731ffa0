import { ddl, oneOf } from "./ddl.ts"

const mailed =
  "invitation password_reset password_changed email_change email_changed key_expiry key_exposed " +
  "approval broken_login failed_task spend_cap decision " +
  "factor_enabled factor_removed recovery_codes_replaced recovery_code_used"

/* People get an email about every change of their second factor. */
export default ddl(`
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check ${oneOf("kind", mailed)};
`)
