import { type AuditEvent, auditColumns } from "../contract/index.ts"
import type { FileSummary, RawEvent } from "./file/reader.ts"
import { genesis, linkFlaw } from "./hash.ts"

/** An event in a file: the how many-th it is, and what names it. */
export interface EventPosition {
  readonly nth: number
  readonly id: string
  readonly at: string
}

/** The first thing that is wrong with an export. */
export type ChainFlaw =
  /** An event that is not as it was sealed. */
  | { readonly kind: "changed"; readonly event: EventPosition }
  /** The event of this hash, which `before` follows, is not where it was: it was cut, or something was put in or moved. */
  | {
      readonly kind: "missing"
      readonly hash: string
      readonly after: EventPosition
      readonly before: EventPosition
    }
  /** Only the newest events can be unsealed, and sealed ones stand behind this one. */
  | { readonly kind: "unsealed"; readonly event: EventPosition }
  /** The file tells another number of events than it has. */
  | { readonly kind: "miscounted"; readonly declared: number; readonly counted: number }
  /** The chain never comes to this head: its end was cut, or it ends before, or is another's. */
  | { readonly kind: "headless"; readonly head: string; readonly last: EventPosition | null }

/** What is proved of a file so far: begun by `beginProof`, brought forward event by event. */
export interface ChainVerification {
  readonly sealed: number
  readonly unsealed: number
  readonly first: EventPosition | null
  /** The last sealed event, and its hash. */
  readonly last: EventPosition | null
  readonly lastHash: string | null
  readonly firstUnsealed: EventPosition | null
  /** The hash before the first sealed event: that of no event where the chain begins here. */
  readonly anchor: string | null
  /** A head that somebody kept, and how many sealed events lead up to it, once it was met. */
  readonly expectedHead: string | null
  readonly eventsUpToExpectedHead: number | null
  readonly flaw: ChainFlaw | null
}

export const beginVerification = (expectedHead: string | null): ChainVerification => ({
  sealed: 0,
  unsealed: 0,
  first: null,
  last: null,
  lastHash: null,
  firstUnsealed: null,
  anchor: null,
  expectedHead,
  eventsUpToExpectedHead: null,
  flaw: null
})

/** Whether the chain's very first event is there, or it goes on from one that is not. */
export const startsAtGenesis = ({ anchor }: ChainVerification): boolean => anchor === genesis

/** Every column and nothing else: what no hash covers could say anything. */
const hasAllColumns = (event: RawEvent): event is AuditEvent & RawEvent =>
  Object.keys(event).length === auditColumns.length &&
  auditColumns.every((column) => Object.hasOwn(event, column))

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

/** Brings a proof forward by the file's next event. Where something is wrong, that is what it stays with. */
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
  // A file that goes on right behind a head that was kept has it as its anchor.
  const followsExpectedHead =
    sealed === 1 && verification.expectedHead !== null && verification.expectedHead === event.previous_hash
  return {
    ...verification,
    first,
    sealed,
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

/** The proof of a whole file, held against what the file says of itself and against a head that somebody kept. */
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
