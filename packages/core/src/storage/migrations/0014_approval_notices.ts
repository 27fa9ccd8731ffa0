import { ddl, distributed, oneOf } from "./ddl.ts"

/* What each approver was told about the approval queue, so that they get one email at once and then digests. */
export default ddl(`
create table approval_notices (
  organization_id bigint not null references organizations,
  user_id bigint not null references users,
  sent_at timestamptz(3) not null default now(),
  seen_until timestamptz(3) not null,
  primary key (organization_id, user_id)
);
${distributed("approval_notices", "the last notice of each approver")}
comment on column approval_notices.seen_until is 'When the newest write was requested that the notice told about';
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check
  ${oneOf("kind", "invitation password_reset password_changed key_expiry key_exposed approval")};
`)
