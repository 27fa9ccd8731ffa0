import { ddl, distributed } from "./ddl.ts"

/* What each account counts as a conversion, and whether that still arrives. The next sync fills it in. */
export default ddl(`
create table conversion_actions (
  organization_id bigint not null,
  ad_account_id text not null,
  platform_resource_name text not null,
  name text not null,
  counts boolean not null,
  last_seen date,
  silent_since date,
  primary key (organization_id, ad_account_id, platform_resource_name)
);
${distributed("conversion_actions", "an organization's")}
comment on column conversion_actions.counts is 'Whether figures and bidding count it as a conversion';
comment on column conversion_actions.last_seen is 'The last day with one, of the last 120 with figures';
comment on column conversion_actions.silent_since is 'The first day without one, if clicks went on and luck does not explain it';
`)
