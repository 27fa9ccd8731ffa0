import type { Terminal } from "./terminal/terminal.ts"

/** The exit codes, which scripts can rely on. docs/reference/cli.md is generated from this table. */
export const exitCodes = {
  done: { code: 0, means: "Done, or previewed without a blocker" },
  failed: { code: 1, means: "Any other error" },
  usage: { code: 2, means: "The command, a flag or a value is invalid" },
  notAllowed: { code: 3, means: "Not signed in, or the credential lacks permission" },
  notFound: { code: 4, means: "No resource has that name or id" },
  refused: { code: 5, means: "A rule rejected it: a limit, a launch check, a conflict" },
  held: { code: 6, means: "The change waits for approval" },
  tooMuch: { code: 7, means: "A rate, a quota or a queue is used up; try again later" },
  outOfReach: { code: 8, means: "The service did not respond, or is unavailable" },
  ended: {
    code: 9,
    means: "The task failed, or the change was rejected"
  },
  declined: { code: 10, means: "The confirmation was declined; nothing was executed" },
  changed: {
    code: 11,
    means: "Not proved: an event of an audit export was changed, deleted, inserted or moved"
  },
  incomplete: { code: 12, means: "Not proved: an audit export is incomplete" },
  interrupted: { code: 130, means: "Stopped by Ctrl-C" }
} as const

export type ExitReason = keyof typeof exitCodes

/** The exit reason for each error code of the service or the client. */
const reasonByError: Readonly<Record<string, ExitReason>> = {
  unauthorized: "notAllowed",
  sign_in_needed: "notAllowed",
  insufficient_scope: "notAllowed",
  org_access_denied: "notAllowed",
  role_denied: "notAllowed",
  validation_error: "usage",
  payload_too_large: "usage",
  not_found: "notFound",
  budget_cap_exceeded: "refused",
  launch_blocked: "refused",
  sync_conflict: "refused",
  ad_account_not_linked: "refused",
  ad_account_not_selected: "refused",
  ad_platform_connection_incomplete: "refused",
  business_profile_not_ready: "refused",
  ad_not_supported: "refused",
  channel_not_supported: "refused",
  recently_applied: "refused",
  recommendation_not_pending: "refused",
  undo_conflict: "refused",
  preview_stale: "refused",
  preview_required: "refused",
  idempotency_conflict: "refused",
  approval_required: "held",
  rate_limited: "tooMuch",
  write_quota_exceeded: "tooMuch",
  approval_queue_full: "tooMuch",
  internal_error: "failed",
  unavailable: "outOfReach",
  connection_failed: "outOfReach",
  timed_out: "outOfReach",
  unreadable_answer: "outOfReach"
}

export const exitReasonOf = (error: string): ExitReason => reasonByError[error] ?? "failed"

export const exitCodeOf = (error: string): number => exitCodes[exitReasonOf(error)].code

/** Returns the error codes with this exit reason. */
export const errorsWithReason = (reason: ExitReason): ReadonlyArray<string> =>
  Object.keys(reasonByError).filter((error) => reasonByError[error] === reason)

/** An expected failure: a message that states the problem, and the command to try next, if one helps. */
export class Refusal extends Error {
  readonly exitCode: number
  readonly next: string | null

  constructor(
    message: string,
    { exitReason, next = null }: { readonly exitReason: ExitReason; readonly next?: string | null }
  ) {
    super(message)
    this.name = "Refusal"
    this.exitCode = exitCodes[exitReason].code
    this.next = next
  }
}

/** The command line is invalid. */
export const usageRefusal = (message: string, next: string | null = null): Refusal =>
  new Refusal(message, { exitReason: "usage", next })

/** The reason of a failure, for the user. */
export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

/** The message of an expected failure. */
export interface RefusalMessage {
  readonly message: string
  /** The command to try, if one helps. */
  readonly next?: string | null
  /** The error code and its extra fields for programs; without it, the CLI itself rejected the command. */
  readonly error?: { readonly code: string; readonly [fact: string]: unknown }
}

/** Prints the problem and the command to try: two lines, or one object for programs. Always on standard error. */
export const printRefusal = (
  { error = { code: "refused_here" }, message, next = null }: RefusalMessage,
  json: boolean,
  { err }: Terminal
): void => {
  if (json) {
    const { code, ...facts } = error
    err.write(`${JSON.stringify({ error: { code, message, ...facts, next } })}\n`)
    return
  }
  err.write(`${err.paint.bad("✗")} ${message}\n`)
  if (next !== null) err.write(`  ${err.paint.faint("Try:")} ${next}\n`)
}
