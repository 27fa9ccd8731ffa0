import { describe, expect, it } from "vitest"
import { makeBrowser } from "./support/browser.ts"
import { startPages } from "./support/service.ts"

const pages = await startPages()
const olivia = pages.people[0]!.email
const password = pages.passwordOf(olivia)

const signedIn = async () => {
  const browser = makeBrowser(pages.origin)
  const { status } = await browser.submit("/sign-in", { email: olivia, password })
  expect(status).toBe(303)
  return browser
}

describe("signing in", () => {
  it("leads a stranger to the sign-in page and back to where they wanted to go", async () => {
    const browser = makeBrowser(pages.origin)
    const home = await browser.get("/?a=1")
    expect([home.status, home.to]).toEqual([303, "/sign-in?next=%2F%3Fa%3D1"])
    const done = await browser.submit(home.to!, { email: olivia, password })
    expect([done.status, done.to]).toEqual([303, "/?a=1"])
    expect((await browser.get("/")).text).toContain(olivia)
  })
  it("gives the browser a new token, and signing out ends it", async () => {
    const browser = await signedIn()
    const before = browser.cookie()
    expect(before).toMatch(/^adwarden=svc_ds_\w{43}$/)
    const out = await browser.submit("/", {}, "/sign-out")
    expect([out.status, out.to]).toEqual([303, "/sign-in"])
    browser.setCookie(before)
    expect((await browser.get("/")).status).toBe(303)
  })
})
