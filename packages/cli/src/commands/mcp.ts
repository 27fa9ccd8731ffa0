import { runStdio } from "@adwarden/mcp/stdio"
import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"

const url = Options.text("url").pipe(
  Options.withDescription(
    "Address of Adwarden; ADWARDEN_URL, PUBLIC_URL or http://localhost:4280 without it"
  ),
  Options.optional
)

/** Run by bin.ts without loading any of this; here for the help, and for whoever writes its options otherwise. */
export const mcp = Command.make("mcp", { url }, ({ url }) =>
  Effect.promise(() => runStdio({ url: Option.getOrNull(url) }))
).pipe(
  Command.withDescription(
    [
      "Speak MCP over stdin and stdout, for desktop clients that start a program: passes everything on to the service.",
      "Settings: ADWARDEN_API_KEY (asked for), ADWARDEN_URL."
    ].join(" ")
  )
)
