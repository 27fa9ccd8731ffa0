import { ddl, distributed, oneOf } from "./ddl.ts"

export default ddl(`
create table ad_platform_logins (
  organization_id bigint not null references organizations,
  id bigserial,
  platform text not null default 'google_ads' ${oneOf("platform", "google_ads")},
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
comment on column ad_platform_logins.refresh_token is 'Encrypted by the service; never leaves it in the clear';

create table ad_accounts (
  organization_id bigint not null references organizations,
  id text not null,
  platform text not null default 'google_ads' ${oneOf("platform", "google_ads")},
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
comment on column ad_accounts.selected is 'The one that the organization works on: at most one';
comment on column ad_accounts.sync_lease_until is 'Until then somebody is at it; a lease that ran out belongs to nobody';

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
`)
