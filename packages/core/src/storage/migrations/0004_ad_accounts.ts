import { ddl, distributed, oneOf } from "./ddl.ts"

/*
 * The registered adapters decide which platforms exist. `platform_campaign_names` are the names of all campaigns
 * that an ad account has in the platform, on any channel. A name is unique within an account, so a rename or a
 * first launch checks here first. One of our campaigns has its old name here until its rename is pushed.
 */
export default ddl(`
create table ad_platform_logins (
  organization_id bigint not null references organizations,
  id bigserial,
  platform text not null default 'google_ads',
  email text,
  refresh_token bytea,
  state text not null default 'connected' ${oneOf("state", "connected broken disconnected")},
  broken_reason text,
  connected_by bigint references users,
  connected_at timestamptz(3) not null default now(),
  broken_at timestamptz(3),
  primary key (organization_id, id)
);
${distributed("ad_platform_logins", "an organization's")}
comment on column ad_platform_logins.platform is 'The key of the adapter';
comment on column ad_platform_logins.refresh_token is 'Encrypted by the service; never leaves it in the clear';

create table ad_accounts (
  organization_id bigint not null references organizations,
  id text not null,
  platform text not null default 'google_ads',
  customer_id text not null check (customer_id ~ '^[0-9]{1,20}$'),
  login_customer_id text check (login_customer_id ~ '^[0-9]{1,20}$'),
  login_id bigint,
  name text,
  currency text check (currency ~ '^[A-Z]{3}$'),
  time_zone text,
  status text not null ${oneOf("status", "linked pending not_linked")},
  connection_complete boolean not null default true,
  selected boolean not null default false,
  structure_synced_at timestamptz(3),
  metrics_synced_through date,
  last_synced_at timestamptz(3),
  sync_attempted_at timestamptz(3),
  sync_lease_until timestamptz(3),
  changes_read_until timestamptz(3),
  sync_error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, platform, customer_id),
  foreign key (organization_id, login_id) references ad_platform_logins (organization_id, id)
);

create unique index ad_accounts_selected on ad_accounts (organization_id) where selected;
create index ad_accounts_due on ad_accounts (sync_attempted_at nulls first) where status = 'linked';
${distributed("ad_accounts", "an organization's")}
comment on column ad_accounts.platform is 'The key of the adapter';
comment on column ad_accounts.selected is 'The one that the organization works on: at most one';
comment on column ad_accounts.sync_lease_until is 'Until then a worker is syncing it; an expired lease belongs to nobody';

create table ad_account_access (
  organization_id bigint not null,
  ad_account_id text not null,
  user_id bigint not null references users,
  selected boolean not null default false,
  granted_at timestamptz(3) not null default now(),
  primary key (organization_id, ad_account_id, user_id),
  foreign key (organization_id, ad_account_id) references ad_accounts (organization_id, id)
);
create index on ad_account_access (user_id);
${distributed("ad_account_access", "an organization's")}

create table platform_campaign_names (
  organization_id bigint not null references organizations,
  ad_account_id text not null,
  platform_resource_name text not null,
  name text not null,
  seen_at timestamptz(3) not null,
  primary key (organization_id, ad_account_id, platform_resource_name),
  foreign key (organization_id, ad_account_id) references ad_accounts (organization_id, id)
);
create index on platform_campaign_names (organization_id, ad_account_id, lower(name));
${distributed("platform_campaign_names", "an organization's, what its ad accounts call their campaigns")}
comment on column platform_campaign_names.seen_at is 'When the platform was known to have this name: a sync that read it earlier changes nothing';
`)
