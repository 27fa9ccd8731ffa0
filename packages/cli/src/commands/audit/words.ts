import { type Flaw, isFromTheBeginning, type Place, type Proof } from "@adwarden/core"

/* What a proof says, in sentences. Texts from a file are shown as JSON, so that none of them can paint the terminal. */

const named = ({ at, id, nth }: Place): string =>
  `event ${nth} (${JSON.stringify(id)}, ${JSON.stringify(at)})`

const counted = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`

export const flawInWords = (flaw: Flaw): string => {
  switch (flaw.is) {
    case "changed":
      return `Not proved: ${named(flaw.event)} is not as it was sealed.`
    case "missing":
      return `Not proved: between ${named(flaw.after)} and ${named(flaw.before)} something was cut, put in or moved. The event that belongs there has the hash ${flaw.hash}.`
    case "unsealed":
      return `Not proved: ${named(flaw.event)} has lost its seal; only the newest events can be without one, and sealed ones stand behind it.`
    case "miscounted":
      return `Not proved: the file says that it has ${counted(flaw.told)}, and has ${flaw.found}. Something was cut off or put in at its beginning or its end.`
    case "headless":
      return `Not proved: the chain does not lead to the head ${flaw.head}. ${
        flaw.last === null
          ? "No sealed event is there."
          : `What comes after ${named(flaw.last)} was cut, or was never part of this export.`
      }`
  }
}

export const whereItEnds = ({ last, sealed, unsealed }: Proof): string =>
  last === null
    ? "before its first sealed event"
    : `behind ${counted(sealed + unsealed)}, the last sealed ${named(last)}`

const beginning = (proof: Proof): string =>
  isFromTheBeginning(proof)
    ? "It begins with the first event of all."
    : `It begins behind the event with the hash ${proof.anchor}: older events are in other exports, or past the time for which they are kept.`

const upTo = ({ kept, keptAfter, last, lastHash, sealed }: Proof): string => {
  if (kept === null) return `Head: ${lastHash}. Keep it, and nobody can cut what leads up to it.`
  return keptAfter === sealed
    ? `It leads up to the head that you kept, with ${named(last!)}.`
    : `It leads up to the head that you kept with its first ${counted(keptAfter ?? 0)}. Its new head: ${lastHash}`
}

/** What is proved, and what is not. */
export const proofInWords = (proof: Proof): ReadonlyArray<string> => {
  const { first, last, sealed, unsealed } = proof
  const open =
    unsealed === 0 ? [] : [`Not sealed yet, so not proved by anything: the newest ${counted(unsealed)}.`]
  if (sealed === 0 || first === null || last === null)
    return ["There is nothing sealed in it to prove.", ...open]
  return [
    `Proved: ${counted(sealed)} from ${JSON.stringify(first.at)} to ${JSON.stringify(last.at)}, unchanged and without a gap.`,
    beginning(proof),
    upTo(proof),
    ...open
  ]
}

/** The same for programs. */
export const proofAsData = (proof: Proof) => {
  const { anchor, first, kept, keptAfter, last, lastHash, sealed, unsealed } = proof
  return {
    proved: sealed > 0,
    sealed,
    unsealed,
    from_the_beginning: isFromTheBeginning(proof),
    previous_hash: anchor,
    first,
    last,
    head: lastHash,
    kept_head: kept,
    events_up_to_kept_head: keptAfter
  }
}
