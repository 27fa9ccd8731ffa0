import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { type FileProof, makeFileProof, Unreadable } from "@adwarden/core"
import { Args, HelpDoc, Options, ValidationError } from "@effect/cli"
import { Effect, Option } from "effect"
import { exitCodes } from "../../exit-codes.ts"
import { Stop } from "../../stop.ts"
import { barOn } from "../../terminal/bar.ts"
import { thisTerminal } from "../../terminal/terminal.ts"
import { answering } from "../answer.ts"
import { described } from "../operator-commands.ts"
import { flawInWords, proofAsData, proofInWords, whereItEnds } from "./words.ts"

const file = Args.text({ name: "file" }).pipe(
  Args.withDescription("An export of the audit trail, JSON or CSV; - or nothing reads it from stdin"),
  Args.withDefault("-")
)
const head = described(
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
const prove = (path: string, kept: string | null): Effect.Effect<FileProof, Stop> =>
  Effect.tryPromise({
    try: async () => {
      const proving = makeFileProof(kept)
      const file = path === "-" ? null : createReadStream(path)
      const size = file === null ? 0 : (await stat(path)).size
      const bar = barOn(thisTerminal().err)
      try {
        for await (const text of (file ?? process.stdin).setEncoding("utf8")) {
          proving.push(String(text))
          if (file !== null) bar.at(file.bytesRead, size, `Proving ${path}`)
        }
      } finally {
        bar.end()
      }
      return proving.end()
    },
    catch: (error) => {
      const shown = path === "-" ? "stdin" : path
      return error instanceof Unreadable
        ? new Stop({ message: `${shown} is no export of the audit trail: ${error.message}.` })
        : new Stop({ message: `Cannot read ${shown}: ${error instanceof Error ? error.message : error}` })
    }
  })

export const verify = answering(
  "verify",
  { file, head },
  `Prove offline that nothing in an export was changed or cut. Ends with 0 where it is proved, ${exitCodes.changed.code} where an event was changed, cut out, put in or moved (the first is named), ${exitCodes.incomplete.code} where the file does not come to its end, 1 where it cannot be read.`,
  ({ file, head }) =>
    Effect.gen(function* () {
      const { cutOff, proof } = yield* prove(file, Option.getOrNull(head))
      const { flaw } = proof
      if (flaw !== null) {
        const ending = flaw.is === "headless" || flaw.is === "miscounted" ? "incomplete" : "changed"
        return yield* new Stop({ ending, message: flawInWords(flaw), error: { code: "not_proved", flaw } })
      }
      if (cutOff) {
        const message = `The file ends in the middle, ${whereItEnds(proof)}. Export it again.`
        return yield* new Stop({ ending: "incomplete", message, error: { code: "not_proved", flaw: null } })
      }
      return { data: proofAsData(proof), shown: proofInWords(proof).join("\n") }
    })
)
