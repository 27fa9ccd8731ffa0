import { ddl, distributed, oneOf } from "./ddl.ts"

/*
 * No foreign keys: a request that named nothing valid has no organization (0), an event outlives the records
 * it names, and writing one must never wait for a lock on the organization.
 */
const told = `
  organization_id bigint not null,
  id text not null,
  at timestamptz(3) not null default now(),
  request_id text not null,
  surface text not null ${oneOf("surface", "rest mcp dashboard cli")},
  operation text,
  method text,
  path text,
  status_code smallint not null,
  error_code text,
  actor_type text ${oneOf("actor_type", "api_key user engine operator")},
  user_email text,
  key_prefix text,
  key_last_four text,
  ip text,
  user_agent text,
  count integer not null default 1 check (count > 0),
  window_start timestamptz(3),
  window_subject text`

const columns = told
  .trim()
  .split("\n")
  .map((line) => line.trim().split(" ")[0])
  .join(", ")

/*
 * An event is inserted here before the response is sent; the sealer then moves it to its chain position. Each
 * insert touches few indexes, this table stays small, and the chain's table is append-only.
 */
const unsealed = `
create table audit_unsealed (
  sequence bigserial,${told},
  primary key (organization_id, sequence)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index audit_unsealed_order on audit_unsealed (sequence);
create unique index audit_unsealed_window on audit_unsealed (organization_id, window_start, window_subject)
  where window_subject is not null;
${distributed("audit_unsealed", "an organization's; those of none are organization 0's")}
comment on column audit_unsealed.count is 'How many alike refusals for rate the row stands for';
comment on column audit_unsealed.window_start is 'The minute that such a row counts, sealed when it is over; null for all others';
comment on column audit_unsealed.window_subject is 'The address or credential whose refusals it counts';
`

const sealed = `
create table audit_sealed (
  position bigint not null,
  previous_hash text not null,
  hash text not null,
  sequence bigint not null,${told},
  primary key (organization_id, position)
);
create index audit_sealed_export on audit_sealed (organization_id, at) include (position);
${distributed("audit_sealed", "the events of each chain, in their places")}

create view audit_events as
  select position, previous_hash, hash, sequence, ${columns} from audit_sealed
  union all
  select null, null, null, sequence, ${columns} from audit_unsealed;
comment on view audit_events is 'Every event, sealed or not, for people who look into the database';
`

const chains = `
create table audit_chains (
  organization_id bigint primary key,
  position bigint not null default 0,
  hash text not null,
  updated_at timestamptz(3) not null default now()
);
${distributed("audit_chains", "the head of each chain; organization 0 is that of events without one")}

create table audit_anchors (
  organization_id bigint not null,
  position bigint not null check (position > 0),
  hash text not null,
  cut_before timestamptz(3) not null,
  cut_at timestamptz(3) not null default now(),
  primary key (organization_id, position)
);
${distributed("audit_anchors", "where retention cut a chain, so that what is left still proves itself")}
comment on column audit_anchors.position is 'Of the last event that was cut away; the next one names its hash';
`

export default ddl(unsealed + sealed + chains)
