import { ddl, oneOf } from "./ddl.ts"

/*
 * No foreign keys: a request that named nothing valid has no organization, an event outlives all it tells of,
 * and writing one must never wait for a lock on the organization.
 * The event is written before the answer leaves; the sealer then gives it its place in the chain.
 */
export default ddl(`
create table audit_events (
  id text primary key,
  sequence bigint generated always as identity,
  organization_id bigint,
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
  position bigint,
  previous_hash text,
  hash text,
  check ((position is null) = (hash is null))
);
create index audit_events_unsealed on audit_events (sequence) include (organization_id) where position is null;
create index audit_events_export on audit_events (organization_id, at, sequence);
create unique index audit_events_chain on audit_events (coalesce(organization_id, 0), position)
  where position is not null;

create table audit_chains (
  organization_id bigint primary key,
  position bigint not null default 0,
  hash text not null,
  updated_at timestamptz(3) not null default now()
);
comment on table audit_chains is 'The head of each chain; organization 0 is that of events without one';
`)
