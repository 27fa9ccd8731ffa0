import { text as readAll } from "node:stream/consumers"
import { isWellFormedKey, keyLastFour, keyPrefix } from "@adwarden/core/contract"
import { Effect, Option } from "effect"
import { optional, textArgument } from "../../command-line/index.ts"
import { Stop } from "../../stop.ts"
import { outputCommand } from "../command-output.ts"

const source = textArgument(
  "-",
  "The text is always read from stdin, because others can see a command line"
).pipe(optional)

const keyInCommandLine = new Stop({
  message:
    "Do not put a key on the command line, where process lists and the shell history show it. Pipe it in.",
  exitReason: "usage",
  next: "adwarden keys check < FILE"
})

export const check = outputCommand(
  "check",
  { source },
  "Check offline whether a text is a well-formed key. Only a request can show whether it is valid.",
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
