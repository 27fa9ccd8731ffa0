import { ddl } from "./ddl.ts"

/* A task counts its steps, so that a follower sees work instead of time. */
export default ddl(`
alter table tasks add column steps integer not null default 0;
comment on column tasks.steps is 'The steps that its attempts have begun';
`)
