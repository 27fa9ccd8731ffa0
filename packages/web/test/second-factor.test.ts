import { Administration, defaultSettings } from "@adwarden/core"
import { Effect } from "effect"
import jsQr from "jsqr"
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { totpCode } from "../../core/src/access/second-factors.ts"
import { answerConsent } from "./oauth/support/all-surfaces.ts"
import { post, registerAt, requestUrl, verifier } from "./oauth/support/raw-client.ts"
import { makeBrowser } from "./support/browser.ts"
import { startWebHost } from "./support/service.ts"

const service = await startWebHost()
const [olivia, mia] = ["olivia@northwind.test", "mia@northwind.test"] as const
const page = "/account/factor"
type Browser = ReturnType<typeof makeBrowser>

const browse = () => makeBrowser(service.origin)
const signIn = (browser: Browser, email: string, path = "/sign-in", password = service.passwordOf(email)) =>
  browser.submit(path, { email, password })
const isIn = async (browser: Browser) => (await browser.get("/account")).status === 200
const opens = async (browser: Browser, org: string) => (await browser.get(`/o/${org}`)).status === 200
const secretIn = (text: string) => /<code>([A-Z2-7 ]{39})<\/code>/.exec(text)![1]!.replaceAll(" ", "")

/** Reads the QR code that a page draws, as a phone would. */
const qrTextIn = (text: string): string | undefined => {
  const [, size, path] = /<svg class="qr" viewBox="0 0 (\d+) .*? d="([^"]*)"/.exec(text)!
  const [scale, width] = [4, Number(size) * 4]
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path!.matchAll(/M(\d+),(\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row++) {
      const start = (Number(y) * scale + row) * width + Number(x) * scale
      pixels.fill(0, start * 4, (start + scale) * 4)
    }
  // Black is opaque too.
  for (let n = 3; n < pixels.length; n += 4) pixels[n] = 255
  return jsQr.default(pixels, width, width, { inversionAttempts: "dontInvert" })?.data
}
const codesIn = (text: string) => [...text.matchAll(/([A-Z2-7]{4}-){3}[A-Z2-7]{4}/g)].map(([code]) => code)
const challengeIn = (text: string) => /name="challenge" value="([^"]+)"/.exec(text)![1]!
/** As if the last code had been used long ago. */
const forgetSteps = () => service.query("update second_factors set last_step = 0 returning 1")
const now = (secret: string) => totpCode(secret, Date.now())
const events = (operation: string) =>
  service.query<{ status_code: number; user_email: string }>(
    `select status_code, user_email from audit_events where operation = '${operation}' order by sequence`
  )

/** The kinds of the emails to a person, oldest first. */
const toldTo = async (email: string) =>
  (
    await service.query<{ kind: string }>(`select kind from emails where recipient = '${email}' order by id`)
  ).map(({ kind }) => kind)

/** Sends a code for the challenge of a page. */
const enter = (browser: Browser, text: string, code: string, path = "/sign-in/code") =>
  browser.submit("/sign-in?again=1", { challenge: challengeIn(text), code }, path)

/** Sets up a second factor and returns its secret, the code that enabled it, and recovery codes. */
const enrol = async (email: string) => {
  const browser = browse()
  await signIn(browser, email)
  const secret = secretIn((await browser.submit(page, { action: "start" })).text)
  const code = now(secret)
  const { text } = await browser.submit(page, { action: "enable", code })
  return { browser, secret, code, codes: codesIn(text) }
}

// One moment for codes and service: a code would expire on a busy machine.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"] })
})
afterAll(() => {
  vi.useRealTimers()
})

beforeEach(async () => {
  await service.query("delete from second_factors")
  await service.query("delete from emails")
  await service.query("delete from rate_limits")
  await service.query("update organizations set second_factor_required = false")
})

it("is set up with a QR code and a first code, stores no secret in the clear and shows recovery codes once", async () => {
  const browser = browse()
  await signIn(browser, olivia)
  const started = await browser.submit(page, { action: "start" })
  const secret = secretIn(started.text)
  expect(qrTextIn(started.text)).toBe(
    `otpauth://totp/Adwarden:olivia%40northwind.test?secret=${secret}&issuer=Adwarden`
  )
  const wrong = await browser.submit(page, { action: "enable", code: "000000" })
  expect([wrong.status, secretIn(wrong.text)]).toEqual([422, secret])
  const enabled = await browser.submit(page, { action: "enable", code: now(secret) })
  const codes = codesIn(enabled.text)
  expect(codes.length).toBe(10)
  expect((await browser.get(page)).text).not.toContain(codes[0])
  const [stored] = await service.query<{ secret: Buffer; hashes: string }>(
    `select secret, (select string_agg(encode(hash, 'hex'), ' ') from recovery_codes) as hashes from second_factors`
  )
  expect(Buffer.from(stored!.secret).toString("latin1")).not.toContain(secret)
  expect(stored!.hashes).toMatch(/^([0-9a-f]{64} ?){10}$/)
  expect(await events("people.enable_second_factor")).toEqual([
    { status_code: 400, user_email: olivia },
    { status_code: 200, user_email: olivia }
  ])
  expect(await toldTo(olivia)).toEqual(["factor_enabled"])
})

