import { ddl, distributed } from "./ddl.ts"

/*
 * The names of all campaigns that an ad account has in the platform, on any channel. A name is unique within
 * an account, so a rename or a first launch checks here first. One of our campaigns has its old name here
 * until its rename is pushed.
 */
export default ddl(`
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
