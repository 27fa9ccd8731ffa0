import { hash } from "node:crypto"
import canonicalize from "canonicalize"
import type { AnyOperation } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"

/** SHA-256 over values in the one form that JSON has for them (RFC 8785): the order of fields does not matter. */
export const fingerprint = (...parts: ReadonlyArray<unknown>): Buffer =>
  hash("sha256", canonicalize(JSON.parse(JSON.stringify(parts))) ?? "", "buffer")

/** What every write may be sent with, whatever it does. */
export interface CommonInput {
  readonly dry_run?: boolean
  readonly preview_hash?: string
  readonly idempotency_key?: string
}

/** A write that is to be carried out: what was asked, by whom, and what makes it the same as another. */
export interface WriteRequest {
  readonly operation: AnyOperation
  readonly clearance: OrganizationClearance
  /** As decoded, without what only says how to send it, nor how the organization was called: that is cleared by now. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly fingerprint: Buffer
  readonly idempotencyKey: string | null
  readonly previewHash: string | null
}

export const toWriteRequest = (
  operation: AnyOperation,
  clearance: OrganizationClearance,
  input: CommonInput & Readonly<Record<string, unknown>>
): WriteRequest => {
  const { dry_run: _, idempotency_key: key, org: __, preview_hash: previewHash, ...parameters } = input
  return {
    operation,
    clearance,
    parameters,
    fingerprint: fingerprint(operation.name, clearance.organization.id, parameters),
    idempotencyKey: key ?? null,
    previewHash: previewHash ?? null
  }
}
