import { beforeEach, expect, it } from "vitest"
import { call } from "../../../core/test/support/call.ts"
import { makeBrowser } from "../support/browser.ts"
import { formFields } from "../support/page-forms.ts"
import { startWebHost } from "../support/service.ts"

const service = await startWebHost()
const olivia = "olivia@northwind.test"
const org = "fabrikam"

const signedIn = async (email = olivia) => {
  const browser = makeBrowser(service.origin)
  await browser.submit("/sign-in", { email, password: service.passwordOf(email) })
  return browser
}

/** As if everybody had signed in this long ago and not confirmed since. */
const age = (minutes: number) =>
  service.query(
    `update dashboard_sessions set created_at = now() - interval '${minutes} minutes', confirmed_at = null returning 1`
  )
const keysNamed = async (name: string) =>
  (await service.query(`select 1 from api_keys where name = '${name}'`)).length
const confirmation = service.passwordOf(olivia)
const newKey = (name: string) => ({
  action: "create",
  organization: "northwind",
  name,
  scope: "campaigns:read"
})

beforeEach(() => service.query("delete from rate_limits"))

it("asks for the password before a key is created, keeps the form, and asks again only after 10 minutes", async () => {
  const browser = await signedIn()
  await age(11)
  const asked = await browser.submit("/account", newKey("late"))
  expect(asked.status).toBe(422)
  expect(asked.text).toContain("Confirm it is you")
  expect(asked.text).toContain('name="name" value="late"')
  expect(await service.eventOf(asked.response)).toMatchObject({ operation: "keys.create", status_code: 400 })

  const wrong = await browser.submit("/account", { ...newKey("late"), confirmation: "not the password" })
  expect(wrong.text).toContain("neither your password nor a valid code")
  expect(await keysNamed("late")).toBe(0)

  const done = await browser.submit("/account", { ...newKey("late"), confirmation })
  expect([done.status, await keysNamed("late")]).toEqual([200, 1])
  const events = await service.query(
    "select operation, status_code from audit_events where operation in ('people.confirm', 'keys.create') order by at, id"
  )
  expect(events).toEqual([
    { operation: "keys.create", status_code: 400 },
    { operation: "people.confirm", status_code: 400 },
    { operation: "people.confirm", status_code: 200 },
    { operation: "keys.create", status_code: 200 }
  ])
  expect((await browser.submit("/account", newKey("at once"))).status).toBe(200)
})

it("asks for it before limits change and access is restored, but not before a stop", async () => {
  const browser = await signedIn()
  await age(11)
  const settings = `/o/${org}/settings`
  const limits = { max_spend: "11000", api_budget_change_limit_pct: "20" }
  expect((await browser.submit(settings, limits)).text).toContain("Confirm it is you")
  const stopped = await browser.submit(`${settings}/stop`, { action: "stop" })
  expect([stopped.status, stopped.text.includes("Everything is stopped")]).toEqual([200, true])
  for (const action of ["lift", "undo"])
    expect((await browser.submit(`${settings}/stop`, { action })).text).toContain("Confirm it is you")
  const undo = formFields(stopped.text, `${settings}/stop`)!
  const undone = await browser.submit(`${settings}/stop`, { ...undo, confirmation })
  expect(undone.text).toContain("The stop is undone.")
  expect((await browser.submit(settings, limits)).text).toContain("Saved.")
})

it("asks for it before an approval above the owner's amount, and for smaller ones and rejections never", async () => {
  const holdCall = async (operation: "campaigns.update" | "campaigns.set_state", values: object) => {
    const { error } = await service.run(
      call(operation, service.keys[org]!.admin!, { org, slug: "boiler-repair", ...values, dry_run: false })
    )
    if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
    return `/o/${org}/optimizations/${error.queued_recommendation_id}`
  }
  const hold = (budget: number) => holdCall("campaigns.update", { budget })
  const browser = await signedIn()
  const saved = await browser.submit(`/o/${org}/settings/security`, { confirm_approval_above: "5" })
  expect(saved.text).toContain("Saved.")
  await age(11)
  const small = await browser.submit(await hold(105), { action: "approve" })
  expect(small.to).toMatch(/done=approved/)
  const large = await hold(115)
  expect((await browser.submit(large, { action: "approve" })).text).toContain("Confirm it is you")
  const approved = await browser.submit(large, { action: "approve", confirmation })
  expect(approved.to).toBe(`${large}?done=approved`)
  await age(11)
  // A resume counts with the budget that the campaign has when it is approved.
  const campaign = `slug = 'boiler-repair' and organization_id = (select id from organizations where slug = '${org}')`
  const set = (values: string) =>
    service.query(
      `update campaigns set ${values}, wanted_state = null, unpushed = '{}' where ${campaign} returning id`
    )
  await set("budget = 5, state = 'paused'")
  const resume = await holdCall("campaigns.set_state", { state: "live" })
  await set("budget = 6")
  expect((await browser.submit(resume, { action: "approve" })).text).toContain("Confirm it is you")
  expect((await browser.get(resume)).text).toContain("Costs at most €180.00 more in 30 days.")
  await set("budget = 5")
  expect((await browser.submit(resume, { action: "approve" })).to).toBe(`${resume}?done=approved`)
  await set("budget = 115, state = 'live'")
  const rejected = await browser.submit(await hold(125), { action: "reject", note: "Too much." })
  expect(rejected.status).toBe(303)
})

