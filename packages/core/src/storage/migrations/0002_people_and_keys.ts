import { allOf, ddl, local, oneOf, reference, scopes, secretHash } from "./ddl.ts"

const people = `
create table users (
  id bigserial primary key,
  email text not null check (email like '%_@_%'),
  name text not null,
  password_hash text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_signed_in_at timestamptz(3),
  password_changed_at timestamptz(3),
  disabled_at timestamptz(3)
);
create unique index users_email on users (lower(email));
${reference("users", "people belong to several organizations")}
create table memberships (
  organization_id bigint not null references organizations,
  user_id bigint not null references users,
  role text not null ${oneOf("role", "owner admin member")},
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id)
);
create index on memberships (user_id, organization_id) include (role);
${reference("memberships", "a person's organizations are read together")}
create table adops_team_members (
  team_id bigint not null references adops_teams,
  user_id bigint not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, user_id)
);
create index on adops_team_members (user_id);
${reference("adops_team_members", "a person's teams are read before any organization")}
create table invitations (
  organization_id bigint not null references organizations,
  id bigserial,
  email text not null,
  role text not null ${oneOf("role", "owner admin member")},
  invited_by bigint references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by bigint references users,
  withdrawn_at timestamptz(3),
  primary key (organization_id, id)
);
create index on invitations (organization_id, lower(email)) where accepted_at is null and withdrawn_at is null;
${reference("invitations", "found by the invited person, before they belong to the organization, and there are few")}
create table mailed_links (
  ${secretHash("token_hash")} primary key,
  user_id bigint references users,
  organization_id bigint,
  invitation_id bigint,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  foreign key (organization_id, invitation_id) references invitations (organization_id, id),
  check ((user_id is null) <> (invitation_id is null)),
  check ((organization_id is null) = (invitation_id is null))
);
create index on mailed_links (user_id) where user_id is not null;
create index on mailed_links (expires_at);
${local("mailed_links", "belongs to a person, perhaps of no organization yet")}
comment on column mailed_links.user_id is 'Who may choose a new password by it';
create table dashboard_sessions (
  ${secretHash("token_hash")} primary key,
  user_id bigint not null references users,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  ip text,
  user_agent text
);
create index on dashboard_sessions (user_id, ip);
create index on dashboard_sessions (expires_at);
${local("dashboard_sessions", "belongs to a person, of no organization")}
`

/*
 * A key's last use changes every minute, the key itself rarely. Keys are on every node, so their uses are
 * stored separately.
 */
const keys = `
create table api_keys (
  organization_id bigint not null references organizations,
  id bigserial,
  user_id bigint not null references users,
  name text not null,
  ${secretHash("hash")},
  prefix text not null,
  last_four text not null check (length(last_four) = 4),
  scopes text[] not null ${allOf("scopes", scopes)},
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  valid_until timestamptz(3),
  replaced_by bigint,
  revoked_at timestamptz(3),
  revoked_by bigint references users,
  revoked_reason text,
  last_used_at timestamptz(3),
  expiry_notice_30d_at timestamptz(3),
  expiry_notice_7d_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, replaced_by) references api_keys (organization_id, id)
);
create unique index api_keys_hash on api_keys (hash);
create index on api_keys (user_id);
create index on api_keys (expires_at) where revoked_at is null;
${reference("api_keys", "found by its hash alone, before the organization is known")}
comment on column api_keys.valid_until is 'Set by rotation: when the old key stops working, at most 48 hours later';

create table api_key_uses (
  organization_id bigint not null,
  key_id bigint not null,
  last_used_at timestamptz(3) not null,
  primary key (organization_id, key_id)
) with (fillfactor = 50);
${local("api_key_uses", "written at most once a minute for a key, and shown to people")}
`

export default ddl(people + keys)
