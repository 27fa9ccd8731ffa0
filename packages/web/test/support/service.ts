import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { defaultSettings, type SettingsShape } from "@adwarden/core"
import { createAdaptorServer } from "@hono/node-server"
import { afterAll } from "vitest"
import { runCore } from "../../../core/test/support/running.ts"
import { webApp } from "../../src/index.ts"

/** The pages over real HTTP, on a demo world of their own. */
export const startPages = async (changes: Partial<SettingsShape> = {}) => {
  let fetch: (request: Request, bindings: object) => Response | Promise<Response> = () => new Response()
  const server = createAdaptorServer({ fetch: (request, bindings) => fetch(request, bindings) })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterAll(() => {
    server.close()
  })
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const { appUrl, mcpUrl, publicUrl, restUrl } = defaultSettings(origin)
  const core = await runCore({ appUrl, mcpUrl, publicUrl, restUrl, ...changes })
  fetch = (await core.run(webApp)).fetch
  const passwordOf = (email: string) => core.people.find((person) => person.email === email)!.password
  return { ...core, origin, passwordOf }
}
