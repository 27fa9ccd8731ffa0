import { createHash } from "node:crypto"
import { type AuditEvent, auditColumns } from "../contract/index.ts"

/** What the first event of a chain has for the hash before it. */
export const genesis = "0".repeat(64)

const covered = auditColumns.filter((column) => column !== "hash")

/**
 * An event's hash covers every exported column and, through previous_hash, all events before it: nothing
 * can be cut out or changed without every later hash giving it away. Anyone can compute it from an export.
 */
export const auditHash = (event: Omit<AuditEvent, "hash">): string =>
  createHash("sha256")
    .update(JSON.stringify(covered.map((column) => event[column as keyof typeof event])))
    .digest("hex")
