import { ddl } from "./ddl.ts"

/*
 * An emergency stop that is pulled again ends an undo that is under way: the number of its requests is its generation.
 * Its pauses have the id of their request, as the audit trail has it. Those of earlier stops have the id of the stop.
 */
export default ddl(`
alter table emergency_stops add column request_ids text[] not null default '{}';
comment on column emergency_stops.request_ids is 'The requests that pulled it, in their order; each paused campaign is an action of one of them';
comment on column emergency_stops.id is 'Also the request_id of the actions of stops that have no request_ids';
`)
