/**
 * The test files that need one Postgres, each with the reason. Everything else of the suite also runs on Citus.
 */
export const onePostgresOnly: ReadonlyArray<string> = [
  // A trigger of every table checks which transaction holds the lock's row, which a shard's trigger cannot read.
  "packages/core/test/campaigns/organization-lock.test.ts",
  // The bare server that the bench compares with has statements for one Postgres only.
  "bench/test/bench.test.ts"
]
