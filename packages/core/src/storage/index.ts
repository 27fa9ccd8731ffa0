export { makeClusterCheck } from "./cluster.ts"
export { type ConnectionOptions, type PoolerOptions, parseInstant } from "./connection.ts"
export * as Database from "./database.ts"
export {
  type DatabaseOptions,
  makeReplicaReader,
  poolerNamesStatements,
  type ReplicaOptions,
  type ReplicaReader
} from "./database.ts"
export {
  CannotDistribute,
  type DistributionProblem,
  distribute,
  distributeApplicationName
} from "./migrations/distribute.ts"
export {
  IncompatibleSchema,
  migrate,
  migrateWithProgress,
  type OnMigration,
  pendingMigrations
} from "./migrations/index.ts"
export { poolLoad } from "./pool.ts"
export { purgeByOrganization, purgeExpired, valueRows } from "./purge.ts"
export {
  type AnyStatement,
  afterCommit,
  deferStatements,
  inOneRoundTrip,
  inTransaction,
  makePlanningReader,
  type PlanningReader,
  type RowsOf,
  runSql,
  sqlText,
  useGenericPlans
} from "./sql.ts"
export {
  type BoundStatement,
  bindStatement,
  organizationsStatement,
  type Statement,
  sharedStatement,
  statement
} from "./statement.ts"
export { Statements, type StatementsOptions, type StatementsShape } from "./statements.ts"
export { isContended, isUnavailable } from "./unavailable.ts"
