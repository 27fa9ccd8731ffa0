import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { Sentence } from "../log/sentence.ts"
import type { LinkedAccount } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { Mutation, Ref } from "../platform/model.ts"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** A trace with its new sentence, if less was left to do than planned. */
interface UpdatedStep<Trace> {
  readonly trace: Trace
  readonly sentence: Sentence
}

/**
 * How an edit that the platform must do first is finished. Edits of one account are sent in one request,
 * which the platform applies completely or not at all. Every method is idempotent.
 */
export interface PlatformFirst<Trace, Remote = unknown> {
  /** The input field that the platform's refusal concerns. */
  readonly field: string
  /** Reads the platform's current state of the edit. */
  readRemote(
    account: LinkedAccount,
    organization: number,
    trace: Trace
  ): Effect.Effect<Remote, ReadFailure | SqlError>
  /**
   * Before anything is sent: removes items that already exist in the platform, because others created them.
   */
  excludeExisting?(organization: number, trace: Trace, remote: Remote): Sql<UpdatedStep<Trace> | null>
  /** Returns the mutations that are still to be sent; none if the platform has all items. */
  missing(trace: Trace, remote: Remote): ReadonlyArray<Mutation>
  /**
   * Completes the edit in the transaction that settles it. `refs` are the resource names of the missing
   * items.
   */
  complete(organization: number, trace: Trace, remote: Remote, refs: ReadonlyArray<Ref>): Sql<Trace>
  /** Discards the edit in the transaction that settles it, once it has certainly not been done. */
  discard(organization: number, trace: Trace): Sql<void>
}

/** A step in progress, with the platform's current state of it. */
export interface PlatformStep {
  readonly first: PlatformFirst<unknown>
  readonly trace: unknown
  readonly remote: unknown
}
