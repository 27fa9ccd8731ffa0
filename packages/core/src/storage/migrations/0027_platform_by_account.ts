import { ddl } from "./ddl.ts"

/* The registered adapters decide which platforms exist. Existing rows are all of Google Ads. */
const platforms = `
alter table ad_platform_logins drop constraint ad_platform_logins_platform_check;
alter table ad_accounts drop constraint ad_accounts_platform_check;
comment on column ad_platform_logins.platform is 'The key of the adapter';
comment on column ad_accounts.platform is 'The key of the adapter';
`

export default ddl(platforms)
