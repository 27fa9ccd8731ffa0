import { stat } from "node:fs/promises"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, expect, it } from "vitest"
import { staggered } from "../../../core/test/support/staggered.ts"
import { answerConsent, startAllSurfaces } from "../../../web/test/oauth/support/all-surfaces.ts"
import { addressToOpen, makeHome } from "./home.ts"

const service = await startAllSurfaces()
const key = service.keys["northwind"]!.admin!

const codeOn = (page: string): string => /<p class="copied"><code>([^<]+)<\/code>/.exec(page)![1]!

const newHome = () => makeHome({ ADWARDEN_URL: service.origin })
type Home = Awaited<ReturnType<typeof newHome>>

/** Signs in without a local browser: opens the URL elsewhere, and pastes the code. */
const loggedIn = async (home: Home, args: ReadonlyArray<string> = [], email = "olivia@northwind.test") => {
  const command = home.start(["login", "--no-browser", ...args])
  const browser = await service.signedIn(email)
  const { page, to } = await answerConsent(browser, await addressToOpen(command))
  const { pathname, search } = new URL(to!)
  const shown = await browser.get(`${pathname}${search}`)
  command.write(`${codeOn(shown.text)}\n`)
  return { ...(await command.ended), page, shown }
}

/** A login that tests share. Those that end or replace a login have their own home. */
const shared = await newHome()
beforeAll(() => loggedIn(shared))

const sql = <A extends object>(run: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
  service.run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, run)))

const organizationsWith = async (token: string): Promise<number> =>
  (await fetch(`${service.restUrl}/organizations`, { headers: { authorization: `Bearer ${token}` } })).status

it("a pasted code signs in; the login is private to its owner, shown by whoami, and ends at logout", async () => {
  const home = await newHome()
  const { code, err, page, shown } = await loggedIn(home)
  expect([code, err]).toEqual([
    0,
    expect.stringContaining(`Signed in at ${service.origin} as olivia@northwind.test.`)
  ])
  expect(page.text).toContain("Command line on ")
  expect(page.text).toContain("A page with a code")
  expect(shown.status).toBe(200)
  expect((await stat(home.config)).mode & 0o777).toBe(0o700)
  expect((await stat(home.fileOf("default"))).mode & 0o777).toBe(0o600)

  const { sessions } = await home.read()
  const token = sessions.rest!.access_token
  expect(await organizationsWith(token)).toBe(200)
  const who = await home.run(["whoami"])
  expect(who.code).toBe(0)
  expect(who.out).toContain("olivia@northwind.test, signed in ")
  expect(who.out).toContain(`${service.origin} (profile default)`)
  expect(who.out).toMatch(/Scopes +organizations:read, campaigns:read/)
  expect(who.out).toMatch(/Token +valid until /)
  expect(who.out).toMatch(/northwind +Northwind.* +owner/)
  const result = JSON.parse((await home.run(["whoami", "--json"])).out)
  expect(result).toMatchObject({ by: "login", person: "olivia@northwind.test", profile: "default" })
  expect(JSON.stringify(result)).not.toContain("svc_at_")

  const out = await home.runAlone(["logout"])
  expect([out.code, out.err]).toEqual([0, expect.stringContaining("Signed out of ")])
  expect(await organizationsWith(token)).toBe(401)
  const after = await home.run(["whoami"])
  expect([after.code, after.err]).toEqual([3, expect.stringContaining("adwarden login")])
})

it("a code with another state and a truncated code are rejected", async () => {
  const home = await newHome()
  const command = home.start(["login", "--no-browser"])
  const browser = await service.signedIn()
  const { to } = await answerConsent(browser, await addressToOpen(command))
  const { pathname, search } = new URL(to!)
  const shown = codeOn((await browser.get(`${pathname}${search}`)).text)
  command.write(`${shown.split(".")[0]}.${"x".repeat(43)}\n`)
  expect(await command.ended).toMatchObject({ code: 3, err: expect.stringContaining("Not signed in") })

  const cut = home.start(["login", "--no-browser"])
  await addressToOpen(cut)
  cut.write("svc_ac_abc\n")
  expect(await cut.ended).toMatchObject({ code: 2, err: expect.stringContaining("after the dot") })
  await expect(home.read()).rejects.toThrow("ENOENT")
})

