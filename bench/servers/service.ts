import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { Effect } from "effect"
import { startHost } from "./start-host.ts"

/** REST and MCP, as scripts and agents use them. */
startHost((host) =>
  Effect.gen(function* () {
    host.route("/", yield* restApp)
    host.route("/", yield* mcpApp)
  })
)
