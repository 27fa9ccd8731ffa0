import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { ReadFailure } from "../platform/errors.ts"
import type { AdAccount, Mutation, Ref } from "../platform/model/index.ts"
import type { Sentence } from "./sentence.ts"

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** A trace with the sentence that tells of it, where less was left to do than it set out for. */
interface UpdatedStep<Trace> {
  readonly trace: Trace
  readonly sentence: Sentence
}

/**
 * How an edit that the platform must do first is brought to its end. Several of one account go there together, in
 * one request that is taken whole or not at all. Everything here may be done twice without harm.
 */
export interface PlatformFirst<Trace, Remote = unknown> {
  /** The field of the call that the platform's refusal is about. */
  readonly field: string
  /** What the platform shows of it now. */
  readRemote(
    account: AdAccount,
    organization: number,
    trace: Trace
  ): Effect.Effect<Remote, ReadFailure | SqlError>
  /** Before anything was sent: what is there already is the work of others, and is no part of the edit. */
  excludeExisting?(organization: number, trace: Trace, remote: Remote): Sql<UpdatedStep<Trace> | null>
  /** What has still to be sent; nothing where the platform shows all of it. */
  missing(trace: Trace, remote: Remote): ReadonlyArray<Mutation>
  /** In the transaction that settles it: it is so in the platform. `refs` are the names of what was missing. */
  complete(organization: number, trace: Trace, remote: Remote, refs: ReadonlyArray<Ref>): Sql<Trace>
  /** In the transaction that settles it: it was surely not done. */
  discard(organization: number, trace: Trace): Sql<void>
}
