import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { defaultSettings, type SettingsShape } from "@adwarden/core"
import { createAdaptorServer } from "@hono/node-server"
import { afterAll } from "vitest"
import { runOnPlatform } from "../../../core/test/support/on-platform.ts"
import { runCore } from "../../../core/test/support/running.ts"
import { mcpApp } from "../../src/index.ts"

/** The MCP host over real HTTP, on a demo world of its own. */
export const startService = (changes: Partial<SettingsShape> = {}) => serve(changes, runCore)

/** The same with the ad platform behind it. */
export const startOnPlatform = () => serve({}, runOnPlatform)

type Runs = typeof runCore | typeof runOnPlatform

const serve = async <Run extends Runs>(changes: Partial<SettingsShape>, runs: Run) => {
  let fetch: (request: Request, bindings: object) => Response | Promise<Response> = () => new Response()
  const server = createAdaptorServer({ fetch: (request, bindings) => fetch(request, bindings) })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterAll(() => {
    server.close()
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const { appUrl, mcpUrl, publicUrl, restUrl } = defaultSettings(origin)
  const core = (await runs({ appUrl, mcpUrl, publicUrl, restUrl, ...changes })) as Awaited<ReturnType<Run>>
  const app = await core.run(mcpApp)
  fetch = app.fetch
  return { ...core, origin, url: `${origin}/mcp`, databaseUrl: core.url }
}
