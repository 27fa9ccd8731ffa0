import { expect, it } from "vitest"
import { call } from "../../core/test/support/call.ts"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { setAndFollow, startWorker } from "../../core/test/support/workers.ts"
import { Adwarden } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"
import { platformEnv } from "./platform-env.ts"

const demo = await runOnPlatform()

const adwarden = (
  args: ReadonlyArray<string>,
  { input, ...env }: Record<string, string> & { input?: string } = {}
) => {
  return runInProcess(args, { ...platformEnv(demo), ...env }, input)
}
const accounts = (args: ReadonlyArray<string>, env: Record<string, string> & { input?: string } = {}) =>
  adwarden(["accounts", ...args], env)

/** Issues a new grant for a login at the platform, as its owner would. */
const grant = (refreshToken: string, email: string, customerIds: ReadonlyArray<string>) =>
  demo.control("PUT", "logins", { refreshToken, email, customerIds })
const wingtip = "5550000004"

it("a broken login is reconnected and works", async () => {
  const key = demo.keys["wingtip"]!.owner!
  const before = await new Adwarden(["accounts", "list", "--org", "wingtip"], platformEnv(demo)).ended
  expect(before.out).toMatch(new RegExp(`${wingtip} .* linked +yes +ads@wingtip.test`))
  expect(before.out).toContain("Login ads@wingtip.test: broken")
  expect(before.out).toContain("connect it again")

  const none = await accounts(["reconnect", "--org", "wingtip"])
  expect(none).toMatchObject({ code: 2, out: "" })
  expect(none.err).toContain("--token-file")
  const wrong = await accounts(["reconnect", "--org", "wingtip", "--token-file", "-"], {
    input: "made-up-token\n"
  })
  expect(wrong).toMatchObject({ code: 2, out: "" })
  expect(wrong.err).toMatch(/^✗ refresh_token: is not accepted by Google Ads \(invalid_grant/)
  expect(wrong.err).not.toContain("made-up-token")
  await grant("other-accounts", "ads@wingtip.test", ["5550000001"])
  const other = await accounts(["reconnect", "--org", "wingtip", "--token-file", "-"], {
    input: "other-accounts"
  })
  expect(other.err).toContain(`${wingtip} cannot be reached by this login`)
  expect((await accounts(["list", "--org", "wingtip"])).out).toContain("Login ads@wingtip.test: broken")

  await grant("granted-again", "ads@wingtip.test", [wingtip])
  const again = await accounts(["reconnect", "--org", "wingtip", "--login", "ads@wingtip.test"], {
    GOOGLE_ADS_REFRESH_TOKEN: "granted-again"
  })
  expect(again).toMatchObject({ code: 0 })
  expect(again.out).toBe(`Connected ads@wingtip.test again. Working accounts: ${wingtip}.\n`)
  expect((await adwarden(["sync", "--org", "wingtip"])).code).toBe(0)
  const stop = await startWorker(demo)
  try {
    const { task } = await setAndFollow(demo, key)("wooden-toys", "draft")
    expect(task).toMatchObject({ status: "completed" })
  } finally {
    await stop()
  }
  const stored = await demo.query<{ row: string }>("select t::text as row from audit_events t")
  expect(stored.filter(({ row }) => row.includes("granted-again"))).toEqual([])
})

it("an account is linked only in the organization's currency, and selected once it is linked", async () => {
  const [northwind, fabrikam, contoso, manager] = ["5550000001", "5550000002", "5550000003", "5550000009"]
  await grant("tailspin-token", "ads@tailspin.test", [northwind!, fabrikam!])
  const token = { GOOGLE_ADS_REFRESH_TOKEN: "tailspin-token" }
  const link = (account: string, ...more: ReadonlyArray<string>) => [
    "link",
    "--org",
    "tailspin",
    account,
    ...more
  ]

  expect((await accounts(["list", "--org", "tailspin"])).err).toBe("tailspin has no ad account.\n")
  expect((await accounts(link(northwind!))).err).toContain("None is connected yet")
  expect((await accounts(link(northwind!), token)).err).toContain("login: must say whose refresh token it is")
  const euros = await accounts(link(fabrikam!, "--login", "ads@tailspin.test"), token)
  expect(euros).toMatchObject({ code: 2, out: "" })
  expect(euros.err).toContain(`${fabrikam} is kept in EUR and the organization in USD`)
  expect(await demo.query("select id from ad_platform_logins where email = 'ads@tailspin.test'")).toEqual([])

  const linked = await accounts(link("555-000-0001", "--login", "ads@tailspin.test"), token)
  expect(linked).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Linked 5550000001 .*USD\) to tailspin: linked/)
  })
  expect((await accounts(["select", "--org", "tailspin", contoso!])).err).toContain("Linked are: 5550000001.")
  const selected = await accounts(["select", "--org", "tailspin", northwind!, "--as", "tara@tailspin.test"])
  expect(selected).toMatchObject({ code: 0, out: expect.stringMatching(/^tailspin now uses 5550000001/) })
  const detail = await demo.run(call("organizations.get", demo.keys["tailspin"]!.owner!))
  expect(detail.output).toMatchObject({
    ad_accounts: [{ id: northwind, status: "linked", connection: "ok" }]
  })

  // A manager account has no campaigns, and an account whose link is pending is not accessible.
  await grant("agency", "ads@agency.test", [manager!])
  const agency = { GOOGLE_ADS_REFRESH_TOKEN: "agency" }
  expect((await accounts(link(manager!, "--login", "ads@agency.test"), agency)).err).toContain(
    "manager account"
  )
  const other = await accounts(link(contoso!, "--login", "ads@agency.test"), agency)
  expect(other.out).toMatch(/^Linked 5550000003/)
  await demo.query(
    "update ad_accounts set status = 'pending' where id = '5550000003' and login_customer_id is not null returning id"
  )
  const waits = await accounts(["select", "--org", "tailspin", contoso!])
  expect(waits.err).toContain("still waits to be accepted there")
  const chosen = await demo.query<{ id: string }>(
    "select a.id from ad_accounts a join organizations o on o.id = a.organization_id where o.slug = 'tailspin' and a.selected"
  )
  expect(chosen).toEqual([{ id: northwind }])

  const trail = await demo.query<{ operation: string; actor_type: string; status_code: number }>(
    `select operation, actor_type, status_code from audit_events e join organizations o on o.id = e.organization_id
     where o.slug = 'tailspin' and surface = 'cli' and status_code = 200 and operation <> 'accounts.list' order by e.sequence`
  )
  expect(trail).toEqual([
    { operation: "accounts.link", actor_type: "operator", status_code: 200 },
    { operation: "accounts.select", actor_type: "user", status_code: 200 },
    { operation: "accounts.link", actor_type: "operator", status_code: 200 }
  ])
})

