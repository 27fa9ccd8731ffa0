import { ddl, distributed, oneOf, secretHash } from "./ddl.ts"

/*
 * Consents that a person was sent to the platform for. The answer comes back through the browser, so a row binds it
 * to the organization and to the session that asked. A refresh token works only with the OAuth client that it was
 * granted to.
 */
export default ddl(`
create table ad_platform_consents (
  organization_id bigint not null references organizations,
  ${secretHash("state_hash")},
  ${secretHash("session_hash")},
  login_id bigint,
  expires_at timestamptz(3) not null,
  primary key (organization_id, state_hash),
  foreign key (organization_id, login_id) references ad_platform_logins (organization_id, id)
);
${distributed("ad_platform_consents", "an organization's, until the platform answers")}
comment on column ad_platform_consents.login_id is 'The login to connect again; null for any';
alter table ad_platform_logins add column oauth_client text not null default 'web'
  ${oneOf("oauth_client", "web desktop")};
alter table ad_platform_logins add column access_ends_at timestamptz(3);
comment on column ad_platform_logins.oauth_client is 'The kind of OAuth client that the refresh token was granted to';
comment on column ad_platform_logins.access_ends_at is 'When the platform ends the access by itself, as for an app in testing; null: never';
`)
