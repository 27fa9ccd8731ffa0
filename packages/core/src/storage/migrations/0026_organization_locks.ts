import { ddl, distributed } from "./ddl.ts"

/*
 * The row that writers of an organization lock. On a cluster, a row lock of a reference table holds up every
 * organization, so it is a table of its own. Nothing but its locks ever changes.
 */
export default ddl(`
create table organization_locks (
  organization_id bigint primary key references organizations
);
insert into organization_locks (organization_id) select id from organizations;
${distributed("organization_locks", "locked by every writer of an organization, for a few statements")}
`)
