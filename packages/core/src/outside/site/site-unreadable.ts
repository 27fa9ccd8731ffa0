import { Data } from "effect"
import type { FetchReason } from "../fetch/failure.ts"

export type UnreadableReason =
  | FetchReason
  | "no_domain"
  | "forbidden_by_robots"
  | "refused"
  | "empty"
  | "needs_javascript"

/** A website of which nothing can be said. Its message says what to do. */
export class SiteUnreadable extends Data.TaggedError("SiteUnreadable")<{
  readonly reason: UnreadableReason
  readonly url: string
  /** What happened and what to do next. */
  readonly message: string
  /** Whether the same may well work in a while. */
  readonly mayPass: boolean
}> {}
