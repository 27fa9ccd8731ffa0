import { type ChainFlaw, type ChainVerification, type EventPosition, startsAtGenesis } from "@adwarden/core"

/* What a proof says, in sentences. Texts from a file are shown as JSON, so that none of them can paint the terminal. */

const eventLabel = ({ at, id, nth }: EventPosition): string =>
  `event ${nth} (${JSON.stringify(id)}, ${JSON.stringify(at)})`

const eventCount = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`

export const flawMessage = (flaw: ChainFlaw): string => {
  switch (flaw.kind) {
    case "changed":
      return `Not proved: ${eventLabel(flaw.event)} is not as it was sealed.`
    case "missing":
      return `Not proved: between ${eventLabel(flaw.after)} and ${eventLabel(flaw.before)} something was cut, put in or moved. The event that belongs there has the hash ${flaw.hash}.`
    case "unsealed":
      return `Not proved: ${eventLabel(flaw.event)} has lost its seal; only the newest events can be without one, and sealed ones stand behind it.`
    case "miscounted":
      return `Not proved: the file says that it has ${eventCount(flaw.declared)}, and has ${flaw.counted}. Something was cut off or put in at its beginning or its end.`
    case "headless":
      return `Not proved: the chain does not lead to the head ${flaw.head}. ${
        flaw.last === null
          ? "No sealed event is there."
          : `What comes after ${eventLabel(flaw.last)} was cut, or was never part of this export.`
      }`
  }
}

export const whereItEnds = ({ last, sealed, unsealed }: ChainVerification): string =>
  last === null
    ? "before its first sealed event"
    : `behind ${eventCount(sealed + unsealed)}, the last sealed ${eventLabel(last)}`

const startLine = (proof: ChainVerification): string =>
  startsAtGenesis(proof)
    ? "It begins with the first event of all."
    : `It begins behind the event with the hash ${proof.anchor}: older events are in other exports, or past the time for which they are kept.`

const headLine = ({
  expectedHead,
  eventsUpToExpectedHead,
  last,
  lastHash,
  sealed
}: ChainVerification): string => {
  if (expectedHead === null) return `Head: ${lastHash}. Keep it, and nobody can cut what leads up to it.`
  return eventsUpToExpectedHead === sealed
    ? `It leads up to the head that you kept, with ${eventLabel(last!)}.`
    : `It leads up to the head that you kept with its first ${eventCount(eventsUpToExpectedHead ?? 0)}. Its new head: ${lastHash}`
}

/** What is proved, and what is not. */
export const proofLines = (proof: ChainVerification): ReadonlyArray<string> => {
  const { first, last, sealed, unsealed } = proof
  const unsealedLines =
    unsealed === 0 ? [] : [`Not sealed yet, so not proved by anything: the newest ${eventCount(unsealed)}.`]
  if (sealed === 0 || first === null || last === null)
    return ["There is nothing sealed in it to prove.", ...unsealedLines]
  return [
    `Proved: ${eventCount(sealed)} from ${JSON.stringify(first.at)} to ${JSON.stringify(last.at)}, unchanged and without a gap.`,
    startLine(proof),
    headLine(proof),
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
