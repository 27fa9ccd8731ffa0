import { allOf, ddl, distributed, oneOf, versioned } from "./ddl.ts"

/*
 * A campaign stores what a push needs after a failure or a lost worker: the target state, the part that the
 * platform lacks, and the name of a started creation. With that name, the next attempt finds the result of
 * the last one. Removed rows can share a name with a row that was added again. Every change and push updates
 * a campaign's row: free space on each page keeps these updates out of the indexes (HOT).
 */
const campaigns = `
create table campaigns (
  organization_id bigint not null references organizations,
  id bigserial,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,126}$'),
  name text not null,
  type text not null ${oneOf("type", "prospecting brand hipo location icp competitor external")},
  state text not null default 'draft' ${oneOf("state", "live paused draft error")},
  state_error text,
  wanted_state text ${oneOf("wanted_state", "live paused draft")},
  budget bigint check (budget >= 0),
  target_cpa numeric(12, 2) check (target_cpa > 0),
  goal text,
  website_url text,
  locations jsonb not null default '{"version": 1, "list": []}' ${versioned("locations")},
  radius jsonb ${versioned("radius")},
  sitelinks jsonb not null default '{"version": 1, "list": []}' ${versioned("sitelinks")},
  callouts text[] not null default '{}',
  sources jsonb ${versioned("sources")},
  origin text not null default 'created' ${oneOf("origin", "created imported")},
  source_campaign_id bigint,
  ad_account_id text,
  platform_id text,
  platform_resource_name text,
  platform_budget numeric(14, 2) check (platform_budget >= 0),
  platform_budget_resource_name text,
  platform_budget_shared boolean not null default false,
  platform_bidding_strategy text,
  unpushed text[] not null default '{}' ${allOf("unpushed", "name budget target_cpa state ads")},
  active_push_ids text[] not null default '{}',
  creation_name text,
  generated_at timestamptz(3),
  first_launched_at timestamptz(3),
  last_synced_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, slug),
  foreign key (organization_id, ad_account_id) references ad_accounts (organization_id, id),
  foreign key (organization_id, source_campaign_id) references campaigns (organization_id, id)
) with (fillfactor = 70);
create index on campaigns (organization_id, created_at, id);
create unique index campaigns_in_platform on campaigns (organization_id, ad_account_id, platform_id)
  where platform_id is not null;
${distributed("campaigns", "an organization's")}
comment on column campaigns.budget is 'Daily, in whole units of the organization currency';
comment on column campaigns.platform_budget is 'Daily, as the platform was last seen or known to have it; null while it is not there';
comment on column campaigns.wanted_state is 'The state to set, while it is in error; null otherwise';
comment on column campaigns.unpushed is 'What was changed here and has not reached the platform yet';
comment on column campaigns.active_push_ids is 'Pushes whose requests may still reach the platform';
comment on column campaigns.creation_name is 'The name under which its creation in the platform was started; null once it is there';
comment on column campaigns.sources is 'Where the words of its sitelinks and callouts come from';
comment on column campaigns.removed_at is 'Of a draft that was never launched: discarded, or never finished; state_error then says why. Its slug stays its own';
comment on column campaigns.generated_at is 'When its draft was finished; null while it is being written';

create table ads (
  organization_id bigint not null,
  id bigserial,
  campaign_id bigint not null,
  name text not null,
  url text not null,
  headlines text[] not null default '{}',
  descriptions text[] not null default '{}',
  paths text[] not null default '{}' check (cardinality(paths) <= 2),
  sources jsonb ${versioned("sources")},
  state text not null default 'enabled' ${oneOf("state", "generating enabled paused error")},
  sent_at timestamptz(3),
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
create unique index ads_in_platform on ads (organization_id, platform_resource_name)
  where platform_resource_name is not null and removed_at is null;
${distributed("ads", "an organization's")}
comment on column ads.sources is 'Where its lines and keywords come from';
comment on column ads.sent_at is 'When its creation was last sent to the platform: it may exist there even if the response was lost';
`

const keywords = `
create table keywords (
  organization_id bigint not null,
  id bigserial,
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
create unique index keywords_in_platform on keywords (organization_id, platform_resource_name)
  where platform_resource_name is not null and removed_at is null;
${distributed("keywords", "an organization's")}

create table negative_keywords (
  organization_id bigint not null,
  id bigserial,
  campaign_id bigint not null,
  ad_id bigint,
  text text not null check (length(text) between 1 and 80),
  match_type text not null ${oneOf("match_type", "phrase exact broad")},
  source text not null ${oneOf("source", "dashboard engine draft brand imported")},
  action_id text,
  platform_resource_name text,
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  awaits_campaign_id bigint,
  primary key (organization_id, id),
  foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
  foreign key (organization_id, awaits_campaign_id) references campaigns (organization_id, id),
  check (awaits_campaign_id is null or removed_at is not null),
  foreign key (organization_id, campaign_id, ad_id) references ads (organization_id, campaign_id, id)
);
create unique index negative_keywords_once
  on negative_keywords (organization_id, campaign_id, coalesce(ad_id, 0), lower(text), match_type)
  where removed_at is null;
create unique index negative_keywords_in_platform on negative_keywords (organization_id, platform_resource_name)
  where platform_resource_name is not null and removed_at is null;
${distributed("negative_keywords", "an organization's")}
create index negative_keywords_awaiting on negative_keywords (organization_id, awaits_campaign_id)
  where awaits_campaign_id is not null;
comment on column negative_keywords.ad_id is 'Null for an exclusion on the whole campaign';
comment on column negative_keywords.awaits_campaign_id is 'Of one that is added when another campaign is live: that campaign';
`

export default ddl(campaigns + keywords)
