import { describe, expect, it } from "vitest"
import { makeBrowser } from "./support/browser.ts"
import { startWebHost } from "./support/service.ts"

/* Errors of pages and forms: a person who is signed in keeps the navigation, and finds a way on. */

/** Of a person in a minute: more than each test needs, and few enough to use up. */
const rateLimit = 60
const pages = await startWebHost({ rateLimit, anonymousRateLimit: 1000 })
const [olivia, adam, mia] = ["olivia@northwind.test", "adam@northwind.test", "mia@northwind.test"]

const signedIn = async (email: string) => {
  const browser = makeBrowser(pages.origin)
  expect((await browser.submit("/sign-in", { email, password: pages.passwordOf(email) })).status).toBe(303)
  const token = browser.tokenIn((await browser.get("/account")).text)
  const post = (path: string, fields: Record<string, string>) =>
    browser.send(path, { method: "POST", body: new URLSearchParams({ form_token: token, ...fields }) })
  return { ...browser, post }
}
type Answer = Awaited<ReturnType<ReturnType<typeof makeBrowser>["get"]>>

const inFrameOfNorthwind = ({ text }: Answer): void => {
  expect(text).toContain('<nav class="side" aria-label="Organization">')
  expect(text).toContain(">Go to Northwind Plumbing &amp; Heating</a>")
  expect(text).toMatch(/Request <code>req_\w+<\/code>/)
}
const inFrameOfPerson = ({ text }: Answer, wayOut = "Go to your organizations"): void => {
  expect(text).toContain('<header class="top">')
  expect(text).toContain(`>${wayOut}</a>`)
}

describe("an error is shown inside the frame", () => {
  it("400 of a form that names no change", async () => {
    const { post } = await signedIn(olivia!)
    const answer = await post("/o/northwind/change", {})
    expect(answer.status).toBe(400)
    inFrameOfNorthwind(answer)
  })

  it("403 of a form that was open for too long, with the way back to its page", async () => {
    const { post } = await signedIn(olivia!)
    const answer = await post("/o/northwind/settings", { form_token: "x" })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('<nav class="side" aria-label="Organization">')
    expect(answer.text).toContain('href="/o/northwind/settings">Open the page again</a>')
  })

  it("403 of an organization of others, in the frame of the person", async () => {
    const { get, post } = await signedIn(olivia!)
    for (const answer of [
      await get("/o/contoso"),
      await get("/o/no-such-organization"),
      await post("/o/contoso/settings", { max_spend: "1" }),
      await get("/o/contoso/campaigns.csv")
    ]) {
      expect(answer.status).toBe(403)
      inFrameOfPerson(answer)
      expect(answer.text).not.toContain('aria-label="Organization"')
    }
  })

  it("404 of a form about something that does not exist", async () => {
    const { post } = await signedIn(olivia!)
    const answer = await post("/o/northwind/change", {
      operation: "campaigns.accept_changes",
      input: JSON.stringify({ slug: "none" }),
      preview_hash: "x",
      idempotency_key: "frames-404"
    })
    expect(answer.status).toBe(404)
    inFrameOfNorthwind(answer)
  })

  it("409 of a form that was sent before with other values", async () => {
    const { post } = await signedIn(olivia!)
    const send = (type: string) =>
      post("/o/northwind/reports", { action: "make", type, idempotency_key: "frames" })
    expect((await send("weekly")).status).toBe(303)
    const answer = await send("strategic")
    expect(answer.status).toBe(409)
    inFrameOfNorthwind(answer)
  })

  it("429 of a person who sent too many requests, and says how long to wait", async () => {
    const { get } = await signedIn(mia!)
    let answer = await get("/account")
    for (let n = 0; n < 3 * rateLimit && answer.status !== 429; n++) answer = await get("/account/sessions")
    expect(answer.status).toBe(429)
    inFrameOfPerson(answer)
    expect(answer.text).toMatch(/Try again in (1 second|\d+ seconds)\./)
    expect(answer.response.headers.get("retry-after")).toMatch(/^\d+$/)
  })

  it("but without it for anybody who is not signed in, and for a request from elsewhere", async () => {
    const visitor = makeBrowser(pages.origin)
    expect((await visitor.submit("/sign-in", { form_token: "x" })).text).not.toContain('<header class="top">')
    const { get } = await signedIn(adam!)
    const { send } = await signedIn(adam!)
    const foreign = await send("/account", { headers: { origin: "https://evil.test" } })
    expect([foreign.status, foreign.text.includes('<header class="top">')]).toEqual([403, false])
    expect((await get("/account")).status).toBe(200)
  })
})

describe("a form for owners that an admin sends", () => {
  const forms: ReadonlyArray<readonly [path: string, fields: Record<string, string>]> = [
    ["settings", { max_spend: "1000", api_budget_change_limit_pct: "25" }],
    ["settings/accounts", { action: "select", account: "5550000001" }],
    ["settings/accounts", { action: "unlink", account: "5550000001" }],
    ["settings/accounts", { action: "disconnect", login: "1" }],
    ["settings/accounts", { action: "connect" }],
    ["settings/accounts/1", { account: "5550000001" }],
    ["settings/approvals", { approvals: "off", second_approval_above: "" }],
    ["settings/keys", { action: "suspend" }],
    ["settings/keys", { action: "lift" }],
    ["settings/members", { action: "invite", email: "new@northwind.test", role: "member" }],
    ["settings/members", { action: "role", email: mia!, role: "admin" }],
    ["settings/members", { action: "remove", email: mia! }],
    ["settings/members", { action: "withdraw", id: "1" }],
    ["settings/notifications", { action: "set", url: "https://hooks.example.com/x" }],
    ["settings/notifications", { action: "remove" }],
    ["settings/organization", { action: "rename", name: "Northwind" }],
    ["settings/organization", { action: "delete", typed_name: "Northwind" }],
    ["settings/security", { confirm_approval_above: "100" }],
    ["settings/stop", { action: "stop" }],
    ["settings/stop", { action: "undo" }],
    ["settings/stop", { action: "lift" }]
  ]

  it("answers 403 with the role that is needed, inside the frame", async () => {
    const { post } = await signedIn(adam!)
    const answers: Array<readonly [string, number, boolean, boolean]> = []
    for (const [path, fields] of forms) {
      const { status, text } = await post(`/o/northwind/${path}`, fields)
      answers.push([
        `${path} ${JSON.stringify(fields)}`,
        status,
        text.includes('aria-label="Organization"'),
        /owner/i.test(text)
      ])
    }
    expect(answers).toEqual(
      forms.map(([path, fields]) => [`${path} ${JSON.stringify(fields)}`, 403, true, true])
    )
  })
})
