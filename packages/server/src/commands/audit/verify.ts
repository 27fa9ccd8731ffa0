import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { barOn, exitCodes, thisTerminal } from "@adwarden/cli"
import { type FileVerification, makeFileVerifier, UnreadableExport } from "@adwarden/core"
import { Effect, Option } from "effect"
import { decode, optional, textArgument, textFlag, withDefault } from "../../command-line/index.ts"
import { Stop } from "../../stop.ts"
import { outputCommand } from "../command-output.ts"
import { flawMessage, proofAsData, proofLines, whereItEnds } from "./messages.ts"

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

export const verify = outputCommand(
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
