import { type ChainFlaw, type ChainVerification, type EventPosition, startsAtGenesis } from "@adwarden/core"

/**
 * The result of a verification, in sentences. Texts from a file are shown as JSON, so that they cannot control the
 * terminal.
 */

const eventLabel = ({ at, id, nth }: EventPosition): string =>
  `event ${nth} (${JSON.stringify(id)}, ${JSON.stringify(at)})`

const eventCount = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`

export const flawMessage = (flaw: ChainFlaw): string => {
  switch (flaw.kind) {
    case "changed":
      return `Not proved: ${eventLabel(flaw.event)} was changed after it was sealed.`
    case "missing":
      return `Not proved: between ${eventLabel(flaw.after)} and ${eventLabel(flaw.before)} an event was deleted, inserted or moved. The missing event has the hash ${flaw.hash}.`
    case "unsealed":
      return `Not proved: ${eventLabel(flaw.event)} has lost its seal. Only the newest events can lack one, but sealed events follow it.`
    case "miscounted":
      return `Not proved: the file declares ${eventCount(flaw.declared)}, but has ${flaw.counted}. Events were deleted or inserted at its beginning or end.`
    case "headless":
      return `Not proved: the chain does not lead to the head ${flaw.head}. ${
        flaw.last === null
          ? "No sealed event is there."
          : `What comes after ${eventLabel(flaw.last)} was deleted, or was never part of this export.`
      }`
  }
}

export const whereItEnds = ({ last, sealed, unsealed }: ChainVerification): string =>
  last === null
    ? "before its first sealed event"
    : `after ${eventCount(sealed + unsealed)}, the last sealed ${eventLabel(last)}`

const startLine = (proof: ChainVerification): string =>
  startsAtGenesis(proof)
    ? "It begins with the first event."
    : `It begins after the event with the hash ${proof.anchor}. Older events are in other exports, or were deleted by retention.`

const headLine = ({
  expectedHead,
  eventsUpToExpectedHead,
  last,
  lastHash,
  sealed
}: ChainVerification): string => {
  if (expectedHead === null) return `Head: ${lastHash}. Store it to detect a truncated trail later.`
  return eventsUpToExpectedHead === sealed
    ? `It leads to the head that you stored, with ${eventLabel(last!)}.`
    : `It leads to the head that you stored with its first ${eventCount(eventsUpToExpectedHead ?? 0)}. Its new head: ${lastHash}`
}

/** The sentences about what is proved, and what is not. */
export const proofLines = (proof: ChainVerification): ReadonlyArray<string> => {
  const { erased, first, last, sealed, unsealed } = proof
  const unsealedLines =
    unsealed === 0 ? [] : [`Not sealed yet and therefore not proved: the newest ${eventCount(unsealed)}.`]
  if (sealed === 0 || first === null || last === null)
    return ["It contains no sealed events to prove.", ...unsealedLines]
  return [
    `Proved: ${eventCount(sealed)} from ${JSON.stringify(first.at)} to ${JSON.stringify(last.at)}, unchanged and without a gap.`,
    startLine(proof),
    headLine(proof),
    ...(erased === 0
      ? []
      : [
          `Of ${eventCount(erased)} the person was deleted: address, IP and user agent are erased, the rest is proved.`
        ]),
    ...unsealedLines
  ]
}

/** The same for programs. */
export const proofAsData = (proof: ChainVerification) => {
  const { anchor, first, expectedHead, eventsUpToExpectedHead, last, lastHash, sealed, unsealed } = proof
  return {
    proved: sealed > 0,
    sealed,
    unsealed,
    from_the_beginning: startsAtGenesis(proof),
    previous_hash: anchor,
    first,
    last,
    head: lastHash,
    kept_head: expectedHead,
    events_up_to_kept_head: eventsUpToExpectedHead
  }
}
