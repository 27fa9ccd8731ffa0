import { createHash } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { IdempotencyConflict, Unavailable } from "../contract/index.ts"
import type { Caller } from "../pipeline/caller.ts"

/** What came of a write the first time: its output, or the queued write that it became. */
export type Kept = { readonly output: unknown } | { readonly held: string }

/** Two automations of one organization may both count from 1, so a key belongs to its caller. */
const ownerOf = (caller: Caller): string =>
  caller.kind === "api_key"
    ? `key:${caller.keyId}`
    : caller.kind === "access_token"
      ? `app:${caller.connectionId}`
      : `user:${caller.userId}`

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, canonical(inner)])
  )
}

export const fingerprint = (...parts: ReadonlyArray<unknown>): string =>
  createHash("sha256")
    .update(JSON.stringify(parts.map(canonical)))
    .digest("hex")

export interface IdempotentCall {
  readonly organization: number
  readonly caller: Caller
  readonly key: string
  readonly operation: string
  readonly input: unknown
}

const requestHash = (call: IdempotentCall) => Buffer.from(fingerprint(call.operation, call.input), "hex")

const because = "The first call with this idempotency key is still being carried out."

/** The first answer to the same call, if there was one; the same key for another call is refused. */
export const recall = (call: IdempotentCall) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ same: boolean; answer: Kept | null }>`
      select request_hash = ${requestHash(call)} as same, answer from idempotency_keys
      where organization_id = ${call.organization} and caller = ${ownerOf(call.caller)} and key = ${call.key}
        and expires_at > now()`
    if (row === undefined) return null
    if (!row.same) return yield* new IdempotencyConflict()
    // The first call is still at it; its outcome is not known yet, so there is nothing true to say.
    return row.answer ?? (yield* new Unavailable({ retryAfter: 2, because }))
  })

/** Lets the key of an action be used again: it changed nothing. */
export const forget = (organization: number, action: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from idempotency_keys where organization_id = ${organization}
      and action_id = ${action} and answer is null`
  })

/** Gives the key of an action that went to the platform first its answer. */
export const settleKey = (organization: number, action: string, answer: Kept) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::jsonb
      where organization_id = ${organization} and action_id = ${action} and answer is null`
  })

/** Keeps the answer for a day, in the transaction of the write; null while that is still under way. */
export const keep = (call: IdempotentCall, answer: Kept | null, action: string | null = null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into idempotency_keys (organization_id, caller, key, operation, request_hash, answer, action_id)
      values (${call.organization}, ${ownerOf(call.caller)}, ${call.key}, ${call.operation}, ${requestHash(call)},
        ${answer === null ? null : JSON.stringify(answer)}::jsonb, ${action})
      on conflict (organization_id, caller, key) do update set operation = excluded.operation,
        request_hash = excluded.request_hash, answer = excluded.answer, action_id = excluded.action_id, created_at = now(),
        expires_at = now() + interval '24 hours'`
  })