it("asks for it before people are invited or given a role, a webhook is added or an account is connected", async () => {
  const browser = await signedIn()
  const settings = "/o/northwind/settings"
  const mia = "mia@northwind.test"
  const forms: ReadonlyArray<readonly [string, Record<string, string>]> = [
    [`${settings}/members`, { action: "invite", email: "new@example.test", role: "member" }],
    [`${settings}/members`, { action: "role", email: mia, role: "admin" }],
    [
      `${settings}/notifications`,
      { action: "create", url: "https://example.com/hook", format: "signed", events: "notice" }
    ],
    [`${settings}/accounts`, { action: "connect" }],
    [`${settings}/accounts/1`, { account: "5550000001" }]
  ]
  const changed = () =>
    service.query(`select (select count(*)::int from invitations) as invitations,
      (select role from memberships m join users u on u.id = m.user_id where u.email = '${mia}') as role,
      (select count(*)::int from webhook_endpoints) as webhooks`)
  const before = await changed()
  await age(11)
  for (const [path, fields] of forms) {
    const asked = await browser.submit(path, fields)
    expect([fields, asked.status, asked.text.includes("Confirm it is you")]).toEqual([fields, 422, true])
  }
  expect(await changed()).toEqual(before)
  const invited = await browser.submit(forms[0]![0], { ...forms[0]![1], confirmation })
  expect(invited.to).toBe(`${settings}/members?done=invited`)
  await age(11)
  // What only takes away asks for nothing.
  const removed = await browser.submit(`${settings}/members`, { action: "remove", email: mia })
  expect(removed.to).toBe(`${settings}/members?done=removed`)
})

it("asks for it before a person's own change raises spend above the owner's amount", async () => {
  const [campaign, change] = ["/o/northwind/campaigns/boiler-repair", "/o/northwind/change"]
  const budget = async () =>
    (
      await service.query<{ budget: number }>(
        "select budget::float8 as budget from campaigns where organization_id = 1 and slug = 'boiler-repair'"
      )
    )[0]!.budget
  const previewed = async (to: number) =>
    formFields((await browser.get(`${campaign}?change=budget&budget=${to}`)).text, change)!
  const browser = await signedIn()
  await browser.submit("/o/northwind/settings/security", { confirm_approval_above: "5" })
  await age(11)
  const before = await budget()
  const large = await previewed(before + 6)
  const asked = await browser.submit(campaign, large, change)
  expect([asked.status, asked.text.includes("Confirm it is you")]).toEqual([422, true])
  expect(asked.text).toContain(`href="${campaign}?change=budget&amp;budget=${before + 6}">Cancel`)
  expect(await budget()).toBe(before)
  const small = await browser.submit(campaign, await previewed(before + 5), change)
  expect([small.status, await budget()]).toEqual([303, before + 5])
  const lower = await browser.submit(campaign, await previewed(before), change)
  expect([lower.status, await budget()]).toEqual([303, before])
  const done = await browser.submit(campaign, { ...(await previewed(before + 6)), confirmation }, change)
  expect([done.status, await budget()]).toEqual([303, before + 6])
})

it("asks for it before the goal of an outdated request is made one's own", async () => {
  const { error } = await service.run(
    call("campaigns.update", service.keys[org]!.admin!, {
      org,
      slug: "boiler-repair",
      budget: 120,
      dry_run: false
    })
  )
  if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
  const path = `/o/${org}/optimizations/${error.queued_recommendation_id}`
  const [before] = await service.query<{ budget: number }>(
    "update campaigns set budget = 105 where organization_id = 2 and slug = 'boiler-repair' returning budget::float8 as budget"
  )
  const browser = await signedIn()
  await browser.submit(`/o/${org}/settings/security`, { confirm_approval_above: "5" })
  await age(11)
  const own = formFields((await browser.get(path)).text, path, "campaigns.update")!
  expect(own).toMatchObject({ action: "own" })
  expect((await browser.submit(path, own)).text).toContain("Confirm it is you")
  expect(
    await service.query(
      "select budget::float8 as budget from campaigns where organization_id = 2 and slug = 'boiler-repair'"
    )
  ).toEqual([before])
  expect((await browser.submit(path, { ...own, confirmation })).to).toBe(`${path}?done=own`)
})

it("limits attempts together with those at the form of a new password", async () => {
  const browser = await signedIn()
  await age(11)
  const guess = async () => {
    // The limit of a minute is not what is tested here.
    await service.query("delete from rate_limits where subject like 'change_password:%'")
    return (await browser.submit("/account/password", { current: "a guess", password: "x" })).status
  }
  const guesses: Array<number> = []
  for (let n = 0; n < 20; n++) guesses.push(await guess())
  expect(new Set(guesses)).toEqual(new Set([422]))
  expect(await guess()).toBe(429)
  const confirmed = await browser.submit("/account", { ...newKey("guessed"), confirmation })
  expect([confirmed.status, await keysNamed("guessed")]).toEqual([429, 0])
})

it("limits attempts, and each session confirms for itself", async () => {
  const [first, second] = [await signedIn(), await signedIn()]
  await age(11)
  await first.submit("/account", { ...newKey("own"), confirmation })
  expect((await second.submit("/account", newKey("other"))).text).toContain("Confirm it is you")
  const attempts: Array<number> = []
  for (let n = 0; n < 20; n++)
    attempts.push((await second.submit("/account", { ...newKey("other"), confirmation: "wrong" })).status)
  expect([attempts[0], attempts.at(-1)]).toEqual([422, 429])
})
