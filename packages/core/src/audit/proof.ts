import { type AuditEvent, auditColumns } from "../contract/index.ts"
import type { ToldEvent, ToldOfFile } from "./file/reader.ts"
import { genesis, linkFlaw } from "./hash.ts"

/** An event in a file: the how many-th it is, and what names it. */
export interface Place {
  readonly nth: number
  readonly id: string
  readonly at: string
}

/** The first thing that is wrong with an export. */
export type Flaw =
  /** An event that is not as it was sealed. */
  | { readonly is: "changed"; readonly event: Place }
  /** The event of this hash, which `before` follows, is not where it was: it was cut, or something was put in or moved. */
  | { readonly is: "missing"; readonly hash: string; readonly after: Place; readonly before: Place }
  /** Only the newest events can be unsealed, and sealed ones stand behind this one. */
  | { readonly is: "unsealed"; readonly event: Place }
  /** The file tells another number of events than it has. */
  | { readonly is: "miscounted"; readonly told: number; readonly found: number }
  /** The chain never comes to this head: its end was cut, or it ends before, or is another's. */
  | { readonly is: "headless"; readonly head: string; readonly last: Place | null }

/** What is proved of a file so far: begun by `beginProof`, brought forward event by event. */
export interface Proof {
  readonly sealed: number
  readonly unsealed: number
  readonly first: Place | null
  /** The last sealed event, and its hash. */
  readonly last: Place | null
  readonly lastHash: string | null
  readonly firstUnsealed: Place | null
  /** The hash before the first sealed event: that of no event where the chain begins here. */
  readonly anchor: string | null
  /** A head that somebody kept, and how many sealed events lead up to it, once it was met. */
  readonly kept: string | null
  readonly keptAfter: number | null
  readonly flaw: Flaw | null
}

export const beginProof = (kept: string | null): Proof => ({
  sealed: 0,
  unsealed: 0,
  first: null,
  last: null,
  lastHash: null,
  firstUnsealed: null,
  anchor: null,
  kept,
  keptAfter: null,
  flaw: null
})

/** Whether the chain's very first event is there, or it goes on from one that is not. */
export const isFromTheBeginning = ({ anchor }: Proof): boolean => anchor === genesis

/** Every column and nothing else: what no hash covers could say anything. */
const isWhole = (event: ToldEvent): event is AuditEvent & ToldEvent =>
  Object.keys(event).length === auditColumns.length &&
  auditColumns.every((column) => Object.hasOwn(event, column))

const flawOf = (proof: Proof, event: AuditEvent, place: Place): Flaw | null => {
  if (event.hash === null) return event.previous_hash === null ? null : { is: "changed", event: place }
  if (proof.firstUnsealed !== null) return { is: "unsealed", event: proof.firstUnsealed }
  const flaw = linkFlaw(event, proof.lastHash)
  if (flaw === null) return null
  return flaw === "changed"
    ? { is: "changed", event: place }
    : { is: "missing", hash: String(event.previous_hash), after: proof.last!, before: place }
}

/** Brings a proof forward by the file's next event. Where something is wrong, that is what it stays with. */
export const proveNext = (proof: Proof, event: ToldEvent): Proof => {
  if (proof.flaw !== null) return proof
  const nth = proof.sealed + proof.unsealed + 1
  const place: Place = { nth, id: String(event["id"]), at: String(event["at"]) }
  if (!isWhole(event)) return { ...proof, flaw: { is: "changed", event: place } }
  const flaw = flawOf(proof, event, place)
  if (flaw !== null) return { ...proof, flaw }
  const first = proof.first ?? place
  if (event.hash === null) {
    return { ...proof, first, unsealed: proof.unsealed + 1, firstUnsealed: proof.firstUnsealed ?? place }
  }
  const sealed = proof.sealed + 1
  const isKept = proof.kept !== null && proof.kept === event.hash
  // A file that goes on right behind a head that was kept has it as its anchor.
  const wasKept = sealed === 1 && proof.kept !== null && proof.kept === event.previous_hash
  return {
    ...proof,
    first,
    sealed,
    last: place,
    lastHash: event.hash,
    anchor: proof.anchor ?? event.previous_hash,
    keptAfter: isKept ? sealed : wasKept ? 0 : proof.keptAfter
  }
}

/** The proof of a whole file, held against what the file says of itself and against a head that somebody kept. */
export const endProof = (proof: Proof, { head, total }: ToldOfFile): Proof => {
  if (proof.flaw !== null) return proof
  const { kept, keptAfter, last, lastHash, sealed, unsealed } = proof
  const found = sealed + unsealed
  if (kept !== null && keptAfter === null) return { ...proof, flaw: { is: "headless", head: kept, last } }
  if (head !== undefined && head !== lastHash) {
    return { ...proof, flaw: { is: "headless", head: head ?? "none", last } }
  }
  return total === null || total === found
    ? proof
    : { ...proof, flaw: { is: "miscounted", told: total, found } }
}
