import { hash } from "node:crypto"
import { type AuditEvent, auditColumns } from "../contract/index.ts"

/** What the first event of a chain has for the hash before it. */
export const genesis = "0".repeat(64)

const hashedColumns = auditColumns.filter((column) => column !== "hash")

/**
 * An event's hash covers every exported column and, through previous_hash, all events before it: nothing
 * can be cut out or changed without every later hash giving it away. Anyone can compute it from an export.
 */
export const auditHash = (event: Omit<AuditEvent, "hash">): string =>
  hash("sha256", JSON.stringify(hashedColumns.map((column) => event[column as keyof typeof event])), "hex")

/**
 * What is wrong with a sealed event behind another one: it is not as it was sealed, or it does not follow that one.
 * Null where all is well; without a hash before it, there is nothing that it would have to follow.
 */
export const linkFlaw = (event: AuditEvent, before: string | null): "changed" | "misplaced" | null => {
  if (event.hash !== auditHash(event)) return "changed"
  return before === null || event.previous_hash === before ? null : "misplaced"
}

/**
 * Where a chain is broken: the index of the first event that is not as it was sealed, or does not follow the one
 * before it; -1 where all is well. A chain that retention cut begins behind its anchor: the hash of the last event
 * that was removed.
 */
export const chainBreak = (events: ReadonlyArray<AuditEvent>, anchor: string = genesis): number =>
  events.findIndex((event, index) => linkFlaw(event, index === 0 ? anchor : events[index - 1]!.hash) !== null)
