import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { defaultSettings, type SettingsShape } from "@adwarden/core"
import { createAdaptorServer } from "@hono/node-server"
import { type Clock, Effect } from "effect"
import { afterFile } from "../../../core/test/support/after-file.ts"
import { runOnPlatform } from "../../../core/test/support/on-platform.ts"
import { runCore } from "../../../core/test/support/run-core.ts"
import { mcpApp } from "../../src/index.ts"

/** The MCP host over real HTTP, on its own demo world. Its waits end by the clock, if one is given. */
export const startService = (changes: Partial<SettingsShape> = {}, clock?: Clock.Clock) =>
  serving(runCore, changes, clock)

/** The same with an emulator, so that changes reach the ad platform. */
export const startOnPlatform = () => serving(runOnPlatform, {})

interface World {
  readonly url: string
  readonly run: (app: typeof mcpApp) => Promise<Effect.Effect.Success<typeof mcpApp>>
}

const serving = async <W extends World>(
  begin: (changes: Partial<SettingsShape>) => Promise<W>,
  changes: Partial<SettingsShape>,
  clock?: Clock.Clock
) => {
  let fetch: (request: Request, bindings: object) => Response | Promise<Response> = () => new Response()
  const server = createAdaptorServer({ fetch: (request, bindings) => fetch(request, bindings) })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterFile(() => {
    server.close()
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const { appUrl, mcpUrl, publicUrl, restUrl } = defaultSettings(origin)
  const core = await begin({ appUrl, mcpUrl, publicUrl, restUrl, ...changes })
  const app = await core.run(clock === undefined ? mcpApp : Effect.withClock(mcpApp, clock))
  fetch = app.fetch
  return { ...core, origin, url: `${origin}/mcp`, databaseUrl: core.url }
}
