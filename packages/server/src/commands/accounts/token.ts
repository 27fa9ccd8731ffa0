import { readFile } from "node:fs/promises"
import { text as readAll } from "node:stream/consumers"
import { Effect, Option, Redacted } from "effect"
import { optional, textFlag } from "../../command-line/index.ts"
import { Stop, usageStop } from "../../stop.ts"

const variable = "GOOGLE_ADS_REFRESH_TOKEN"

/** Never the token itself: process lists and the shell history show the command line. */
export const tokenFile = textFlag(
  "token-file",
  `File with the refresh token that the login's owner granted; - reads it from stdin. Or set ${variable}`
).pipe(optional)

const readTokenFrom = (path: string): Effect.Effect<string, Stop> =>
  Effect.tryPromise({
    try: () => (path === "-" ? readAll(process.stdin) : readFile(path, "utf8")),
    catch: (error) =>
      new Stop({
        message: `Cannot read the refresh token: ${error instanceof Error ? error.message : error}`
      })
  })

/** Reads the refresh token from the file, stdin or the environment; null if none is given. */
export const readToken = (file: Option.Option<string>): Effect.Effect<Redacted.Redacted | null, Stop> =>
  Effect.gen(function* () {
    const path = Option.getOrNull(file)
    const text = (path === null ? (process.env[variable] ?? "") : yield* readTokenFrom(path)).trim()
    if (text !== "") {
      return /\s/.test(text)
        ? yield* usageStop("This is not a refresh token: it has more than one word or line.")
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
