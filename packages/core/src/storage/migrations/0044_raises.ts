import { ddl } from "./ddl.ts"

/* A raise is compared with the earlier raises of its credential without decoding the steps of their actions. */
export default ddl(`
alter table actions add column raised_from bigint;
comment on column actions.raised_from is 'The daily budget before, if the action raised it; null for actions of earlier versions';
`)
