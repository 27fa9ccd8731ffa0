import { runStdio } from "@adwarden/mcp/stdio"
import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { mcpDestination } from "../session/mcp-destination.ts"

const url = Options.text("url").pipe(Options.optional)
const profile = Options.text("profile").pipe(Options.optional)
export const mcp = Command.make("mcp", { url, profile }, ({ profile, url }) =>
  Effect.promise(() =>
    runStdio(mcpDestination({ url: Option.getOrUndefined(url), profile: Option.getOrUndefined(profile) }))
  )
)
