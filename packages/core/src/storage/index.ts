export { makeClusterCheck } from "./cluster.ts"
export type { ConnectionOptions, PoolerOptions } from "./connection.ts"
export type { DatabaseOptions } from "./database.ts"
export * as Database from "./database.ts"
export {
  CannotDistribute,
  type DistributionProblem,
  distribute,
  distributeApplicationName
} from "./distribute.ts"
export {
  IncompatibleSchema,
  migrate,
  migrateWithProgress,
  type OnMigration,
  pendingMigrations
} from "./migrations/index.ts"
export { makePlanningReader, type PlanningReader } from "./planning-reader.ts"
export { poolLoad } from "./pool.ts"
export { poolerNamesStatements } from "./pooler.ts"
export { purgeByOrganization, purgeExpired } from "./purge.ts"
export { makeReplicaReader, type ReplicaOptions, type ReplicaReader } from "./replica.ts"
export {
  type BoundStatement,
  bindStatement,
  organizationsStatement,
  type Statement,
  sharedStatement,
  statement
} from "./statement.ts"
export {
  type AnyStatement,
  deferStatements,
  inOneRoundTrip,
  inTransaction,
  type RowsOf,
  readTogether,
  runSql,
  runSqlText,
  runStatement,
  sqlText,
  useGenericPlans
} from "./statement-batching.ts"
export { Statements, type StatementsOptions, type StatementsShape } from "./statements.ts"
export { afterCommit } from "./transaction.ts"
export { isContended, isUnavailable } from "./unavailable.ts"
export { valueRows } from "./value-rows.ts"
export { parseInstant } from "./wire-types.ts"