it("then a password alone opens no session, and a code opens one and leads to where the person wanted to go", async () => {
  const { code, secret } = await enrol(olivia)
  const browser = browse()
  const wanted = "/oauth/authorize?client_id=x"
  const asked = await signIn(browser, olivia, `/sign-in?next=${encodeURIComponent(wanted)}`)
  expect([asked.status, await isIn(browser)]).toEqual([200, false])
  expect(asked.text).toContain("Enter your code")
  expect(asked.text).toContain(`action="/sign-in/code?next=${encodeURIComponent(wanted)}"`)
  const path = `/sign-in/code?next=${encodeURIComponent(wanted)}`
  // The code of the enrolment was used, so it counts no more.
  const replayed = await enter(browser, asked.text, code, path)
  expect([replayed.status, await isIn(browser)]).toEqual([422, false])
  const done = await enter(browser, asked.text, totpCode(secret, Date.now() + 30_000), path)
  expect([done.status, done.to, await isIn(browser)]).toEqual([303, wanted, true])
  // A challenge opens one session.
  await forgetSteps()
  const second = browse()
  const again = await enter(second, asked.text, now(secret))
  expect([again.to, await isIn(second)]).toEqual(["/sign-in?next=%2F", false])
  expect((await events("people.sign_in_password")).length).toBeGreaterThan(0)
  expect((await events("people.sign_in_code")).map(({ status_code }) => status_code)).toEqual([400, 303, 404])
})

it("accepts each recovery code once, in any spelling", async () => {
  const { codes } = await enrol(olivia)
  const attempt = async (code: string) => {
    const browser = browse()
    await enter(browser, (await signIn(browser, olivia)).text, code)
    return isIn(browser)
  }
  const spelled = codes[0]!.replaceAll("-", " ").toLowerCase()
  expect([await attempt(spelled), await attempt(codes[0]!), await attempt(codes[1]!)]).toEqual([
    true,
    false,
    true
  ])
  const { browser } = { browser: browse() }
  await enter(browser, (await signIn(browser, olivia)).text, codes[2]!)
  const renewed = await browser.submit(page, { action: "codes" })
  expect(codesIn(renewed.text).length).toBe(10)
  expect(await attempt(codes[3]!)).toBe(false)
  const used = ["recovery_code_used", "recovery_code_used", "recovery_code_used"]
  expect(await toldTo(olivia)).toEqual(["factor_enabled", ...used, "recovery_codes_replaced"])
  const text = await service.newestMail(olivia)
  expect(text).toContain("The earlier ones no longer work.")
  expect(text).toContain(`${service.origin}/account/factor`)
})

it("is not asked of a person who only began to set it up", async () => {
  const [browser, elsewhere] = [browse(), browse()]
  await signIn(browser, mia)
  await browser.submit(page, { action: "start" })
  await signIn(elsewhere, mia)
  expect(await isIn(elsewhere)).toBe(true)
})

it("stays as it is when somebody starts again, and signs in no person who was disabled meanwhile", async () => {
  const { browser, secret } = await enrol(mia)
  await browser.submit(page, { action: "start" })
  await forgetSteps()
  const second = browse()
  await enter(second, (await signIn(second, mia)).text, now(secret))
  expect(await isIn(second)).toBe(true)
  const late = browse()
  const asked = await signIn(late, mia)
  await forgetSteps()
  await service.query(`update users set disabled_at = now() where email = '${mia}' returning id`)
  const refused = await enter(late, asked.text, now(secret))
  await service.query(`update users set disabled_at = null where email = '${mia}' returning id`)
  expect([refused.to, await isIn(late)]).toEqual(["/sign-in?next=%2F", false])
})

it("limits attempts for each person, whatever challenge they use", async () => {
  await enrol(olivia)
  await service.query("delete from rate_limits")
  const statuses: Array<number> = []
  for (let n = 0; n < 21; n++) {
    const browser = browse()
    // The limits by address are not what is tested here.
    await service.query("delete from rate_limits where subject not like 'second_factor:%'")
    statuses.push((await enter(browser, (await signIn(browser, olivia)).text, "000000")).status)
  }
  expect([statuses[0], statuses[19], statuses[20]]).toEqual([422, 422, 429])
})

