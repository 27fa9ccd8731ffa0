import { ddl } from "./ddl.ts"

/* What a daily run could not decide yet. */
export default ddl(`
alter table detector_runs add column undecided jsonb;
comment on column detector_runs.undecided is 'What looked like waste or a wrong target, but luck may explain: subjects with what is known; null before a run that looks for it';
`)
