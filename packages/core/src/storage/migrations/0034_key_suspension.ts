import { ddl } from "./ddl.ts"

/* One key can be suspended and resumed, without a new secret. */
export default ddl(`
alter table api_keys add column suspended_at timestamptz(3);
alter table api_keys add column suspended_by bigint;
comment on column api_keys.suspended_by is 'The person who suspended it; owners and they resume it';
comment on column api_keys.suspended_at is 'Since when its calls are refused; null: they are not';
`)
