import { hash } from "node:crypto"
import { type AuditEvent, auditColumns } from "../contract/index.ts"

/** The previous hash of a chain's first event. */
export const genesis = "0".repeat(64)

const hashedColumns = auditColumns.filter((column) => column !== "hash")

/**
 * Computes an event's hash. It covers every exported column and, through previous_hash, all earlier events,
 * so a removed or changed event invalidates every later hash. Anyone can compute it from an export.
 */
export const auditHash = (event: Omit<AuditEvent, "hash">): string =>
  hash("sha256", JSON.stringify(hashedColumns.map((column) => event[column as keyof typeof event])), "hex")

/**
 * Returns the flaw of a sealed event: it was changed since sealing, or it does not follow `before`. Returns
 * null if it is valid. Without a `before` hash, any position is valid.
 */
export const linkFlaw = (event: AuditEvent, before: string | null): "changed" | "misplaced" | null => {
  if (event.hash !== auditHash(event)) return "changed"
  return before === null || event.previous_hash === before ? null : "misplaced"
}

/**
 * Returns the index of the first event that was changed or does not follow its predecessor, or -1. After
 * retention, a chain begins at its anchor: the hash of the last deleted event.
 */
export const chainBreak = (events: ReadonlyArray<AuditEvent>, anchor: string = genesis): number =>
  events.findIndex((event, index) => linkFlaw(event, index === 0 ? anchor : events[index - 1]!.hash) !== null)
