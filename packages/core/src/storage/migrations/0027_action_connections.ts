import { ddl } from "./ddl.ts"

/* The connected app through which a person acted, so that the log can name it as it names keys. */
export default ddl(`
alter table actions add column actor_connection_id text;
comment on column actions.actor_connection_id is 'Of oauth_connections, which is local: no constraint can reach it; null for keys, people and the service';
`)
