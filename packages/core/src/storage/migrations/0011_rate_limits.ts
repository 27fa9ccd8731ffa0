import { ddl, local } from "./ddl.ts"

/*
 * Buckets are worthless after a crash, so the table is unlogged. Free space on each page keeps updates out of
 * the indexes (HOT). `granted` returns to the statement how many tokens it took.
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
