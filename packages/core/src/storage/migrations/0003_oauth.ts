import { allOf, ddl, local, oneOf, scopes, secretHash } from "./ddl.ts"

/*
 * A connection is a person and a client with the scopes approved last; a session is one redeemed code. These
 * tables belong to no organization: a token covers all organizations of its person, and every request reads
 * memberships.
 */
const ofPeople = "belongs to people and their clients, of no organization"

const connections = `
create table oauth_clients (
  id text primary key,
  kind text not null ${oneOf("kind", "registered metadata_document")},
  name text not null,
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  created_at timestamptz(3) not null default now(),
  fresh_until timestamptz(3),
  check ((kind = 'metadata_document') = (fresh_until is not null))
);
create index on oauth_clients (created_at);
${local("oauth_clients", ofPeople)}
comment on column oauth_clients.fresh_until is 'Of a client that is a document: when it has to be fetched again';

create table oauth_client_document_failures (
  client_id text primary key,
  description text not null,
  retry_at timestamptz(3) not null
);
create index on oauth_client_document_failures (retry_at);
${local("oauth_client_document_failures", "belongs to clients, of no organization")}
comment on column oauth_client_document_failures.retry_at is 'Until then the document is not fetched again';

create table oauth_connections (
  id text primary key,
  user_id bigint not null references users,
  client_id text not null references oauth_clients,
  scopes text[] not null ${allOf("scopes", scopes)},
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_refreshed_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  ended_reason text
);
create unique index oauth_connections_live on oauth_connections (user_id, client_id) where ended_at is null;
create index on oauth_connections (client_id);
${local("oauth_connections", ofPeople)}

create table oauth_sessions (
  id text primary key,
  connection_id text not null references oauth_connections,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  ended_reason text
);
create index on oauth_sessions (connection_id);
create index on oauth_sessions (created_at) where ended_at is null;
${local("oauth_sessions", ofPeople)}
`

/*
 * A refresh token that is used twice within its grace period starts two branches. Each row references the
 * token it replaced, and each access token the refresh token it was issued with. One branch can therefore be
 * revoked alone.
 */
const tokens = `
create table oauth_authorization_codes (
  ${secretHash("hash")} primary key,
  connection_id text not null references oauth_connections,
  redirect_uri text not null,
  code_challenge text not null,
  audience text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  redeemed_at timestamptz(3),
  session_id text references oauth_sessions
);
create index on oauth_authorization_codes (expires_at);
create index on oauth_authorization_codes (connection_id) where redeemed_at is null;
${local("oauth_authorization_codes", ofPeople)}

create table oauth_refresh_tokens (
  ${secretHash("hash")} primary key,
  session_id text not null references oauth_sessions,
  audience text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  parent_hash bytea,
  revoked_at timestamptz(3)
);
create index on oauth_refresh_tokens (session_id, replaced_at);
create index on oauth_refresh_tokens (expires_at);
${local("oauth_refresh_tokens", ofPeople)}
comment on column oauth_refresh_tokens.replaced_at is 'Set once, so that the replay grace never starts again';
comment on column oauth_refresh_tokens.parent_hash is 'The token that this one replaced; null for the first of a session';
comment on column oauth_refresh_tokens.revoked_at is 'Set when another branch of the same session was refreshed';

create table oauth_access_tokens (
  ${secretHash("hash")} primary key,
  session_id text not null references oauth_sessions,
  user_id bigint not null references users,
  scopes text[] not null ${allOf("scopes", scopes)},
  audience text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  refresh_hash bytea
);
create index on oauth_access_tokens (session_id);
create index on oauth_access_tokens (expires_at);
${local("oauth_access_tokens", ofPeople)}
comment on column oauth_access_tokens.refresh_hash is 'The refresh token that was issued with it';
`

export default ddl(connections + tokens)
