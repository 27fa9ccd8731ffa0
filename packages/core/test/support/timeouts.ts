/*
 * How long the service waits in tests. Its own time-outs are there for callers who would rather be told than wait; on a
 * machine that is busy with other things they would tell of the machine. Tests of the time-outs themselves set them.
 * Knows nothing of the test runner: a program of its own may use it.
 */
export const longDatabaseTimeouts = {
  statementTimeoutMillis: 120_000,
  connectTimeoutMillis: 60_000,
  lockTimeoutMillis: 60_000,
  idleInTransactionMillis: 60_000
} as const

export const longPlatformTimeouts = { timeoutMillis: 60_000 } as const