it("can be required by an owner who has one: the organization closes to sessions without it, and members set it up to sign in", async () => {
  const security = "/o/northwind/settings/security"
  const without = browse()
  await signIn(without, olivia)
  const refused = await without.submit(security, { second_factor_required: "yes" })
  expect([refused.status, refused.text.includes("set up your own second factor first")]).toEqual([422, true])
  const { browser: owner } = await enrol(olivia)
  const before = browse()
  await signIn(before, mia)
  expect(await isIn(before)).toBe(true)
  expect((await owner.submit(security, { second_factor_required: "yes" })).text).toContain("Saved.")
  expect([await isIn(before), await opens(before, "northwind"), await opens(owner, "northwind")]).toEqual([
    true,
    false,
    true
  ])

  const browser = browse()
  const asked = await signIn(browser, mia)
  expect([asked.status, await isIn(browser)]).toEqual([200, false])
  const secret = secretIn(asked.text)
  const path = "/sign-in/second-factor"
  const wrong = await enter(browser, asked.text, "000000", path)
  expect([wrong.status, secretIn(wrong.text)]).toEqual([422, secret])
  const done = await enter(browser, wrong.text, now(secret), path)
  expect([done.status, codesIn(done.text).length, await opens(browser, "northwind")]).toEqual([200, 10, true])
  // The older session has never proved it.
  expect(await isIn(before)).toBe(false)
  const off = await browser.submit(page, { action: "disable" })
  expect(off.text).toContain("is required by Northwind")
  await owner.submit(security, {})
  expect((await browser.submit(page, { action: "disable" })).to).toBe(`${page}?done=off`)
})

it("is asked for after a password reset and confirms sensitive actions, and an operator can reset it", async () => {
  const { browser: before, secret } = await enrol(mia)
  const link = await service.operate(
    Effect.map(Administration, (people) => people["people.reset_password_link"]({ email: mia }))
  )
  const token = new URL(link).searchParams.get("token")!
  const browser = browse()
  const password = "a new phrase for the reset"
  const reset = await browser.submit("/forgot-password", { token, password }, "/reset-password")
  expect([reset.text.includes("Enter your code"), await isIn(browser), await isIn(before)]).toEqual([
    true,
    false,
    false
  ])
  await forgetSteps()
  await enter(browser, reset.text, now(secret))
  expect(await isIn(browser)).toBe(true)

  await service.query("update dashboard_sessions set created_at = now() - interval '11 minutes' returning 1")
  await forgetSteps()
  expect((await browser.submit(page, { action: "codes" })).text).toContain("Confirm it is you")
  const confirmed = await browser.submit(page, { action: "codes", confirmation: now(secret) })
  expect(codesIn(confirmed.text).length).toBe(10)

  const endpoint = Effect.map(Administration, (people) =>
    people["people.reset_second_factor"]({ email: mia })
  )
  expect([await service.operate(endpoint), await isIn(browser)]).toEqual([true, false])
  expect((await signIn(browser, mia, "/sign-in", password)).status).toBe(303)
  expect(await service.operate(endpoint)).toBe(false)
  expect((await events("people.reset_second_factor")).length).toBe(2)
  expect((await toldTo(mia)).filter((kind) => kind !== "password_reset")).toEqual([
    "factor_enabled",
    "password_changed",
    "recovery_codes_replaced",
    "factor_removed"
  ])
})

it("stands between an app and its consent: password, code, consent, then tokens", async () => {
  const { secret } = await enrol(olivia)
  await forgetSteps()
  const clientId = await registerAt(service.origin)
  const { restUrl } = defaultSettings(service.origin)
  const url = requestUrl({ origin: service.origin, restUrl }, clientId)
  const wanted = `${url.pathname}${url.search}`
  const browser = browse()
  const sent = await browser.get(wanted)
  const asked = await signIn(browser, olivia, sent.to!)
  // The password alone reaches no consent page.
  expect((await browser.get(wanted)).to).toMatch(/^\/sign-in/)
  const code = `/sign-in/code?next=${encodeURIComponent(wanted)}`
  expect((await enter(browser, asked.text, now(secret), code)).to).toBe(wanted)
  const { to } = await answerConsent(browser, url)
  const { body, status } = await post(`${service.origin}/oauth/token`, {
    grant_type: "authorization_code",
    code: new URL(to!).searchParams.get("code")!,
    client_id: clientId,
    resource: restUrl,
    code_verifier: verifier
  })
  expect([status, body["token_type"], body["error_description"]]).toEqual([200, "Bearer", undefined])
})

it("is set up by a new person who accepts the invitation of an organization that requires it", async () => {
  await service.query("update organizations set second_factor_required = true where slug = 'northwind'")
  const email = "nia@example.test"
  await service.operate(
    Effect.map(Administration, (people) => people["people.invite"]("northwind", { email, role: "admin" }))
  )
  const link = (await service.mailedLink(email))!
  const token = new URL(link, service.origin).searchParams.get("token")!
  const browser = browse()
  const fields = { token, name: "Nia", password: "eleven blue kettles" }
  const asked = await browser.submit(link, fields, "/invitation")
  expect([asked.status, await isIn(browser)]).toEqual([200, false])
  const secret = secretIn(asked.text)
  const done = await enter(browser, asked.text, now(secret), "/sign-in/second-factor")
  expect([codesIn(done.text).length, await isIn(browser)]).toEqual([10, true])
  expect(await toldTo(email)).toEqual(["invitation", "factor_enabled"])
})

