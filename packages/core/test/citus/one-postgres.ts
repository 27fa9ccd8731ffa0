/** The test files that need one Postgres: they create triggers on tables that a cluster distributes. */
export const onePostgresOnly = [
  "packages/core/test/campaigns/organization-lock.test.ts",
  "packages/core/test/campaigns/people-writes.test.ts",
  "packages/core/test/changes/audited.test.ts",
  "packages/core/test/changes/people-writes.test.ts",
  "packages/core/test/drafts/ads.test.ts",
  "packages/core/test/drafts/brand.test.ts",
  "packages/core/test/drafts/removal.test.ts"
]
