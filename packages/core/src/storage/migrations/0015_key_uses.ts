import { ddl, local } from "./ddl.ts"

/*
 * When a key was last used changes every minute; the key itself hardly ever. Keys are on every node, so their uses are
 * kept apart from them.
 */
export default ddl(`
create table api_key_uses (
  organization_id bigint not null,
  key_id bigint not null,
  last_used_at timestamptz(3) not null,
  primary key (organization_id, key_id)
) with (fillfactor = 50);
${local("api_key_uses", "written at most once a minute for a key, and shown to people")}
`)