describe("a person without the one that an organization requires", () => {
  const required = () =>
    service.query(
      "update organizations set second_factor_required = true where slug = 'northwind' returning id"
    )
  /** A signed-in member of another organization who joins northwind, whose owner requires a second factor. */
  const joined = async () => {
    const email = "femi@fabrikam.test"
    await service.query(
      "delete from memberships where user_id = (select id from users where email = 'femi@fabrikam.test') and organization_id = 1 returning 1"
    )
    const browser = browse()
    await signIn(browser, email)
    await required()
    await service.operate(
      Effect.map(Administration, (people) => people["people.invite"]("northwind", { email, role: "admin" }))
    )
    const link = (await service.mailedLink(email))!
    const token = new URL(link, service.origin).searchParams.get("token")!
    expect((await browser.submit(link, { token }, "/invitation")).status).toBe(303)
    return browser
  }

  it("joins it, and reads on every page of it what to do; their other organizations stay open", async () => {
    const browser = await joined()
    for (const path of ["", "/campaigns", "/settings/members", "/no-such-page"]) {
      const { response, status, text } = await browser.get(`/o/northwind${path}`)
      expect([path, status]).toEqual([path, 403])
      expect(text).toContain("requires a second factor")
      expect(text).toContain('href="/account/factor"')
      // The navigation of the person is around it, and nothing of the organization.
      expect(text).toContain("Your account")
      expect(text).not.toContain("boiler")
      expect(response.headers.get("content-security-policy")).toContain("script-src 'self'")
    }
    expect(await opens(browser, "fabrikam")).toBe(true)
    const home = (await browser.get("/")).text
    expect(home).toContain("Set up a second factor")
    expect([home.includes("Fabrikam"), home.includes("12,000")]).toEqual([true, true])
  })

  it("can neither send its forms nor download from it", async () => {
    const browser = await joined()
    const forms: ReadonlyArray<readonly [string, Record<string, string>]> = [
      ["/o/northwind/settings/members", { action: "invite", email: "x@example.test", role: "member" }],
      [
        "/account",
        { action: "create", organization: "northwind", name: "a way around", scope: "campaigns:read" }
      ],
      [
        "/o/northwind/change",
        { operation: "campaigns.update", input: '{"slug":"boiler-repair","budget":101}', preview_hash: "x" }
      ]
    ]
    for (const [path, fields] of forms) {
      const { status, text } = await browser.submit(path, fields)
      expect([path, status, text.includes("requires a second factor")]).toEqual([path, 403, true])
    }
    const file = await browser.get("/o/northwind/settings/audit/export")
    expect([file.status, file.text.includes("requires a second factor")]).toEqual([403, true])
  })

  it("connects no app, and is told why", async () => {
    const browser = await joined()
    const clientId = await registerAt(service.origin)
    const { restUrl } = defaultSettings(service.origin)
    const url = requestUrl({ origin: service.origin, restUrl }, clientId)
    const { status, text } = await browser.get(`${url.pathname}${url.search}`)
    expect([status, text.includes("requires a second factor")]).toEqual([403, true])
  })

  it("opens it in the same session once it is set up, and every other session of theirs ends", async () => {
    const [browser, elsewhere] = [await joined(), browse()]
    await service.query("update organizations set second_factor_required = false returning id")
    await signIn(elsewhere, "femi@fabrikam.test")
    await required()
    expect([await opens(elsewhere, "fabrikam"), await opens(browser, "northwind")]).toEqual([true, false])
    const secret = secretIn((await browser.submit(page, { action: "start" })).text)
    await browser.submit(page, { action: "enable", code: now(secret) })
    expect([await opens(browser, "northwind"), await isIn(elsewhere)]).toEqual([true, false])
  })

  it("is refused as staff of the team that looks after it, too", async () => {
    await service.query(`update organizations set adops_team_id = (select team_id from adops_team_members m
      join users u on u.id = m.user_id where u.email = 'ada@adops.test') where slug = 'northwind' returning 1`)
    const browser = browse()
    await signIn(browser, "ada@adops.test")
    expect(await opens(browser, "northwind")).toBe(true)
    await required()
    expect([await opens(browser, "northwind"), await opens(browser, "contoso")]).toEqual([false, true])
    // The next sign-in asks for it, as it does of members.
    expect((await signIn(browse(), "ada@adops.test")).text).toContain("<svg")
  })
})
