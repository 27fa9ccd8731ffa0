export type { ConnectionOptions } from "./connection.ts"
export type { DatabaseOptions } from "./database.ts"
export * as Database from "./database.ts"
export { EmbeddedPostgres, EmbeddedPostgresError, type EmbeddedPostgresOptions } from "./embedded.ts"
export {
  EarlierShape,
  migrate,
  migrateTelling,
  pendingMigrations,
  type TellMigration
} from "./migrations/index.ts"
export { type Bound, bound, type Statement, statement } from "./statement.ts"
export { Statements, type StatementsOptions, type StatementsShape } from "./statements.ts"
export { afterCommit } from "./transaction.ts"
export { isUnavailable } from "./unavailable.ts"
export { inOneFlight, keepPlans, unawaited } from "./unawaited.ts"
