import { Administration } from "@adwarden/core"
import type { Role } from "@adwarden/core/contract"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { staggered } from "../../core/test/support/staggered.ts"
import { makeBrowser } from "./support/browser.ts"
import { startWebHost } from "./support/service.ts"

const pages = await startWebHost({ trustProxy: true })
let addresses = 0
const browse = () => makeBrowser(pages.origin, { "x-forwarded-for": `192.0.2.${++addresses}` })
const people = <Out>(make: (endpoints: Administration["Type"]) => import("@adwarden/core").Endpoint<Out>) =>
  pages.operate(Effect.map(Administration, make))

const invite = async (email: string, role: Role = "member") => {
  await people((endpoints) => endpoints["people.invite"]("northwind", { email, role }))
  return (await pages.mailedLink(email))!
}
const tokenIn = (link: string) => new URL(link, pages.origin).searchParams.get("token")!
const accept = (link: string, fields: Record<string, string> = {}, browser = browse()) =>
  browser.submit(link, { token: tokenIn(link), ...fields }, "/invitation")
const roleOf = async (email: string) => {
  const { members } = await people((endpoints) => endpoints["people.list"]("northwind"))
  return members.find((member) => member.email === email)?.role ?? null
}

describe("an invitation", () => {
  it("adds a new person, who chooses a name and password, as a member", async () => {
    const link = await invite("nora@example.test", "admin")
    const page = await browse().get(link)
    expect(page.text).toContain("Northwind")
    expect(page.text).toContain("an admin")
    const weak = await accept(link, { name: "Nora", password: "nora@example.test" })
    expect([weak.status, weak.text.includes("name or email")]).toEqual([422, true])
    const nameless = await accept(link, { name: "\u202e", password: "eleven blue kettles" })
    expect(nameless.status).toBe(422)
    expect(await roleOf("nora@example.test")).toBeNull()

    const browser = browse()
    const done = await accept(link, { name: "Nora <b>", password: "eleven blue kettles" }, browser)
    expect([done.status, done.to]).toEqual([303, "/?done=joined"])
    expect(await roleOf("nora@example.test")).toBe("admin")
    const home = await browser.get("/account")
    expect(home.text).toContain("Nora &lt;b&gt;")
    expect(home.text).not.toContain("Nora <b>")
    expect(await pages.eventOf(done.response)).toMatchObject({
      operation: "people.accept_invitation",
      slug: "northwind",
      user_email: "nora@example.test"
    })
    expect((await accept(link, { name: "Nora", password: "eleven blue kettles" })).status).toBe(404)
  })

  it("is replaced by a second one to the same address in another case", async () => {
    const first = await invite("Cara.Case@example.test", "owner")
    const second = await invite("cara.case@EXAMPLE.test", "member")
    const fields = { name: "Cara", password: "eleven blue kettles" }
    expect((await browse().get(first)).status).toBe(404)
    expect((await accept(first, fields)).status).toBe(404)
    expect((await accept(second, fields)).status).toBe(303)
    expect(await roleOf("cara.case@EXAMPLE.test")).toBe("member")
    // A person with a password signs in, however the address of the next invitation is written.
    const third = await invite("CARA.CASE@example.test", "admin")
    expect((await accept(third, fields)).status).toBe(422)
    expect(await roleOf("cara.case@EXAMPLE.test")).toBe("member")
  })

  it("is accepted by only one of two simultaneous requests", async () => {
    for (const round of [0, 1, 2]) {
      const link = await invite(`twice-${round}@example.test`)
      const tries = await staggered(
        Array.from(
          { length: 5 },
          (_, n) => () => accept(link, { name: `T${n}`, password: "eleven blue kettles" })
        ),
        round
      )
      expect(tries.map(({ status }) => status).toSorted()).toEqual([303, 404, 404, 404, 404])
    }
  })

  it("requires people with a password to sign in", async () => {
    const { email, password } = pages.people.find(
      ({ organizations }) => organizations["northwind"] === undefined
    )!
    const link = await invite(email)
    const page = await browse().get(link)
    expect(page.text).toContain("Sign in as")
    expect((await accept(link, { name: "X", password: "eleven blue kettles" })).status).toBe(422)
    expect(await roleOf(email)).toBeNull()

    const other = browse()
    const mia = "mia@northwind.test"
    await other.submit("/sign-in", { email: mia, password: pages.passwordOf(mia) })
    expect((await other.get(link)).text).toContain("the invitation is for another address")

    const browser = browse()
    const signIn = await browser.submit(`/sign-in?next=${encodeURIComponent(link)}&again=1`, {
      email,
      password
    })
    expect(signIn.to).toBe(link)
    expect((await accept(link, {}, browser)).status).toBe(303)
    expect(await roleOf(email)).toBe("member")
  })

  it("expires after a week, or when a newer one is sent", async () => {
    const first = await invite("later@example.test")
    const second = await invite("later@example.test", "admin")
    expect((await browse().get(first)).status).toBe(404)
    expect((await browse().get(second)).status).toBe(200)
    await pages.query(
      "update invitations set expires_at = now() - interval '1 second' where email like 'later%'"
    )
    expect((await browse().get(second)).status).toBe(404)
    expect(await pages.mailedLink("later@example.test")).toBeNull()
  })
})
