import { ddl, local, oneOf } from "./ddl.ts"

/*
 * A key's last use changes every minute, the key itself rarely. Keys are on every node, so their uses are
 * stored separately.
 */
export default ddl(`
create table api_key_uses (
  organization_id bigint not null,
  key_id bigint not null,
  last_used_at timestamptz(3) not null,
  primary key (organization_id, key_id)
) with (fillfactor = 50);
${local("api_key_uses", "written at most once a minute for a key, and shown to people")}
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check
  ${oneOf("kind", "invitation password_reset password_changed key_expiry key_exposed")};
alter table emails add column found_at text;
comment on column emails.found_at is 'Of key_exposed: where the key was found, if that was reported';
`)
