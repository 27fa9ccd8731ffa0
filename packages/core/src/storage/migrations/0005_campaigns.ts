import { ddl, oneOf } from "./ddl.ts"

const campaigns = `
create table campaigns (
  organization_id bigint not null references organizations,
  id bigint generated always as identity,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,126}$'),
  name text not null,
  type text not null ${oneOf("type", "prospecting brand hipo location icp competitor external")},
  state text not null default 'draft' ${oneOf("state", "live paused draft error")},
  state_error text,
  budget bigint check (budget >= 0),
  target_cpa numeric(12, 2) check (target_cpa > 0),
  goal text,
  website_url text,
  locations jsonb not null default '[]' check (jsonb_typeof(locations) = 'array'),
  radius jsonb check (jsonb_typeof(radius) = 'object'),
  sitelinks jsonb not null default '[]' check (jsonb_typeof(sitelinks) = 'array'),
  callouts text[] not null default '{}',
  origin text not null default 'created' ${oneOf("origin", "created imported")},
  source_campaign_id bigint,
  ad_account_id text,
  platform_id text,
  platform_resource_name text,
  platform_budget_resource_name text,
  platform_budget_shared boolean not null default false,
  platform_bidding_strategy text,
  generated_at timestamptz(3),
  first_launched_at timestamptz(3),
  last_synced_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, slug),
  foreign key (organization_id, ad_account_id) references ad_accounts (organization_id, id),
  foreign key (organization_id, source_campaign_id) references campaigns (organization_id, id)
);
create index on campaigns (organization_id, created_at, id);
create unique index campaigns_in_platform on campaigns (organization_id, ad_account_id, platform_id)
  where platform_id is not null;
comment on column campaigns.budget is 'Daily, in whole units of the organization currency';
comment on column campaigns.generated_at is 'When its draft was finished; null while it is being written';

create table ads (
  organization_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  name text not null,
  url text not null,
  headlines text[] not null default '{}',
  descriptions text[] not null default '{}',
  paths text[] not null default '{}' check (cardinality(paths) <= 2),
  state text not null default 'enabled' ${oneOf("state", "generating enabled paused error")},
  platform_id text,
  platform_resource_name text,
  platform_ad_resource_name text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, campaign_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
);
`

const keywords = `
create table keywords (
  organization_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  ad_id bigint not null,
  text text not null check (length(text) between 1 and 80),
  match_type text not null ${oneOf("match_type", "phrase exact broad")},
  state text not null default 'enabled' ${oneOf("state", "enabled paused")},
  platform_id text,
  platform_resource_name text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, campaign_id, id),
  foreign key (organization_id, campaign_id, ad_id) references ads (organization_id, campaign_id, id)
);
create unique index keywords_once on keywords (organization_id, campaign_id, ad_id, lower(text), match_type)
  where removed_at is null;

create table negative_keywords (
  organization_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  ad_id bigint,
  text text not null check (length(text) between 1 and 80),
  match_type text not null ${oneOf("match_type", "phrase exact broad")},
  source text not null ${oneOf("source", "dashboard engine draft brand imported")},
  action_id text,
  platform_resource_name text,
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  foreign key (organization_id, campaign_id, ad_id) references ads (organization_id, campaign_id, id)
);
create unique index negative_keywords_once
  on negative_keywords (organization_id, campaign_id, coalesce(ad_id, 0), lower(text), match_type)
  where removed_at is null;
comment on column negative_keywords.ad_id is 'Null for an exclusion on the whole campaign';
`

export default ddl(campaigns + keywords)
