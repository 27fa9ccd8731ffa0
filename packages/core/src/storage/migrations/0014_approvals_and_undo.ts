import { ddl } from "./ddl.ts"

/*
 * `at` is a clock's word and two actions may share a millisecond. The sequence is drawn under the lock on the
 * organization, so it is the order in which the actions really happened: what undo goes by.
 */
export default ddl(`
alter table actions add sequence bigint generated always as identity;
create index on actions (organization_id, at, sequence);
create index on actions (organization_id, sequence) where undone_at is null;
alter table actions add undoing jsonb;
comment on column actions.undoing is 'Set while its undo is on the way to the platform: who asked, and what for';

alter table queued_writes add claimed_at timestamptz(3);
alter table queued_writes add requester_connection_id text references oauth_connections;
create index queued_writes_claimed on queued_writes (claimed_at) where status = 'pending' and claimed_at is not null;
comment on column queued_writes.claimed_at is 'Set while an approved change is on its way to the platform';
`)
