import { text as readAll } from "node:stream/consumers"
import { isWellFormedKey, keyLastFour, keyPrefix } from "@adwarden/core/contract"
import { Args } from "@effect/cli"
import { Effect, Option } from "effect"
import { Stop } from "../../stop.ts"
import { outputCommand } from "../command-output.ts"

const source = Args.text({ name: "-" }).pipe(
  Args.withDescription(
    "The text is read from stdin, whether this is there or not: a command line is seen by others"
  ),
  Args.optional
)

const keyInCommandLine = new Stop({
  message:
    "A key does not belong in a command line, where lists of processes and the history of the shell show it. Pipe it in.",
  exitReason: "usage",
  next: "adwarden keys check < FILE"
})

export const check = outputCommand(
  "check",
  { source },
  "Tell whether a text is a well-formed key, offline. Whether it still works only a request can tell.",
  ({ source }) =>
    Effect.gen(function* () {
      if (Option.getOrElse(source, () => "-") !== "-") return yield* keyInCommandLine
      const text = (yield* Effect.promise(() => readAll(process.stdin))).trim()
      if (!isWellFormedKey(text)) return yield* new Stop({ message: "This is not a well-formed key." })
      const isTest = text.startsWith("svc_test_")
      const data = {
        well_formed: true,
        test: isTest,
        prefix: keyPrefix(text),
        last_four: keyLastFour(text)
      }
      return { data, text: `This is a well-formed ${isTest ? "test " : ""}key.` }
    })
)
