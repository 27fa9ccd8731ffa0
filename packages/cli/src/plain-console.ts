import { stripVTControlCharacters } from "node:util"
import { Console, Effect, Layer } from "effect"

const plain = (stream: NodeJS.WriteStream, write: (...args: ReadonlyArray<unknown>) => void) =>
  stream.isTTY && process.env["NO_COLOR"] === undefined
    ? write
    : (...args: ReadonlyArray<unknown>) =>
        write(...args.map((arg) => (typeof arg === "string" ? stripVTControlCharacters(arg) : arg)))

const log = plain(process.stdout, console.log)
const error = plain(process.stderr, console.error)

/** Help comes painted; into a file or a pipe it goes without the paint. */
export const plainConsole: Layer.Layer<never> = Layer.unwrapEffect(
  Effect.map(Effect.console, (console) =>
    Console.setConsole({
      ...console,
      log: (...args) => Effect.sync(() => log(...args)),
      error: (...args) => Effect.sync(() => error(...args))
    })
  )
)
