import { describe, expect, it } from "vitest"
import { safeLocalPath } from "../src/kit/local-path.ts"
import { makeBrowser } from "./support/browser.ts"
import { startWebHost } from "./support/service.ts"

const pages = await startWebHost({ trustProxy: true })
const olivia = "olivia@northwind.test"
const mia = "mia@northwind.test"
const from = (ip: string) => makeBrowser(pages.origin, { "x-forwarded-for": ip })

const signedIn = async (email = olivia, ip = "192.0.2.10") => {
  const browser = from(ip)
  const done = await browser.submit("/sign-in", { email, password: pages.passwordOf(email) })
  expect(done.status).toBe(303)
  return browser
}

describe("signing in", () => {
  it("redirects an anonymous person to the sign-in page and back", async () => {
    const browser = from("192.0.2.11")
    const home = await browser.get("/?a=1")
    expect([home.status, home.to]).toEqual([303, "/sign-in?next=%2F%3Fa%3D1"])
    const done = await browser.submit(home.to!, { email: olivia, password: pages.passwordOf(olivia) })
    expect([done.status, done.to]).toEqual([303, "/?a=1"])
    const shown = await browser.get("/")
    expect(shown.text).toContain(olivia)
    expect(shown.text).toContain("Northwind")
    expect(await pages.eventOf(done.response)).toMatchObject({
      surface: "dashboard",
      operation: "people.sign_in",
      path: "/sign-in",
      status_code: 303,
      actor_type: "user",
      user_email: olivia
    })
  })

  it("ignores the case of the address", async () => {
    const done = await from("192.0.2.12").submit("/sign-in", {
      email: ` ${olivia.toUpperCase()} `,
      password: pages.passwordOf(olivia)
    })
    expect(done.status).toBe(303)
  })

  it("sets a new token each time, and invalidates the one before", async () => {
    const browser = from("192.0.2.13")
    await browser.get("/sign-in")
    const visit = browser.cookie()
    await browser.submit("/sign-in", { email: olivia, password: pages.passwordOf(olivia) })
    const first = browser.cookie()
    expect(first).toMatch(/^adwarden=svc_ds_\w{43}$/)
    expect(first).not.toContain(visit.split("=")[1])
    const page = await browser.get("/sign-in?again=1")
    const body = new URLSearchParams({
      form_token: browser.tokenIn(page.text),
      email: mia,
      password: pages.passwordOf(mia)
    })
    await browser.send("/sign-in", { method: "POST", body })
    expect(browser.cookie()).not.toBe(first)
    expect((await browser.get("/account")).text).toContain(mia)
    browser.setCookie(first)
    expect((await browser.get("/account")).to).toBe("/sign-in?next=%2Faccount")
  })

  it("ends with sign-out, on the server too", async () => {
    const browser = await signedIn()
    const before = browser.cookie()
    const out = await browser.submit("/", {}, "/sign-out")
    expect([out.status, out.to, browser.cookie()]).toEqual([303, "/sign-in", ""])
    browser.setCookie(before)
    expect((await browser.get("/")).to).toBe("/sign-in")
  })

  it.each([
    ["idle for twelve hours", "last_seen_at = now() - interval '12 hours 1 second'"],
    ["a week old", "expires_at = now() - interval '1 second'"]
  ])("ends a session that is %s", async (_, condition) => {
    const browser = await signedIn(mia)
    expect((await browser.get("/account")).status).toBe(200)
    await pages.query(
      `update dashboard_sessions set ${condition} where user_id = (select id from users where email = '${mia}')`
    )
    expect((await browser.get("/account")).to).toBe("/sign-in?next=%2Faccount")
  })

  it("records when a session was last used", async () => {
    const browser = await signedIn(mia)
    const mine = `user_id = (select id from users where email = '${mia}') and ended_at is null and expires_at > now()`
    await pages.query(
      `update dashboard_sessions set last_seen_at = now() - interval '11 hours' where ${mine}`
    )
    await browser.get("/")
    const [row] = await pages.query<{ fresh: boolean }>(
      `select max(last_seen_at) > now() - interval '1 minute' as fresh from dashboard_sessions where ${mine}`
    )
    expect(row).toEqual({ fresh: true })
  })

  it("stores tokens only as hashes", async () => {
    const browser = await signedIn()
    const token = browser.cookie().split("=")[1]!
    const found = await pages.query(
      `select 1 from dashboard_sessions where encode(token_hash, 'escape') like '%${token}%' or user_agent like '%${token}%'`
    )
    expect(found).toEqual([])
  })
})

