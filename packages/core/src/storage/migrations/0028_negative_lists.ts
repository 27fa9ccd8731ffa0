import { ddl, distributed } from "./ddl.ts"

/* Negative keyword lists of ad accounts, which campaigns share. People keep them in the platform; a sync copies them. */
export default ddl(`
create table negative_lists (
  id bigserial,
  organization_id bigint not null references organizations,
  ad_account_id text not null,
  platform_resource_name text not null,
  name text not null,
  campaign_ids bigint[],
  texts text[] not null,
  match_types text[] not null check (match_types <@ array['phrase', 'exact', 'broad']),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, ad_account_id, platform_resource_name),
  foreign key (organization_id, ad_account_id) references ad_accounts (organization_id, id),
  check (cardinality(texts) = cardinality(match_types))
);
${distributed("negative_lists", "an organization's, with its ad accounts")}
comment on column negative_lists.campaign_ids is 'The campaigns that use the list; null: every campaign of the account';
comment on column negative_lists.texts is 'Its keywords, each with the match type at the same place';
`)
