/*
 * The service's timeouts in tests. The default ones suit callers, but would fail tests on a busy machine.
 * Tests of the timeouts set their own. Independent of the test runner: a separate program can use it.
 */
export const longDatabaseTimeouts = {
  statementTimeoutMillis: 120_000,
  connectTimeoutMillis: 60_000,
  lockTimeoutMillis: 60_000,
  idleInTransactionMillis: 60_000
} as const

export const longPlatformTimeouts = { timeoutMillis: 60_000 } as const
