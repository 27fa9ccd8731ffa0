import type { ErrorCode } from "../../contract/index.ts"

/**
 * How far a change that goes to the platform first has come. It is kept with the action, so that any process can
 * go on where another one stopped, and give the answer that the caller would have got.
 */
export interface Course {
  /** What the caller hears once the platform said yes. */
  readonly answer: Readonly<Record<string, unknown>>
  /** Whether the platform was looked at, and so may have been written to since. */
  readonly looked: boolean
  /** Why it came to nothing. */
  readonly refused?: Refusal
}

export interface Refusal {
  readonly code: Extract<
    ErrorCode,
    "validation_error" | "ad_account_not_linked" | "ad_platform_connection_incomplete" | "unavailable"
  >
  /** With the platform's own words, where it said any. */
  readonly message: string
}

/** An action as those who finish it see it. */
export interface Underway {
  readonly organization: number
  readonly id: string
  readonly op: string
  readonly state: "executing" | "executed" | "failed"
  readonly at: string
  readonly course: Course
  readonly queuedWrite: string | null
  readonly campaign: number
  readonly account: string | null
  /** The campaign's name in the platform. */
  readonly ref: string
}
