import { ddl } from "./ddl.ts"

/* Every member can use the linked accounts of an organization, and the organization selects one. */
export default ddl(`
drop table ad_account_access;
`)
