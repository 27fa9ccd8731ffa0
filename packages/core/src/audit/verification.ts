import { type AuditEvent, auditColumns } from "../contract/index.ts"
import { genesis, isErased, linkFlaw } from "./chain.ts"

/** The columns of files from before events had keys for their personal values. */
export const earlierColumns = auditColumns.filter((column) => column !== "personal_key")

/** An event as read from a file. The file is untrusted, so it can contain anything. */
export type RawEvent = Readonly<Record<string, unknown>>

/** The file's statements about itself, besides its events. */
export interface FileSummary {
  readonly total: number | null
  /** Undefined if the file format has no head. */
  readonly head: string | null | undefined
}

/** An event in a file: its ordinal number and its identifiers. */
export interface EventPosition {
  readonly nth: number
  readonly id: string
  readonly at: string
}

/** The first flaw of an export. */
export type ChainFlaw =
  /** An event that was changed since sealing. */
  | { readonly kind: "changed"; readonly event: EventPosition }
  /**
   * The event with this hash, which `before` follows, is not in its position: it was removed, or events were
   * inserted or moved.
   */
  | {
      readonly kind: "missing"
      readonly hash: string
      readonly after: EventPosition
      readonly before: EventPosition
    }
  /** Only the newest events can be unsealed, but sealed ones follow this one. */
  | { readonly kind: "unsealed"; readonly event: EventPosition }
  /** The file declares a different number of events than it contains. */
  | { readonly kind: "miscounted"; readonly declared: number; readonly counted: number }
  /** The chain does not reach this head: it was truncated, ends earlier or is another chain. */
  | { readonly kind: "headless"; readonly head: string; readonly last: EventPosition | null }

/** The verification of a file so far: started by `beginVerification`, advanced event by event. */
export interface ChainVerification {
  readonly sealed: number
  readonly unsealed: number
  /** How many sealed events had their personal values erased, because a person was deleted. */
  readonly erased: number
  readonly first: EventPosition | null
  /** The last sealed event, and its hash. */
  readonly last: EventPosition | null
  readonly lastHash: string | null
  readonly firstUnsealed: EventPosition | null
  /** The hash before the first sealed event: the genesis hash if the chain begins here. */
  readonly anchor: string | null
  /** A head that the verifier saved earlier, and the number of sealed events up to it, once found. */
  readonly expectedHead: string | null
  readonly eventsUpToExpectedHead: number | null
  readonly flaw: ChainFlaw | null
}

export const beginVerification = (expectedHead: string | null): ChainVerification => ({
  sealed: 0,
  unsealed: 0,
  erased: 0,
  first: null,
  last: null,
  lastHash: null,
  firstUnsealed: null,
  anchor: null,
  expectedHead,
  eventsUpToExpectedHead: null,
  flaw: null
})

/** Whether the file contains the chain's first event. */
export const startsAtGenesis = ({ anchor }: ChainVerification): boolean => anchor === genesis

/**
 * Whether all columns are present and no others, because no hash would cover those. Files from before events had
 * keys lack that column.
 */
const hasAllColumns = (event: RawEvent): event is AuditEvent & RawEvent => {
  const columns = Object.hasOwn(event, "personal_key") ? auditColumns : earlierColumns
  return (
    Object.keys(event).length === columns.length && columns.every((column) => Object.hasOwn(event, column))
  )
}

const flawOf = (
  verification: ChainVerification,
  event: AuditEvent,
  position: EventPosition
): ChainFlaw | null => {
  if (event.hash === null) return event.previous_hash === null ? null : { kind: "changed", event: position }
  if (verification.firstUnsealed !== null) return { kind: "unsealed", event: verification.firstUnsealed }
  const flaw = linkFlaw(event, verification.lastHash)
  if (flaw === null) return null
  return flaw === "changed"
    ? { kind: "changed", event: position }
    : { kind: "missing", hash: String(event.previous_hash), after: verification.last!, before: position }
}

/** Advances a verification by the file's next event. The first flaw is final. */
export const verifyNext = (verification: ChainVerification, event: RawEvent): ChainVerification => {
  if (verification.flaw !== null) return verification
  const nth = verification.sealed + verification.unsealed + 1
  const position: EventPosition = { nth, id: String(event["id"]), at: String(event["at"]) }
  if (!hasAllColumns(event)) return { ...verification, flaw: { kind: "changed", event: position } }
  const flaw = flawOf(verification, event, position)
  if (flaw !== null) return { ...verification, flaw }
  const first = verification.first ?? position
  if (event.hash === null) {
    return {
      ...verification,
      first,
      unsealed: verification.unsealed + 1,
      firstUnsealed: verification.firstUnsealed ?? position
    }
  }
  const sealed = verification.sealed + 1
  const isExpectedHead = verification.expectedHead !== null && verification.expectedHead === event.hash
  // A file that continues right after the saved head has that head as its anchor.
  const followsExpectedHead =
    sealed === 1 && verification.expectedHead !== null && verification.expectedHead === event.previous_hash
  return {
    ...verification,
    first,
    sealed,
    erased: verification.erased + (isErased(event) ? 1 : 0),
    last: position,
    lastHash: event.hash,
    anchor: verification.anchor ?? event.previous_hash,
    eventsUpToExpectedHead: isExpectedHead
      ? sealed
      : followsExpectedHead
        ? 0
        : verification.eventsUpToExpectedHead
  }
}

/** Finishes the verification of a file: checks its declared summary and the saved head. */
export const finishVerification = (
  verification: ChainVerification,
  { head, total }: FileSummary
): ChainVerification => {
  if (verification.flaw !== null) return verification
  const { expectedHead, eventsUpToExpectedHead, last, lastHash, sealed, unsealed } = verification
  const found = sealed + unsealed
  if (expectedHead !== null && eventsUpToExpectedHead === null)
    return { ...verification, flaw: { kind: "headless", head: expectedHead, last } }
  if (head !== undefined && head !== lastHash) {
    return { ...verification, flaw: { kind: "headless", head: head ?? "none", last } }
  }
  return total === null || total === found
    ? verification
    : { ...verification, flaw: { kind: "miscounted", declared: total, counted: found } }
}
