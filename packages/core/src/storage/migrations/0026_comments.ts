import { ddl } from "./ddl.ts"

/* A requester can state why it asks for a change. */
export default ddl(`
alter table queued_writes add column comment text;
alter table actions add column comment text;
comment on column queued_writes.comment is 'Why, in the words of the requester: untrusted text';
comment on column actions.comment is 'Why, in the words of the requester: untrusted text';
`)
