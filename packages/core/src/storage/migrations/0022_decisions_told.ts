import { ddl, oneOf } from "./ddl.ts"

const mailed =
  "invitation password_reset password_changed email_change email_changed key_expiry key_exposed " +
  "approval broken_login failed_task spend_cap decision"

/* Requesters get an email about decisions on their requests. Those that were decided before are not told. */
export default ddl(`
alter table queued_writes add column requester_told_at timestamptz(3);
update queued_writes set requester_told_at = decided_at where decided_at is not null;
comment on column queued_writes.requester_told_at is 'When the requester was told the decision; the created_at of that email';
create index queued_writes_told on queued_writes (organization_id, requester_user_id, requester_told_at);
create index queued_writes_untold on queued_writes (decided_at) where requester_told_at is null;
alter table emails drop constraint emails_kind_check;
alter table emails add constraint emails_kind_check ${oneOf("kind", mailed)};
`)
