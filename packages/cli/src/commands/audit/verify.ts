import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { type FileProof, makeFileProof, Unreadable } from "@adwarden/core"
import { Args, Command, HelpDoc, Options, ValidationError } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { Stop } from "../../stop.ts"
import { barOn } from "../../terminal/bar.ts"
import { thisTerminal } from "../../terminal/terminal.ts"
import { described } from "../operator-commands.ts"
import { flawInWords, proofInWords, whereItEnds } from "./words.ts"

/** What scripts look at: 1 stands for whatever else can go wrong, a file that is no export among it. */
const codes = { changed: 2, incomplete: 3 } as const

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

export const verify = Command.make("verify", { file, head }, ({ file, head }) =>
  Effect.gen(function* () {
    const { cutOff, proof } = yield* prove(file, Option.getOrNull(head))
    const { flaw } = proof
    if (flaw !== null) {
      const code = flaw.is === "headless" || flaw.is === "miscounted" ? codes.incomplete : codes.changed
      return yield* new Stop({ code, message: flawInWords(flaw) })
    }
    if (cutOff) {
      const message = `The file ends in the middle, ${whereItEnds(proof)}. Export it again.`
      return yield* new Stop({ code: codes.incomplete, message })
    }
    yield* Effect.forEach(proofInWords(proof), (line) => Console.log(line))
  })
).pipe(
  Command.withDescription(
    "Prove offline that nothing in an export was changed or cut. Ends with 0 where it is proved, 2 where an event was changed, cut out, put in or moved (the first is named), 3 where the file does not come to its end, 1 where it cannot be read."
  )
)