describe("a rejected sign-in", () => {
  const answerTo = async (email: string, password: string, ip: string) => {
    const { response, status, text } = await from(ip).submit("/sign-in", { email, password })
    const told = text.replaceAll(/value="[^"]*"/g, "").replaceAll(/req_\w+/g, "")
    return { status, told, response }
  }

  it("is the same for a wrong password and an unknown address", async () => {
    const wrong = await answerTo(olivia, "not the password", "192.0.2.20")
    const nobody = await answerTo("nobody@northwind.test", "not the password", "192.0.2.20")
    const broken = await answerTo("x\u0000'; drop", "not the password", "192.0.2.20")
    const long = await answerTo(olivia, "x".repeat(5000), "192.0.2.20")
    expect(wrong.status).toBe(422)
    expect(wrong.told).toContain("is incorrect")
    for (const other of [nobody, broken, long]) {
      expect([other.status, other.told]).toEqual([wrong.status, wrong.told])
      expect([...other.response.headers.keys()]).toEqual([...wrong.response.headers.keys()])
    }
    expect(await pages.eventOf(wrong.response)).toMatchObject({
      error_code: "sign_in_refused",
      status_code: 422,
      user_email: olivia
    })
    // People type passwords into the wrong field, so an unknown address is not stored.
    expect(await pages.eventOf(nobody.response)).toMatchObject({
      error_code: "sign_in_refused",
      user_email: null
    })
  })

  it("is the result for a removed person, whatever the password", async () => {
    const sam = pages.people.at(-1)!
    await pages.query(`update users set disabled_at = now() where email = '${sam.email}'`)
    expect((await answerTo(sam.email, sam.password, "192.0.2.21")).status).toBe(422)
  })
})

describe("guessing passwords", () => {
  const tries = async (count: number, ip: (n: number) => string, email: (n: number) => string) => {
    const statuses = []
    for (let n = 0; n < count; n++) {
      const { status } = await from(ip(n)).submit("/sign-in", { email: email(n), password: "a wrong guess" })
      statuses.push(status)
    }
    return statuses
  }

  it("is slowed down by address, whichever accounts it tries", async () => {
    const statuses = await tries(
      14,
      () => "198.51.100.1",
      (n) => `somebody${n}@northwind.test`
    )
    expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 422))
    expect(statuses.at(-1)).toBe(429)
  })

  it.each([["adam@northwind.test"], ["nobody.at.all@northwind.test"]])(
    "is slowed down for the account %s from any number of addresses, without revealing whether it exists",
    async (email) => {
      const statuses = await tries(
        24,
        (n) => `198.51.101.${n}`,
        () => email
      )
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 422))
      expect(statuses.at(-1)).toBe(429)
      const [row] = await pages.query<{ window_subject: string; count: number }>(
        `select window_subject, count from audit_events where window_subject like 'sign_in_to:%' order by at desc limit 1`
      )
      expect(row!.window_subject).not.toContain(email.split("@")[0])
    }
  )

  it("does not lock out a person at an address where they signed in before", async () => {
    await signedIn(olivia, "192.0.2.30")
    await tries(
      22,
      (n) => `198.51.102.${n}`,
      () => olivia
    )
    const stranger = await from("198.51.103.1").submit("/sign-in", {
      email: olivia,
      password: pages.passwordOf(olivia)
    })
    expect(stranger.status).toBe(429)
    expect(stranger.text).toMatch(/Try again in \d+ (seconds?|minutes)/)
    expect(Number(stranger.response.headers.get("retry-after"))).toBeLessThanOrEqual(200)
    await signedIn(olivia, "192.0.2.30")
  })
})

describe("the redirect after sign-in", () => {
  it.each([
    "https://evil.test/",
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/.//evil.test",
    "/\t/evil.test",
    "javascript:alert(1)",
    " /x",
    "evil.test"
  ])("never goes to another site: %j", (next) => {
    expect(new URL(safeLocalPath(next), "https://ours.test").origin).toBe("https://ours.test")
    expect(safeLocalPath(next)).not.toMatch(/^\/[/\\]/)
  })

  it("is one of our paths with its query", () => {
    expect(safeLocalPath("/oauth/authorize?client_id=a&scope=b%20c")).toBe(
      "/oauth/authorize?client_id=a&scope=b%20c"
    )
    expect(safeLocalPath(null)).toBe("/")
  })
})
