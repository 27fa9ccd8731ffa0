import { ddl, oneOf } from "./ddl.ts"

const kinds =
  "invitation password_reset password_changed email_change email_changed key_expiry key_exposed " +
  "approval broken_login failed_task spend_cap"

/* A link to a new address proves that its person reads it, and nothing else: it sets no password. */
export default ddl(`
alter table mailed_links add column new_email text check (new_email is null or user_id is not null);
comment on column mailed_links.new_email is 'The address that the person confirms by it; null for a link that sets a password';
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check ${oneOf("kind", kinds)};
`)
