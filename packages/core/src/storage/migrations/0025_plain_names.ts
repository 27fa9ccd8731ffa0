import { ddl } from "./ddl.ts"

/* Columns get the names that the code and the documentation use. No released version reads the old ones. */
const names = `
alter table campaigns rename column creating_as to creation_name;
alter table campaigns rename column pushes_under_way to active_push_ids;
alter table actions rename column touches to affected_keys;
alter table executions rename column touches to affected_keys;
alter table recommendations rename column about to discriminator;
alter table emails rename column about_id to subject_id;
comment on column campaigns.creation_name is 'The name under which its creation in the platform was started; null once it is there';
comment on column campaigns.active_push_ids is 'Pushes whose requests may still reach the platform';
comment on column actions.affected_keys is 'What it changed, as its edits name it: a later action with a common key prevents undo';
comment on column executions.affected_keys is 'While it is open: what no other write may change';
comment on column recommendations.discriminator is 'Tells several of a type on one campaign apart: a place, a kind of customer';
comment on column emails.subject_id is 'The invitation, the person or the key, depending on the kind';
`

export default ddl(names)
