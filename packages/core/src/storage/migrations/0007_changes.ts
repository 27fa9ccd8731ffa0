import { allOf, ddl, distributed, oneOf, scopes } from "./ddl.ts"

/** Who did it, as it was then: a key or a person may be gone when the log is read. */
const actor = (as: string): string => `
  ${as}_type text not null ${oneOf(`${as}_type`, "api_key user engine")},
  ${as}_user_id bigint references users,
  ${as}_user_email text,
  ${as}_key_id bigint,
  ${as}_key_prefix text,
  ${as}_key_last_four text,`

/*
 * `at` is a clock's word and two actions may share a millisecond. The sequence is drawn under the lock on the
 * organization, so it is the order in which the actions really happened: what undo goes by.
 */
const actions = `
create table actions (
  organization_id bigint not null references organizations,
  id text not null check (id like 'act\\_%'),
  at timestamptz(3) not null default now(),
  sequence bigserial,
  op text not null,
  campaign_id bigint,
  detail text not null,
  source text not null ${oneOf("source", "dashboard engine")},
  ${actor("actor")}
  request_id text,
  before jsonb,
  after jsonb,
  inverse jsonb,
  state text not null default 'executing' ${oneOf("state", "executing executed failed")},
  failure text,
  executed_at timestamptz(3),
  recommendation_id text,
  queued_write_id text,
  undone_at timestamptz(3),
  undone_by jsonb,
  undoing jsonb,
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  foreign key (organization_id, actor_key_id) references api_keys (organization_id, id)
);
create index on actions (organization_id, campaign_id, at);
create index on actions (organization_id, at) where state = 'executing';
create index on actions (organization_id, at, sequence);
create index on actions (organization_id, sequence) where undone_at is null;
${distributed("actions", "an organization's")}
comment on column actions.after is 'How far a change that goes to the platform first has come, and what it answers';
comment on column actions.undone_by is 'Who undid it, in the shape of an actor';
comment on column actions.undoing is 'Set while its undo is on the way to the platform: who asked, and what for';

alter table negative_keywords add foreign key (organization_id, action_id) references actions (organization_id, id);
`

const approvals = `
create table queued_writes (
  organization_id bigint not null references organizations,
  id text not null check (id like 'qw\\_%'),
  status text not null default 'pending' ${oneOf("status", "pending approved rejected failed")},
  operation text not null,
  input jsonb not null,
  preview jsonb,
  campaign_id bigint,
  ${actor("requester")}
  requester_connection_id text,
  requester_scopes text[] not null ${allOf("requester_scopes", scopes)},
  request_id text,
  reserved_budget bigint not null default 0 check (reserved_budget >= 0),
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '7 days',
  claimed_at timestamptz(3),
  decided_at timestamptz(3),
  decided_by bigint references users,
  reason text,
  result jsonb,
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  foreign key (organization_id, requester_key_id) references api_keys (organization_id, id),
  check ((status = 'pending') = (decided_at is null))
);
create index on queued_writes (organization_id, requested_at, id);
create index queued_writes_pending on queued_writes (organization_id) include (reserved_budget)
  where status = 'pending';
create index queued_writes_expiring on queued_writes (expires_at) where status = 'pending';
create index queued_writes_claimed on queued_writes (claimed_at) where status = 'pending' and claimed_at is not null;
${distributed("queued_writes", "an organization's")}
comment on column queued_writes.requester_connection_id is 'Of oauth_connections, which is local: no constraint can reach it';
comment on column queued_writes.claimed_at is 'Set while an approved change is on its way to the platform';
comment on column queued_writes.reserved_budget is 'Daily budget that approval would add: counted against the cap';
`

/*
 * A change that goes to the platform first is answered after its transaction, perhaps by another process than the
 * one that was asked: whoever ends the action must find the key that waits for its answer.
 */
const limits = `
create table idempotency_keys (
  organization_id bigint not null references organizations,
  caller text not null default '',
  key text not null check (length(key) between 1 and 255),
  operation text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  status_code smallint,
  answer jsonb,
  action_id text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '24 hours',
  primary key (organization_id, caller, key)
);
create index on idempotency_keys (expires_at);
create index idempotency_keys_waiting on idempotency_keys (organization_id, action_id) where answer is null;
${distributed("idempotency_keys", "an organization's")}
comment on column idempotency_keys.answer is 'Null while the first call is still being worked on';
comment on column idempotency_keys.action_id is 'The action under way whose outcome will be the answer';

create table write_quota (
  organization_id bigint not null references organizations,
  day date not null,
  used integer not null default 0 check (used >= 0),
  primary key (organization_id, day)
);
${distributed("write_quota", "an organization's")}
`

export default ddl(actions + approvals + limits)
