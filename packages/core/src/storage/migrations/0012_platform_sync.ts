import { ddl } from "./ddl.ts"

/*
 * How far the sync has come with each account, and proof that nothing of the platform is kept twice. Rows that
 * were removed may share a name with one that was added again.
 */
export default ddl(`
alter table ad_accounts
  add column last_synced_at timestamptz(3),
  add column sync_attempted_at timestamptz(3),
  add column sync_lease_until timestamptz(3);
comment on column ad_accounts.sync_lease_until is 'Until then somebody is at it; a lease that ran out belongs to nobody';
create index ad_accounts_due on ad_accounts (sync_attempted_at nulls first) where status = 'linked';

create unique index ads_in_platform on ads (organization_id, platform_resource_name)
  where platform_resource_name is not null and removed_at is null;
create unique index keywords_in_platform on keywords (organization_id, platform_resource_name)
  where platform_resource_name is not null and removed_at is null;
create unique index negative_keywords_in_platform on negative_keywords (organization_id, platform_resource_name)
  where platform_resource_name is not null and removed_at is null;
`)
