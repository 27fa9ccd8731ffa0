/** What the command ends with: the one table that scripts may rely on. docs/reference/cli.md is made from it. */
export const exitCodes = {
  done: { code: 0, means: "Done, or previewed with nothing in the way" },
  failed: { code: 1, means: "Something went wrong that has no code of its own" },
  usage: { code: 2, means: "The command, a flag or a value is not what it takes" },
  notAllowed: { code: 3, means: "Not signed in, or the credential may not do this" },
  notFound: { code: 4, means: "Nothing of that name or id is there" },
  refused: { code: 5, means: "A rule stands in the way: a limit, a launch check, a conflict" },
  held: { code: 6, means: "The change waits for a person's approval" },
  tooMuch: { code: 7, means: "A rate, a quota or a queue is used up; try again later" },
  outOfReach: { code: 8, means: "The service did not answer, or cannot at the moment" },
  ended: {
    code: 9,
    means: "What was waited for ended badly: a task that failed, a change that was rejected"
  },
  declined: { code: 10, means: "The question was answered with no; nothing was done" },
  changed: {
    code: 11,
    means: "Not proved: an event of an audit export was changed, cut out, put in or moved"
  },
  incomplete: { code: 12, means: "Not proved: an audit export does not come to its end" },
  interrupted: { code: 130, means: "Stopped by Ctrl-C" }
} as const

export type ExitReason = keyof typeof exitCodes

/** Which error of the service, or of the way to it, ends how. */
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
  recently_applied: "refused",
  recommendation_not_pending: "refused",
  undo_conflict: "refused",
  preview_stale: "refused",
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

/** The codes of errors that have an ending of their own. */
export const errorsWithReason = (reason: ExitReason): ReadonlyArray<string> =>
  Object.keys(reasonByError).filter((error) => reasonByError[error] === reason)
