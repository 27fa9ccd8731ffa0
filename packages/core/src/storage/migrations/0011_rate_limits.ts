import { ddl, local } from "./ddl.ts"

/*
 * Buckets are worth nothing after a crash, so they are kept out of the write-ahead log; the free space on each
 * page lets an update stay on it and touch no index. `granted` tells the statement that asked how much it got.
 */
export default ddl(`
create unlogged table rate_limits (
  subject text primary key,
  tokens double precision not null,
  granted integer not null,
  refreshed_at timestamptz(3) not null default now()
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
${local("rate_limits", "counted in one place, for callers of no organization too")}
`)