it("a declined sign-in is reported on the page and in the terminal", async () => {
  const home = await newHome()
  const command = home.start(["login", "--no-browser"])
  const browser = await service.signedIn()
  const { to } = await answerConsent(browser, await addressToOpen(command), { decision: "deny" })
  const { pathname, search } = new URL(to!)
  const page = await browser.get(`${pathname}${search}`)
  expect(page.text).toContain("You declined.")
  command.write(`${to}\n`)
  expect(await command.ended).toMatchObject({ code: 10, err: expect.stringContaining("You declined") })
})

it("one of many processes renews an expired token, and no login ends", async () => {
  const before = (await shared.read()).sessions.rest!
  await shared.expire()
  const all = await staggered(Array.from({ length: 3 }, () => () => shared.runAlone(["whoami", "--json"])))
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
  const after = (await shared.read()).sessions.rest!
  expect(after.refresh_token).not.toBe(before.refresh_token)
  const rows = await sql<{ refreshed: number }>(
    (sql) => sql`select count(*)::int as refreshed from oauth_refresh_tokens t
      join oauth_sessions s on s.id = t.session_id join oauth_connections c on c.id = s.connection_id
      where c.client_id = ${before.client_id}`
  )
  expect(rows).toEqual([{ refreshed: 2 }])
})

it("a token that is rejected early is renewed, and an ended login states how to sign in again", async () => {
  const home = await newHome()
  await loggedIn(home)
  const { access_token, client_id } = (await home.read()).sessions.rest!
  const endTokens = () =>
    sql(
      (
        sql
      ) => sql`update oauth_access_tokens t set ended_at = now() from oauth_sessions s, oauth_connections c
        where s.id = t.session_id and c.id = s.connection_id and c.client_id = ${client_id}`
    )
  await endTokens()
  expect((await home.run(["whoami"])).code).toBe(0)
  expect((await home.read()).sessions.rest!.access_token).not.toBe(access_token)

  await sql((sql) => sql`update oauth_connections set ended_at = now() where client_id = ${client_id}`)
  const ended = await home.run(["whoami"])
  expect([ended.code, ended.err]).toEqual([3, expect.stringContaining("The login has ended")])
  expect((await home.read()).sessions).toEqual({})
})

it("a key in the environment overrides a login, a named profile overrides both, and whoami shows which applies", async () => {
  const byKey = await shared.run(["whoami"], { ADWARDEN_API_KEY: key })
  expect(byKey.out).toContain(`API key ${key.slice(0, 13)}…${key.slice(-4)}, from ADWARDEN_API_KEY`)
  expect(byKey.out).not.toContain(key)
  expect(byKey.out).toMatch(/northwind +Northwind.* +admin/)
  const named = await shared.run(["whoami", "--profile", "default"], { ADWARDEN_API_KEY: key })
  expect(named.out).toContain("olivia@northwind.test, signed in ")
})

it("profiles keep logins apart; each is bound to its own URL, and a removed one is signed out", async () => {
  await loggedIn(shared, ["--profile", "mia"], "mia@northwind.test")
  const list = async () =>
    JSON.parse((await shared.run(["profiles", "list", "--json"])).out) as ReadonlyArray<
      Record<string, unknown>
    >
  expect(await list()).toMatchObject([
    { name: "default", chosen: true, person: "olivia@northwind.test" },
    { name: "mia", chosen: false, person: "mia@northwind.test" }
  ])
  // Without --org: the organization of the profile, or the only one of the person.
  const campaigns = (...more: ReadonlyArray<string>) => shared.run(["campaigns", "list", "--json", ...more])
  expect(await campaigns("--profile", "mia")).toMatchObject({ code: 0 })
  expect(await campaigns()).toMatchObject({
    code: 2,
    err: expect.stringMatching(/name one with --org: .*northwind.*profiles use default --org/)
  })
  await shared.run(["profiles", "use", "default", "--org", "northwind"])
  expect(await campaigns()).toMatchObject({ code: 0 })
  expect(await shared.run(["api", "GET", "organizations/{org}"])).toMatchObject({
    code: 0,
    out: expect.stringContaining('"slug": "northwind"')
  })
  await shared.run(["profiles", "use", "mia"])
  expect((await shared.run(["whoami"])).out).toContain("mia@northwind.test")
  expect((await shared.run(["whoami"], { ADWARDEN_PROFILE: "default" })).out).toContain(
    "olivia@northwind.test"
  )

  const elsewhere = await shared.run(["whoami", "--url", "https://elsewhere.example.com"])
  expect([elsewhere.code, elsewhere.err]).toEqual([
    3,
    expect.stringContaining(`is signed in at ${service.origin}`)
  ])
  expect((await shared.run(["profiles", "use", "../x"])).code).toBe(4)
  expect((await shared.run(["login", "--profile", "../x", "--no-browser"])).code).toBe(2)

  const { access_token } = (await shared.read("mia")).sessions.rest!
  expect((await shared.run(["profiles", "remove", "mia"])).err).toContain(
    "Removed the profile mia and signed it out."
  )
  expect(await organizationsWith(access_token)).toBe(401)
  await shared.run(["profiles", "use", "default"])
})

