import { ddl } from "./ddl.ts"

/*
 * A change that goes to the platform first is answered after its transaction, perhaps by another process than the
 * one that was asked: whoever ends the action must find the key that waits for its answer.
 */
export default ddl(`
alter table idempotency_keys add action_id text;
create index idempotency_keys_waiting on idempotency_keys (organization_id, action_id) where answer is null;
comment on column idempotency_keys.action_id is 'The action under way whose outcome will be the answer';
comment on column actions.after is 'How far a change that goes to the platform first has come, and what it answers';
`)
