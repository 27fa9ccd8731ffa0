/** Runs SQL text with numbered parameters in the same way. */
export const runSqlText = <Row extends object = Record<string, unknown>>(
  text: string,
  values: ReadonlyArray<unknown>
): Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text, values))

/** Runs an effect in a transaction of the same client. */
export const inTransaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))
