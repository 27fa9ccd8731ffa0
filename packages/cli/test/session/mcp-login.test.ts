import { expect, it } from "vitest"
import { answerConsent, startAllSurfaces } from "../../../web/test/oauth/support/all-surfaces.ts"
import { addressToOpen, makeHome } from "./home.ts"

const service = await startAllSurfaces()
const home = await makeHome({ ADWARDEN_URL: service.origin })

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "desktop", version: "1" } }
}
const listing = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "svc_list_organizations" } }

/** Returns the bridge's responses by request id. */
const speak = async (...messages: ReadonlyArray<object>) => {
  const bridge = home.start(["mcp"])
  bridge.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""))
  const { out } = await bridge.ended
  const response = out.split("\n").filter((line) => line !== "")
  return new Map(response.map((line) => JSON.parse(line)).map((message) => [message.id, message]))
}

const signIn = async (scopes: ReadonlyArray<string>, ...args: ReadonlyArray<string>) => {
  const command = home.start(["login", "--no-browser", ...args])
  const browser = await service.signedIn()
  const { page, to } = await answerConsent(browser, await addressToOpen(command), { scopes })
  command.write(`${to}\n`)
  expect(await command.ended).toMatchObject({ code: 0 })
  return page.text
}

it("adwarden mcp has its own login, which is renewed and can have fewer scopes than the commands'", async () => {
  const nobody = await speak(initialize)
  expect(nobody.get(1)).toMatchObject({
    error: { data: { code: "not_set_up", message: expect.stringContaining("adwarden login --mcp") } }
  })

  await signIn(["organizations:read", "campaigns:read"])
  // A token for the REST API is rejected here, so the commands' login is not even tried.
  expect((await speak(initialize)).get(1).error.data.code).toBe("not_set_up")

  expect(await signIn(["organizations:read"], "--mcp")).toContain("MCP bridge on ")
  const responses = await speak(initialize, listing)
  expect(responses.get(2).result.structuredContent).toMatchObject({ total: 2 })

  const before = (await home.read()).sessions.mcp!
  await home.expire()
  const renewed = await speak(listing)
  expect(renewed.get(2).result.structuredContent).toMatchObject({ total: 2 })
  const { mcp, rest } = (await home.read()).sessions
  expect(mcp!.refresh_token).not.toBe(before.refresh_token)
  expect(mcp!.scopes).toEqual(["organizations:read"])
  expect(rest!.scopes).toEqual(["organizations:read", "campaigns:read"])
  expect((await home.run(["whoami"])).out).toMatch(
    /MCP +olivia@northwind.test, for adwarden mcp: organizations:read\n/
  )

  await home.run(["logout"])
  const ended = await speak(listing)
  expect(ended.get(2).result).toMatchObject({ isError: true })
  expect(ended.get(2).result.content[0].text).toContain("adwarden login --mcp")
})
