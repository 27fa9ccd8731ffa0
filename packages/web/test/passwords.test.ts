import { Administration, mailEndpoints } from "@adwarden/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { staggered } from "../../core/test/support/staggered.ts"
import { makeBrowser } from "./support/browser.ts"
import { startWebHost } from "./support/service.ts"

const pages = await startWebHost({ trustProxy: true })
const olivia = "olivia@northwind.test"
const mia = "mia@northwind.test"
let addresses = 0
const browse = () => makeBrowser(pages.origin, { "x-forwarded-for": `192.0.2.${++addresses}` })
const current = new Map(pages.people.map(({ email, password }) => [email, password]))

const signedIn = async (email: string) => {
  const browser = browse()
  expect((await browser.submit("/sign-in", { email, password: current.get(email)! })).status).toBe(303)
  return browser
}
const isIn = async (browser: ReturnType<typeof browse>) => (await browser.get("/account")).status === 200

/** Opens an emailed page and sends its form with its token. */
const choose = async (link: string, password: string, browser = browse()) => {
  const token = new URL(link, pages.origin).searchParams.get("token")!
  return browser.submit(link, { token, password }, "/reset-password")
}

describe("a password reset", () => {
  it("responds the same whether or not the address has an account", async () => {
    const texts = []
    for (const email of [olivia, "nobody@northwind.test"]) {
      const { response, status, text } = await browse().submit("/forgot-password", { email })
      expect(status).toBe(200)
      texts.push(text.replaceAll(email, "").replaceAll(/value="[^"]*"/g, ""))
      expect(await pages.eventOf(response)).toMatchObject({
        operation: "people.forgot_password",
        user_email: null
      })
    }
    expect(texts[0]).toBe(texts[1])
    expect(await pages.mailedLink("nobody@northwind.test")).toBeNull()
    const [job] = await pages.query<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = 'mail'"
    )
    expect(job).toEqual({ n: 2 })
  })

  it("works once with the emailed link, and ends all other sessions", async () => {
    const elsewhere = await signedIn(olivia)
    await browse().submit("/forgot-password", { email: olivia.toUpperCase() })
    const link = (await pages.mailedLink(olivia.toUpperCase()))!
    const second = (await pages.mailedLink(olivia.toUpperCase()))!
    const tooShort = await choose(link, "short")
    expect(tooShort.status).toBe(422)
    expect(tooShort.text).toContain("at least 12 characters")
    expect(await isIn(elsewhere)).toBe(true)

    await pages.query(`with client as (
        insert into oauth_clients (id, kind, name, redirect_uris)
        values ('client_forgotten', 'registered', 'An app', '{https://app.example.com/}') returning id)
      insert into oauth_connections (id, user_id, client_id, scopes)
      select 'con_forgotten', u.id, client.id, '{campaigns:read}' from client, users u where u.email = '${olivia}'`)
    const connection = async () =>
      (await pages.query("select ended_reason from oauth_connections where id = 'con_forgotten'"))[0]
    expect(await connection()).toEqual({ ended_reason: null })

    const browser = browse()
    const done = await choose(link, "seven quiet herons", browser)
    expect([done.status, done.to]).toEqual([303, "/?done=password-and-apps"])
    expect(await pages.eventOf(done.response)).toMatchObject({
      operation: "people.reset_password",
      user_email: olivia,
      path: "/reset-password"
    })
    expect(await isIn(browser)).toBe(true)
    expect(await isIn(elsewhere)).toBe(false)
    expect(await connection()).toEqual({ ended_reason: "the password was changed" })
    current.set(olivia, "seven quiet herons")
    await signedIn(olivia)
    for (const spent of [link, second]) {
      expect((await browse().get(spent)).status).toBe(404)
      expect((await choose(spent, "another one that is long")).status).toBe(404)
    }
    await signedIn(olivia)
    const [notice] = await pages.query<{ kind: string }>(
      `select kind from emails where recipient = '${olivia}' order by id desc limit 1`
    )
    expect(notice).toEqual({ kind: "password_changed" })
  })

  it("rejects an expired or unknown link", async () => {
    await browse().submit("/forgot-password", { email: mia })
    const link = (await pages.mailedLink(mia))!
    await pages.query("update mailed_links set expires_at = now() - interval '1 second'")
    const late = await choose(link, "a password that is long")
    expect([late.status, late.text.includes("has expired")]).toEqual([404, true])
    expect(
      (await choose(`/reset-password?token=svc_ml_${"a".repeat(43)}`, "a password that is long")).status
    ).toBe(404)
    expect((await browse().get("/reset-password?token=%00")).status).toBe(400)
    await signedIn(mia)
  })

  it("succeeds for only one of two simultaneous requests", async () => {
    await browse().submit("/forgot-password", { email: mia })
    const link = (await pages.mailedLink(mia))!
    const tries = await staggered(
      Array.from({ length: 6 }, (_, n) => () => choose(link, `the password of number ${n}`))
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual([303, 404, 404, 404, 404, 404])
    current.set(mia, `the password of number ${tries.findIndex(({ status }) => status === 303)}`)
    await signedIn(mia)
  })

  it("limits the emails to one address", async () => {
    const statuses = []
    for (let n = 0; n < 5; n++) {
      statuses.push((await browse().submit("/forgot-password", { email: "flood@northwind.test" })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  it("leaves no link in the database, the audit trail or the queue", async () => {
    const link = await pages.operate(
      Effect.map(Administration, (people) => people["people.reset_password_link"]({ email: mia }))
    )
    const token = new URL(link).searchParams.get("token")!
    await browse().get(`/reset-password/${token}`)
    await browse().get(`/reset-password?token=${token}`)
    const tables = await pages.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`
    )
    for (const { name } of tables) {
      const found = await pages.query(
        `select 1 from ${name} as t where t::text like '%${token.slice(10, 40)}%' limit 1`
      )
      expect([name, found]).toEqual([name, []])
    }
  })
})

describe("changing a password", () => {
  it("requires the current one, and rejects a common one", async () => {
    const browser = await signedIn(mia)
    const sent = (fields: Record<string, string>) => browser.submit("/account/password", fields)
    const wrong = await sent({ current: "not it", password: "a good long password" })
    expect([wrong.status, wrong.text.includes("is not your present password")]).toEqual([422, true])
    expect(wrong.text).toContain('href="#current"')
    const weak = await sent({ current: current.get(mia)!, password: "qwerty123456" })
    expect([weak.status, weak.text.includes("guessed first")]).toEqual([422, true])
    const same = await sent({ current: current.get(mia)!, password: current.get(mia)! })
    expect([same.status, same.text.includes("another than")]).toEqual([422, true])
    expect(await isIn(browser)).toBe(true)
  })

  it("keeps this browser signed in with a new token, and signs out all others", async () => {
    const [browser, elsewhere] = [await signedIn(olivia), await signedIn(olivia)]
    const before = browser.cookie()
    const done = await browser.submit("/account/password", {
      current: current.get(olivia)!,
      password: "nine patient lighthouses"
    })
    expect(done.status).toBe(303)
    current.set(olivia, "nine patient lighthouses")
    expect(browser.cookie()).not.toBe(before)
    expect([await isIn(browser), await isIn(elsewhere)]).toEqual([true, false])
  })

  /** Connects an app on behalf of a person, and returns a check whether it is still connected. */
  const connect = async (email: string) => {
    const id = `con_${++connections}`
    await pages.query(`with client as (
        insert into oauth_clients (id, kind, name, redirect_uris)
        values ('client_${id}', 'registered', 'An app', '{https://app.example.com/}') returning id)
      insert into oauth_connections (id, user_id, client_id, scopes)
      select '${id}', u.id, client.id, '{campaigns:read}' from client, users u where u.email = '${email}'`)
    return async () =>
      (await pages.query(`select 1 from oauth_connections where id = '${id}' and ended_at is null`))
        .length === 1
  }
  let connections = 0

  /** Changes the password through the form, with the box for connected apps ticked or unticked. */
  const changeTo = async (email: string, password: string, untick: boolean) => {
    const browser = await signedIn(email)
    const page = await browser.get("/account/password")
    const text = page.text.slice(page.text.indexOf('action="/account/password"'))
    const fields = [
      ...text.matchAll(/<input type="(hidden|checkbox)"[^>]*name="([^"]+)" value="([^"]*)"( checked)?/g)
    ]
    const sent = new URLSearchParams({ current: current.get(email)!, password })
    for (const [, type, name, value, checked] of fields) {
      if (type === "hidden" || (checked && !untick)) sent.append(name!, value!)
    }
    const done = await browser.send("/account/password", { method: "POST", body: sent })
    expect(done.status).toBe(303)
    current.set(email, password)
    return done
  }

  it("disconnects the person's apps, and no others", async () => {
    const [own, other] = [await connect(olivia), await connect(mia)]
    const { to } = await changeTo(olivia, "three early locomotives", false)
    expect([await own(), await other(), to]).toEqual([false, true, "/?done=password-and-apps"])
  })

  it("keeps the apps if the person unticks the box", async () => {
    const own = await connect(olivia)
    const { to } = await changeTo(olivia, "four early locomotives", true)
    expect([await own(), to]).toEqual([true, "/?done=password"])
    await changeTo(olivia, "five early locomotives", false)
    expect(await own()).toBe(false)
  })

  it("disconnects them if the form does not have the box", async () => {
    const own = await connect(olivia)
    const browser = await signedIn(olivia)
    const password = "six early locomotives"
    await browser.submit("/account/password", { current: current.get(olivia)!, password })
    current.set(olivia, password)
    expect(await own()).toBe(false)
  })

  it("keeps them after a reset, too, if the person unticks the box", async () => {
    const own = await connect(olivia)
    const link = await pages.operate(
      Effect.map(Administration, (people) => people["people.reset_password_link"]({ email: olivia }))
    )
    const token = new URL(link).searchParams.get("token")!
    const password = "seven early locomotives"
    await browse().submit(
      `/reset-password?token=${token}`,
      { token, password, apps_choice: "shown" },
      "/reset-password"
    )
    current.set(olivia, password)
    expect(await own()).toBe(true)
  })

  it("invalidates reset links, including those in unsent emails", async () => {
    await pages.query("delete from rate_limits")
    await browse().submit("/forgot-password", { email: olivia })
    const mailed = (await pages.mailedLink(olivia))!
    const [mail] = await pages.query<{ id: number }>(
      `select id from emails where recipient = '${olivia}' and kind = 'password_reset' order by id desc limit 1`
    )
    const shown = await pages.operate(
      Effect.map(Administration, (people) => people["people.reset_password_link"]({ email: olivia }))
    )
    const byOperator = shown.replace(pages.origin, "")
    for (const link of [mailed, byOperator]) expect((await browse().get(link)).status).toBe(200)
    await changeTo(olivia, "eight early locomotives", false)
    for (const link of [mailed, byOperator]) {
      expect((await browse().get(link)).status).toBe(404)
      expect((await choose(link, "a stranger's password")).status).toBe(404)
    }
    const after = await pages.operate(Effect.map(mailEndpoints, (endpoints) => endpoints.show(mail!.id)))
    expect([after.status, /token=/.test(after.mail?.text ?? "")]).toEqual(["dropped", false])
    await signedIn(olivia)
  })

  it("requires a signed-in person", async () => {
    expect((await browse().get("/account/password")).to).toBe("/sign-in?next=%2Faccount%2Fpassword")
  })

  it("is rate-limited against guessing", async () => {
    const browser = await signedIn(mia)
    const statuses = []
    for (let n = 0; n < 8; n++) {
      statuses.push(
        (await browser.submit("/account/password", { current: `guess ${n}`, password: "x" })).status
      )
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
