import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { type FileVerification, makeFileVerifier, UnreadableExport } from "@adwarden/core"
import { Args, HelpDoc, Options, ValidationError } from "@effect/cli"
import { Effect, Option } from "effect"
import { exitCodes } from "../../exit-codes.ts"
import { Stop } from "../../stop.ts"
import { barOn } from "../../terminal/bar.ts"
import { thisTerminal } from "../../terminal/terminal.ts"
import { outputCommand } from "../command-output.ts"
import { textOption } from "../operator-commands.ts"
import { flawMessage, proofAsData, proofLines, whereItEnds } from "./messages.ts"

const file = Args.text({ name: "file" }).pipe(
  Args.withDescription("An export of the audit trail, JSON or CSV; - or nothing reads it from stdin"),
  Args.withDefault("-")
)
const head = textOption(
  "head",
  "A head that you kept: the file must lead up to it. For CSV, that of the answer's header X-Audit-Head"
).pipe(
  Options.mapEffect((text) =>
    /^[0-9a-f]{64}$/.test(text)
      ? Effect.succeed(text)
      : Effect.fail(ValidationError.invalidValue(HelpDoc.p("--head takes a hash of 64 hexadecimal digits.")))
  ),
  Options.optional
)

/** Reads as it proves, so that a file may be of any size. */
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
        ? new Stop({ message: `${label} is no export of the audit trail: ${error.message}.` })
        : new Stop({ message: `Cannot read ${label}: ${error instanceof Error ? error.message : error}` })
    }
  })

export const verify = outputCommand(
  "verify",
  { file, head },
  `Prove offline that nothing in an export was changed or cut. Ends with 0 where it is proved, ${exitCodes.changed.code} where an event was changed, cut out, put in or moved (the first is named), ${exitCodes.incomplete.code} where the file does not come to its end, 1 where it cannot be read.`,
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
        const message = `The file ends in the middle, ${whereItEnds(verification)}. Export it again.`
        return yield* new Stop({
          exitReason: "incomplete",
          message,
          error: { code: "not_proved", flaw: null }
        })
      }
      return { data: proofAsData(verification), text: proofLines(verification).join("\n") }
    })
)
