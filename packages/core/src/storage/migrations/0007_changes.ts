import { allOf, ddl, distributed, oneOf, scopes, versioned } from "./ddl.ts"

/** The actor at the time of the action: the key or person can be deleted before the log is read. */
const actor = (as: string): string => `
  ${as}_type text not null ${oneOf(`${as}_type`, "api_key user engine")},
  ${as}_user_id bigint references users,
  ${as}_user_email text,
  ${as}_key_id bigint,
  ${as}_key_prefix text,
  ${as}_key_last_four text,`

/*
 * Two actions can share a millisecond in `at`. The sequence is drawn under the organization's lock, so it is
 * the true order of the actions, which undo relies on.
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
  steps jsonb not null default '[]' check (jsonb_typeof(steps) = 'array'),
  affected_keys text[] not null default '{}',
  state text not null default 'executing' ${oneOf("state", "executing executed failed")},
  failure text,
  executed_at timestamptz(3),
  queued_write_id text,
  undone_at timestamptz(3),
  undone_by jsonb,
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  foreign key (organization_id, actor_key_id) references api_keys (organization_id, id)
);
create index on actions (organization_id, campaign_id, at);
create index on actions (organization_id, at, sequence);
create index on actions (organization_id, sequence) where undone_at is null;
${distributed("actions", "an organization's")}
comment on column actions.steps is 'What each of its edits set and what was there before: [{kind, version, sentence, trace}]';
comment on column actions.affected_keys is 'What it changed, as its edits name it: a later action with a common key prevents undo';
comment on column actions.undone_by is 'Who undid it, in the shape of an actor';
`

const approvals = `
create table queued_writes (
  organization_id bigint not null references organizations,
  id text not null check (id like 'qw\\_%'),
  status text not null default 'pending' ${oneOf("status", "pending approved rejected failed")},
  operation text not null,
  input jsonb not null,
  fingerprint bytea,
  summary text not null,
  preview jsonb,
  plan jsonb ${versioned("plan")},
  campaign_id bigint,
  ${actor("requester")}
  requester_connection_id text,
  requester_scopes text[] not null ${allOf("requester_scopes", scopes)},
  request_id text,
  reserved_campaigns bigint[] not null default '{}',
  reserved_budgets bigint[] not null default '{}' check (0 <= all (reserved_budgets)),
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
  check ((status = 'pending') = (decided_at is null)),
  check (cardinality(reserved_campaigns) = cardinality(reserved_budgets))
);
create index on queued_writes (organization_id, requested_at, id);
create index queued_writes_pending on queued_writes (organization_id) where status = 'pending';
create index queued_writes_expiring on queued_writes (expires_at) where status = 'pending';
create index queued_writes_claimed on queued_writes (claimed_at) where status = 'pending' and claimed_at is not null;
${distributed("queued_writes", "an organization's")}
comment on column queued_writes.plan is 'The actions and steps that approval runs, as they were shown; null for writes queued before plans were kept';
comment on column queued_writes.requester_connection_id is 'Of oauth_connections, which is local: no constraint can reach it';
comment on column queued_writes.claimed_at is 'Set while an approved change is on its way to the platform';
comment on column queued_writes.campaign_id is 'The first campaign that it is about, as the queue shows it';
comment on column queued_writes.reserved_campaigns is 'The campaigns whose budgets it would raise; null stands for one that does not exist yet';
comment on column queued_writes.reserved_budgets is 'The daily budget that each of them would have: while it is pending, the cap counts the largest for each campaign';
`

/*
 * Current and recent executions of the engine: the request, its progress and its response. Another process
 * can finish an open execution, so the row contains everything it needs.
 */
const executions = `
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
  affected_keys text[] not null default '{}',
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
create index executions_settled on executions (settled_at) where settled_at is not null;
${distributed("executions", "an organization's")}
comment on column executions.affected_keys is 'While it is open: what no other write may change';
comment on column executions.answer is 'Null while it is open';

create table write_quota (
  organization_id bigint not null references organizations,
  day date not null,
  used integer not null default 0 check (used >= 0),
  primary key (organization_id, day)
) with (fillfactor = 50);
${distributed("write_quota", "an organization's")}
`

export default ddl(actions + approvals + executions)
