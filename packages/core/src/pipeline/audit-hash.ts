import { hash } from "node:crypto"
import { type AuditEvent, auditColumns } from "../contract/index.ts"

/** What the first event of a chain has for the hash before it. */
export const genesis = "0".repeat(64)

const covered = auditColumns.filter((column) => column !== "hash")

/**
 * An event's hash covers every exported column and, through previous_hash, all events before it: nothing
 * can be cut out or changed without every later hash giving it away. Anyone can compute it from an export.
 */
export const auditHash = (event: Omit<AuditEvent, "hash">): string =>
  hash("sha256", JSON.stringify(covered.map((column) => event[column as keyof typeof event])), "hex")

/**
 * Where a chain is broken: the index of the first event that is not as it was sealed, or does not follow the one
 * before it; -1 where all is well. A chain that retention cut begins behind its anchor: the hash of the last event
 * that was removed.
 */
export const chainBreak = (events: ReadonlyArray<AuditEvent>, anchor: string = genesis): number =>
  events.findIndex(
    (event, index) =>
      event.hash !== auditHash(event) ||
      event.previous_hash !== (index === 0 ? anchor : events[index - 1]!.hash)
  )
