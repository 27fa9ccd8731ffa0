import { ddl } from "./ddl.ts"

/*
 * A refresh token that is used twice within its grace period starts two branches. Each row references the
 * token it replaced, and each access token the refresh token it was issued with. One branch can therefore be
 * revoked alone.
 */
const branches = `
alter table oauth_refresh_tokens add column parent_hash bytea, add column revoked_at timestamptz(3);
comment on column oauth_refresh_tokens.parent_hash is 'The token that this one replaced; null for the first of a session';
comment on column oauth_refresh_tokens.revoked_at is 'Set when another branch of the same session was refreshed';
alter table oauth_access_tokens add column refresh_hash bytea;
comment on column oauth_access_tokens.refresh_hash is 'The refresh token that was issued with it';
create index on oauth_refresh_tokens (session_id, replaced_at);
drop index oauth_refresh_tokens_session_id_idx;
`

export default ddl(branches)