it("a login is connected by consent: through the browser of this machine, or by pasting the address", async () => {
  await demo.control("PUT", "oauth-clients", { clientId: "desktop", type: "desktop" })
  await grant("contoso-token", "owner@contoso.test", ["5550000003"])
  const connect = async (fields: Record<string, string>) => {
    const command = new Adwarden(
      ["accounts", "connect", "--org", "contoso", "--no-browser"],
      platformEnv(demo)
    )
    await command.waitForOutput("Waiting for the answer")
    const address = new URL(/http\S+client_id=desktop\S+/.exec(command.err)![0])
    expect(address.searchParams.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    const granted = "https://www.googleapis.com/auth/adwords"
    const body = new URLSearchParams([...address.searchParams, ...Object.entries({ granted, ...fields })])
    const url = `${address.origin}${address.pathname}`
    const response = await fetch(url, { method: "POST", body, redirect: "manual" })
    return { command, back: response.headers.get("location")! }
  }
  const allowed = { account: "owner@contoso.test", decision: "allow" }

  const here = await connect(allowed)
  expect((await fetch(here.back.replace(/state=[^&]*/, "state=other"))).status).toBe(400)
  expect(await (await fetch(here.back)).text()).toContain("<h1>Connected</h1>")
  const done = await here.command.ended
  expect(done.out).toMatch(
    /^Connected owner@contoso\.test\. Linked 5550000003 \(Contoso[^)]*, USD\) to contoso\./
  )
  expect(done).toMatchObject({ code: 0, err: expect.stringContaining("adwarden sync --org contoso") })
  const [login] = await demo.query<{ oauth_client: string; token: string }>(
    `select oauth_client, encode(refresh_token, 'escape') as token from ad_platform_logins
     where email = 'owner@contoso.test'`
  )
  expect(login).toMatchObject({ oauth_client: "desktop", token: expect.not.stringContaining("emulated") })
  // The worker and hosts refresh it with the client that it was granted to.
  expect((await adwarden(["sync", "--org", "contoso"])).code).toBe(0)

  const elsewhere = await connect(allowed)
  elsewhere.command.write(`${elsewhere.back}\n`)
  expect((await elsewhere.command.ended).out).toMatch(/^Connected owner@contoso\.test again\./)
  const declined = await connect({ ...allowed, decision: "deny" })
  declined.command.write(`${declined.back}\n`)
  expect(await declined.command.ended).toMatchObject({
    code: 10,
    err: expect.stringContaining("declined at Google")
  })

  const missing = { GOOGLE_ADS_DESKTOP_CLIENT_ID: "" }
  expect((await accounts(["connect", "--org", "contoso", "--no-browser"], missing)).err).toContain(
    "GOOGLE_ADS_DESKTOP_CLIENT_ID"
  )
  const live = await accounts(["unlink", "--org", "contoso", "5550000003"])
  expect(live.err).toContain("pause them first")
  const used = await accounts(["disconnect", "--org", "contoso", "owner@contoso.test"])
  expect(used.err).toContain("is used by 5550000003")
  const unused = await accounts(["disconnect", "--org", "contoso", "ads@contoso.test", "--json"])
  expect(JSON.parse(unused.out)).toEqual({ login: "ads@contoso.test" })
})
