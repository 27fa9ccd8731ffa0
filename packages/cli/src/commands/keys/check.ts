import { text as readAll } from "node:stream/consumers"
import { isWellFormedKey } from "@adwarden/core/contract"
import { Args, Command } from "@effect/cli"
import { Console, Effect, Option } from "effect"
import { Stop } from "../../stop.ts"

const text = Args.text({ name: "key" }).pipe(
  Args.withDescription("The text; - or nothing reads it from stdin, where no list of processes shows it"),
  Args.optional
)

export const check = Command.make("check", { text }, ({ text }) =>
  Effect.gen(function* () {
    const given = Option.getOrElse(text, () => "-")
    const found = (given === "-" ? yield* Effect.promise(() => readAll(process.stdin)) : given).trim()
    if (!isWellFormedKey(found)) return yield* new Stop({ message: "This is not a well-formed key." })
    yield* Console.log(`This is a well-formed ${found.startsWith("svc_test_") ? "test " : ""}key.`)
  })
).pipe(
  Command.withDescription(
    "Tell whether a text is a well-formed key, offline. Whether it still works only a request can tell."
  )
)
