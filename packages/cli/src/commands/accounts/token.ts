import { readFile } from "node:fs/promises"
import { text as readAll } from "node:stream/consumers"
import { Options } from "@effect/cli"
import { Effect, Option, Redacted } from "effect"
import { Stop, usageStop } from "../../stop.ts"
import { textOption } from "../operator-commands.ts"

const variable = "GOOGLE_ADS_REFRESH_TOKEN"

/** Never the token itself: what stands in a command line is in every list of processes, and in the shell's history. */
export const tokenFile = textOption(
  "token-file",
  `File with the refresh token that the login's owner granted; - reads it from stdin. Or set ${variable}`
).pipe(Options.optional)

const readTokenFrom = (path: string): Effect.Effect<string, Stop> =>
  Effect.tryPromise({
    try: () => (path === "-" ? readAll(process.stdin) : readFile(path, "utf8")),
    catch: (error) =>
      new Stop({
        message: `Cannot read the refresh token: ${error instanceof Error ? error.message : error}`
      })
  })

/** The refresh token from where it was put, or null where none was. */
export const readToken = (file: Option.Option<string>): Effect.Effect<Redacted.Redacted | null, Stop> =>
  Effect.gen(function* () {
    const path = Option.getOrNull(file)
    const text = (path === null ? (process.env[variable] ?? "") : yield* readTokenFrom(path)).trim()
    if (text !== "") {
      return /\s/.test(text)
        ? yield* usageStop("That is no refresh token: it has more than one word or line.")
        : Redacted.make(text)
    }
    return path === null ? null : yield* usageStop("The refresh token is empty.")
  })

export const requiredToken = (file: Option.Option<string>): Effect.Effect<Redacted.Redacted, Stop> =>
  Effect.flatMap(readToken(file), (token) =>
    token === null
      ? usageStop(
          `This needs the refresh token that the login's owner granted: --token-file with a file (or - for stdin), or ${variable}.`
        )
      : Effect.succeed(token)
  )
