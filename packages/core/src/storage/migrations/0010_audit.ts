import { ddl, distributed, oneOf } from "./ddl.ts"

/*
 * No foreign keys: a request that named nothing valid has no organization (0 stands for it), an event outlives all
 * it tells of, and writing one must never wait for a lock on the organization.
 * The event is written before the answer leaves; the sealer then gives it its place in the chain.
 */
const events = `
create table audit_events (
  organization_id bigint not null,
  id text not null,
  sequence bigserial,
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
  window_subject text,
  position bigint,
  previous_hash text,
  hash text,
  primary key (organization_id, id),
  check ((position is null) = (hash is null))
);
create index audit_events_unsealed on audit_events (sequence) include (organization_id) where position is null;
create index audit_events_export on audit_events (organization_id, at) include (position);
create unique index audit_events_chain on audit_events (organization_id, position) where position is not null;
create unique index audit_events_window on audit_events (organization_id, window_start, window_subject)
  where window_subject is not null;
${distributed("audit_events", "an organization's; those of none are organization 0's")}
comment on column audit_events.count is 'How many alike refusals for rate the row stands for';
comment on column audit_events.window_start is 'The minute that such a row counts, sealed when it is over; null for all others';
comment on column audit_events.window_subject is 'The address or credential whose refusals it counts';
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

export default ddl(events + chains)
