import { ddl, oneOf } from "./ddl.ts"

export default ddl(`
alter table negative_keywords drop constraint negative_keywords_organization_id_action_id_fkey;
alter table actions drop column before, drop column after, drop column inverse, drop column undoing,
  add column traces jsonb not null default '[]' check (jsonb_typeof(traces) = 'array'),
  add column touches text[] not null default '{}';
comment on column actions.traces is 'What each of its edits set and what was there before: [{kind, version, sentence, trace}]';
comment on column actions.touches is 'What it moved, as its edits name it: a later action on the same thing stands in the way of its undo';

alter table queued_writes add column summary text not null default '', add column fingerprint bytea;
comment on column queued_writes.reserved_budget is 'The daily budget that the campaign would have: the cap counts the largest of these for each campaign';

drop table idempotency_keys;
create table executions (
  organization_id bigint not null references organizations,
  id text not null check (id like 'exe\\_%'),
  operation text not null,
  state text not null ${oneOf("state", "open executed unchanged held refused")},
  requester jsonb not null,
  audit jsonb not null,
  input jsonb not null,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  work jsonb,
  touches text[] not null default '{}',
  answer jsonb,
  queued_write_id text,
  quota_day date,
  idempotency_owner text,
  idempotency_key text check (length(idempotency_key) between 1 and 255),
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  primary key (organization_id, id),
  check ((state = 'open') = (settled_at is null)),
  check ((idempotency_owner is null) = (idempotency_key is null))
);
create unique index executions_key on executions (organization_id, idempotency_owner, idempotency_key)
  where idempotency_key is not null;
create index executions_open on executions (organization_id, created_at) where state = 'open';
create index executions_settled on executions (settled_at);
comment on table executions is 'What the engine of changes is doing and has done of late: who asked for what, how far it came, and what is answered';
`)
