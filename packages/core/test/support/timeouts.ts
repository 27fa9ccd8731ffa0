/*
 * The service's timeouts in tests. The defaults suit callers, but fail tests on a busy machine. Tests of
 * timeouts set their own. Does not depend on the test runner, so child processes can use it.
 */
export const longDatabaseTimeouts = {
  statementTimeoutMillis: 120_000,
  connectTimeoutMillis: 60_000,
  lockTimeoutMillis: 60_000,
  idleInTransactionMillis: 60_000
} as const

export const longPlatformTimeouts = { timeoutMillis: 60_000 } as const
