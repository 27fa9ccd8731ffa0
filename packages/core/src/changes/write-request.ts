import { hash } from "node:crypto"
import canonicalize from "canonicalize"
import { Schema } from "effect"
import { idempotentInput, ValidationError, type WriteDeclaration } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"

/**
 * Returns the SHA-256 over values as canonical JSON (RFC 8785), in which the order of fields does not matter.
 */
export const fingerprint = (...parts: ReadonlyArray<unknown>): Buffer =>
  hash("sha256", canonicalize(JSON.parse(JSON.stringify(parts))) ?? "", "buffer")

/** The input fields that every write accepts. */
export interface CommonInput {
  readonly dry_run?: boolean
  readonly preview_hash?: string
  readonly idempotency_key?: string
  readonly comment?: string
}

/** A write to execute: its parameters, its caller, and its idempotency key. */
export interface WriteRequest {
  readonly operation: WriteDeclaration
  readonly clearance: OrganizationClearance
  /**
   * The decoded input, without fields that only control the call and without the organization, which is
   * already resolved.
   */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly fingerprint: Buffer
  readonly idempotencyKey: string | null
  readonly previewHash: string | null
  /** The requester's reason. The same write with another reason is the same write. */
  readonly comment: string | null
}

const isIdempotent = Schema.is(Schema.Struct(idempotentInput))

/** Why an input cannot become a write; null if it can. Operations are decoded before, but forms of pages are not. */
export const idempotencyKeyProblem = (input: CommonInput): ValidationError | null =>
  isIdempotent(input)
    ? null
    : new ValidationError({
        fields: [{ path: "idempotency_key", message: "must be one line of 1 to 255 characters" }]
      })

export const toWriteRequest = (
  operation: WriteDeclaration,
  clearance: OrganizationClearance,
  input: CommonInput & Readonly<Record<string, unknown>>
): WriteRequest => {
  const {
    comment,
    dry_run: _,
    idempotency_key: key,
    org: __,
    preview_hash: previewHash,
    ...parameters
  } = input
  return {
    operation,
    clearance,
    parameters,
    fingerprint: fingerprint(operation.name, clearance.organization.id, parameters),
    idempotencyKey: key ?? null,
    previewHash: previewHash ?? null,
    comment: comment ?? null
  }
}