it("a new sign-in revokes the previous login, and requests only the named scopes", async () => {
  const home = await newHome()
  await loggedIn(home)
  const { access_token } = (await home.read()).sessions.rest!
  await loggedIn(home, ["--scopes", "organizations:read"])
  expect(await organizationsWith(access_token)).toBe(401)
  expect((await home.read()).sessions.rest!.scopes).toEqual(["organizations:read"])
})

it("a URL where sign-in is impossible is reported with the reason: unencrypted, unreachable, or another name", async () => {
  const home = await newHome()
  const at = (url: string) => home.run(["login", "--no-browser", "--url", url])
  expect(await at("http://ads.example.com")).toMatchObject({
    code: 2,
    err: expect.stringContaining("unencrypted")
  })
  expect(await at("http://localhost:1")).toMatchObject({
    code: 8,
    err: expect.stringContaining("Cannot sign in")
  })
  const numbered = service.origin.replace("localhost", "127.0.0.1")
  expect(await at(numbered)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`--url ${service.origin}`)
  })
})

it("a login that cannot be renewed because of the rate limit is kept, and renewed a minute later", async () => {
  await shared.expire()
  const before = (await shared.read()).sessions.rest!
  await sql((sql) => sql`update rate_limits set tokens = 0, refreshed_at = now() + interval '1 hour'`)
  const refused = await shared.runAlone(["whoami"])
  expect([refused.code, refused.err]).toEqual([7, expect.stringContaining("Wait a minute")])
  expect((await shared.read()).sessions.rest).toEqual(before)
  await sql((sql) => sql`delete from rate_limits`)
  expect((await shared.run(["whoami"])).code).toBe(0)
})

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "desktop", version: "1" } }
}
const listing = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "svc_list_organizations" } }

/** Returns the bridge's responses by request id. */
const speak = async (...messages: ReadonlyArray<object>) => {
  const bridge = shared.start(["mcp"])
  bridge.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""))
  const { out } = await bridge.ended
  const response = out.split("\n").filter((line) => line !== "")
  return new Map(response.map((line) => JSON.parse(line)).map((message) => [message.id, message]))
}

// Comes last: it signs the shared login out.
it("adwarden mcp has its own login, which is renewed and can have fewer scopes than the commands'", async () => {
  // A token for the REST API is rejected here, so the commands' login is not even tried.
  expect((await speak(initialize)).get(1)).toMatchObject({
    error: { data: { code: "not_set_up", message: expect.stringContaining("adwarden login --mcp") } }
  })
  const { page } = await loggedIn(shared, ["--mcp", "--scopes", "organizations:read"])
  expect(page.text).toContain("MCP bridge on ")
  const responses = await speak(initialize, listing)
  expect(responses.get(2).result.structuredContent).toMatchObject({ total: 2 })

  const before = (await shared.read()).sessions.mcp!
  await shared.expire()
  const renewed = await speak(listing)
  expect(renewed.get(2).result.structuredContent).toMatchObject({ total: 2 })
  const { mcp, rest } = (await shared.read()).sessions
  expect(mcp!.refresh_token).not.toBe(before.refresh_token)
  expect(mcp!.scopes).toEqual(["organizations:read"])
  expect(rest!.scopes).toContain("campaigns:read")
  expect((await shared.run(["whoami"])).out).toMatch(
    /MCP +olivia@northwind.test, for adwarden mcp: organizations:read\n/
  )

  await shared.run(["logout"])
  const ended = await speak(listing)
  expect(ended.get(2).result).toMatchObject({ isError: true })
  expect(ended.get(2).result.content[0].text).toContain("adwarden login --mcp")
})
