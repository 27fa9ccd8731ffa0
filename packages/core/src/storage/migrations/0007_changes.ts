import { allOf, ddl, oneOf, scopes } from "./ddl.ts"

/** Who did it, as it was then: a key or a person may be gone when the log is read. */
const actor = (as: string): string => `
  ${as}_type text not null ${oneOf(`${as}_type`, "api_key user engine")},
  ${as}_user_id bigint references users,
  ${as}_user_email text,
  ${as}_key_id bigint,
  ${as}_key_prefix text,
  ${as}_key_last_four text,`

const actions = `
create table actions (
  organization_id bigint not null references organizations,
  id text not null check (id like 'act\\_%'),
  at timestamptz(3) not null default now(),
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
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  foreign key (organization_id, actor_key_id) references api_keys (organization_id, id)
);
create index on actions (organization_id, at, id);
create index on actions (organization_id, campaign_id, at);
create index on actions (organization_id, at) where state = 'executing';
comment on column actions.undone_by is 'Who undid it, in the shape of an actor';

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
  requester_scopes text[] not null ${allOf("requester_scopes", scopes)},
  request_id text,
  reserved_budget bigint not null default 0 check (reserved_budget >= 0),
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '7 days',
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
comment on column queued_writes.reserved_budget is 'Daily budget that approval would add: counted against the cap';
`

const limits = `
create table idempotency_keys (
  organization_id bigint not null references organizations,
  caller text not null default '',
  key text not null check (length(key) between 1 and 255),
  operation text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  status_code smallint,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null default now() + interval '24 hours',
  primary key (organization_id, caller, key)
);
create index on idempotency_keys (expires_at);
comment on column idempotency_keys.answer is 'Null while the first call is still being worked on';

create table write_quota (
  organization_id bigint not null references organizations,
  day date not null,
  used integer not null default 0 check (used >= 0),
  primary key (organization_id, day)
);
`

export default ddl(actions + approvals + limits)
