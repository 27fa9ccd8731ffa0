import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { barOn, exitCodes, thisTerminal } from "@adwarden/cli"
import {
  auditTrailEndpoint,
  type ChainFlaw,
  type ChainVerification,
  type EventPosition,
  type FileVerification,
  makeFileVerifier,
  startsAtGenesis,
  UnreadableExport
} from "@adwarden/core"
import { operationByName, rowsWriterFor } from "@adwarden/core/contract"
import { Effect, Option } from "effect"
import { decode, group, optional, textArgument, textFlag, withDefault } from "../command-line.ts"
import { asOperator } from "../operator.ts"
import { Stop } from "../stop.ts"
import { outputCommand } from "./command-output.ts"
import { org } from "./operator-commands.ts"

/** The whole trail, also of an organization that was deleted. */
const exportTrail = outputCommand(
  "export",
  { org },
  "Export the whole audit trail of an organization as JSON, which audit verify proves. A deleted organization is named deleted-ID.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(auditTrailEndpoint, (trail) => trail(org))
    ).pipe(
      Effect.map(({ events, ...header }) => {
        const writer = rowsWriterFor(operationByName.get("audit.export")!, {}, header)
        return {
          data: { ...header, events },
          text: `${writer.prefix}${writer.formatRows(events, true)}${writer.suffix}`
        }
      })
    )
)

/**
 * The result of a verification, in sentences. Texts from a file are shown as JSON, so that they cannot control the
 * terminal.
 */

const eventLabel = ({ at, id, nth }: EventPosition): string =>
  `event ${nth} (${JSON.stringify(id)}, ${JSON.stringify(at)})`

const eventCount = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`

const flawMessage = (flaw: ChainFlaw): string => {
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

const whereItEnds = ({ last, sealed, unsealed }: ChainVerification): string =>
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
const proofLines = (proof: ChainVerification): ReadonlyArray<string> => {
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
const proofAsData = (proof: ChainVerification) => {
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

const file = textArgument(
  "file",
  "An export of the audit trail, JSON or CSV; - or nothing reads it from stdin"
).pipe(withDefault("-"))
const head = textFlag(
  "head",
  "A head that you stored: the file must lead to it. For CSV, it is in the response header X-Audit-Head"
).pipe(
  decode((text) =>
    /^[0-9a-f]{64}$/.test(text)
      ? Effect.succeed(text)
      : Effect.fail("--head takes a hash of 64 hexadecimal digits.")
  ),
  optional
)

/** Reads while it verifies, so that a file can have any size. */
const verifyFile = (path: string, keptHead: string | null): Effect.Effect<FileVerification, Stop> =>
  Effect.tryPromise({
    try: async () => {
      const fileProof = makeFileVerifier(keptHead)
      const file = path === "-" ? null : createReadStream(path)
      const size = file === null ? 0 : (await stat(path)).size
      const bar = barOn(thisTerminal().err)
      try {
        for await (const text of (file ?? process.stdin).setEncoding("utf8")) {
          fileProof.push(String(text))
          if (file !== null) bar.update(file.bytesRead, size, `Proving ${path}`)
        }
      } finally {
        bar.end()
      }
      return fileProof.end()
    },
    catch: (error) => {
      const label = path === "-" ? "stdin" : path
      return error instanceof UnreadableExport
        ? new Stop({ message: `${label} is not an export of the audit trail: ${error.message}.` })
        : new Stop({ message: `Cannot read ${label}: ${error instanceof Error ? error.message : error}` })
    }
  })

const verify = outputCommand(
  "verify",
  { file, head },
  `Verify offline that no event of an export was changed or deleted. Exits with 0 if it is proved, ${exitCodes.changed.code} if an event was changed, deleted, inserted or moved (the first is named), ${exitCodes.incomplete.code} if the file is incomplete, 1 if it cannot be read.`,
  ({ file, head }) =>
    Effect.gen(function* () {
      const { cutOff, verification } = yield* verifyFile(file, Option.getOrNull(head))
      const { flaw } = verification
      if (flaw !== null) {
        const ending = flaw.kind === "headless" || flaw.kind === "miscounted" ? "incomplete" : "changed"
        return yield* new Stop({
          exitReason: ending,
          message: flawMessage(flaw),
          error: { code: "not_proved", flaw }
        })
      }
      if (cutOff) {
        const message = `The file is incomplete: it ends ${whereItEnds(verification)}. Export it again.`
        return yield* new Stop({
          exitReason: "incomplete",
          message,
          error: { code: "not_proved", flaw: null }
        })
      }
      return { data: proofAsData(verification), text: proofLines(verification).join("\n") }
    })
)

export const audit = group("audit", [exportTrail, verify])
