import { gzipSync } from "node:zlib"
import { AuditSealer, chainBreak, makeFileVerifier, makeOutboxReader } from "@adwarden/core"
import { type AuditEvent, csvMediaType, makeCsvReader } from "@adwarden/core/contract"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { sendDecisions } from "../../../core/src/identity/mail/email-drafts.ts"
import { sendNotices } from "../../../core/src/identity/notices/notify.ts"
import { erasePeople } from "../../../core/src/identity/people/erasure.ts"
import { addMember } from "../../../core/test/support/add-member.ts"
import { call } from "../../../core/test/support/call.ts"
import { makeBrowser, signIn, signInOnce } from "../support/browser.ts"
import { startWebHost } from "../support/service.ts"
import { campaignChanges } from "./campaign-changes.ts"

const service = await startWebHost({ organizationCreation: true })
const [olivia, adam, mia] = ["olivia@northwind.test", "adam@northwind.test", "mia@northwind.test"]

const browserOf = signInOnce(service)
const signedIn = async (email: string) => {
  await service.query("delete from rate_limits")
  return browserOf(email)
}

describe("every page", () => {
  it("leads to sign-in and back if nobody is signed in", async () => {
    for (const path of ["/", "/approvals", "/o/northwind", "/o/northwind/settings/keys", "/account"]) {
      const { status, to } = await makeBrowser(service.origin).get(path)
      expect([status, to]).toEqual([
        303,
        path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`
      ])
    }
  })

  it("runs no script but our own file, and is compressed with a form token that never repeats", async () => {
    const browser = await signedIn(olivia)
    const { response, text } = await browser.get("/o/northwind")
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )
    expect(response.headers.get("content-encoding")).toBe("gzip")
    expect(text).not.toMatch(/ style=| on[a-z]+=|<script>/)
    const tokens = [text, (await browser.get("/o/northwind")).text].map(browser.tokenIn)
    expect(new Set(tokens).size).toBe(2)
    for (const form_token of tokens) {
      const body = new URLSearchParams({ form_token, action: "end", session: "none" })
      expect((await browser.send("/account/sessions", { method: "POST", body })).status).toBe(303)
    }
  })

  it("of an organization is closed to others, and does not reveal whether it exists", async () => {
    const browser = await signedIn(mia)
    const [closed, missing] = [await browser.get("/o/fabrikam"), await browser.get("/o/no-such-org")]
    expect([closed.status, missing.status]).toEqual([403, 403])
    expect(closed.text).not.toContain("Fabrikam")
  })

  it("names the people who can grant a missing role", async () => {
    const { status, text } = await (await signedIn(mia)).get("/o/northwind/settings/keys")
    expect(status).toBe(403)
    expect(text).toContain("You need the role owner here.")
    expect(text).toContain(olivia)
    expect(text).not.toContain("svc_live_")
  })

  it("is light: the overview with its style and script is at most 60 KiB over the wire", async () => {
    const browser = await signedIn(olivia)
    const { text } = await browser.get("/o/northwind")
    const assets = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(assets).toHaveLength(3)
    const sizes = await Promise.all(assets.map(async (path) => (await browser.get(path)).text.length))
    expect([gzipSync(text).length, ...sizes].reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1024)
  })

  it("leads from addresses that people guess to where the page is", async () => {
    const browser = await signedIn(olivia)
    const to = async (path: string) => (await browser.get(path)).to
    expect(await to("/account/keys")).toBe("/account")
    expect(await to("/o/northwind/settings/limits")).toBe("/o/northwind/settings")
    expect(await to("/o/northwind/keys")).toBe("/o/northwind/settings/keys")
    expect(await to("/o/northwind/approvals")).toBe("/o/northwind/optimizations")
    expect((await browser.get("/o/wingtip/keys")).status).toBe(403)
  })

  it("without an organization in its address opens that of the only one, or asks which", async () => {
    const several = await (await signedIn(olivia)).get("/settings/limits")
    expect([several.status, several.text.includes("Choose an organization")]).toEqual([200, true])
    for (const org of ["fabrikam", "northwind"]) expect(several.text).toContain(`href="/o/${org}/settings"`)
    const one = await signedIn(mia)
    expect((await one.get("/settings/limits")).to).toBe("/o/northwind/settings")
    expect((await one.get("/campaigns")).to).toBe("/o/northwind/campaigns")
    expect((await makeBrowser(service.origin).get("/settings/keys")).to).toBe(
      "/sign-in?next=%2Fsettings%2Fkeys"
    )
  })

  it("is a link where a message names it", async () => {
    const { status, text } = await (await signedIn(mia)).get("/o/northwind/campaigns/no-such-campaign")
    expect([status, text.includes('<a href="/o/northwind/campaigns">the Campaigns page</a>')]).toEqual([
      404,
      true
    ])
  })

  it("exists for every url that the API gives", async () => {
    const { output } = await service.run(
      call("queued_writes.list", service.keys["fabrikam"]!.owner!, { org: "fabrikam" })
    )
    const browser = await signedIn(olivia)
    for (const { url } of (output as { queued_writes: ReadonlyArray<{ url: string }> }).queued_writes)
      expect((await browser.get(new URL(url).pathname)).status).toBe(200)
  })
})

describe("the home page", () => {
  it("opens a single organization directly", async () => {
    expect((await (await signedIn(mia)).get("/")).to).toBe("/o/northwind")
  })

  const inNorthwind = "organization_id = (select id from organizations where slug = 'northwind')"
  const rowOf = (text: string, org: string) =>
    [...text.matchAll(/<tr><th scope="row".*?<\/tr>/gs)]
      .map(([row]) => row)
      .find((row) => row.includes(`"/o/${org}"`))!

  it("lists the worst first, each with what its overview lists", async () => {
    const browser = await signedIn(olivia)
    const { text } = await browser.get("/")
    for (const org of ["northwind", "fabrikam"]) {
      const overview = (await browser.get(`/o/${org}`)).text
      expect(overview).toContain("Old sync was changed outside Adwarden")
      expect(rowOf(text, org)).not.toContain("Fine")
    }
    // Approvals wait in one of them, which is worse.
    expect(rowOf(text, "fabrikam")).toMatch(/waits? for approval/)
    expect(rowOf(text, "northwind")).toContain("Old sync was changed outside Adwarden")
    expect(text.indexOf('"/o/fabrikam">')).toBeLessThan(text.indexOf('"/o/northwind">'))
  })

  it("and the overview say that conversions fell, or that they are as usual", async () => {
    const browser = await signedIn(olivia)
    const week = (conversions: number) =>
      service.query(`update organization_signals set week_until = '2026-11-14', conversions = ${conversions},
        conversions_low = 46.2, conversions_high = 74.8, clicks = 300, clicks_low = 250, clicks_high = 350
        where ${inNorthwind} returning 1`)
    await service.query(`update campaigns set conflict = null where ${inNorthwind} returning 1`)
    // The calls of the demo world are no longer counted, which would explain the week.
    expect((await browser.get("/o/northwind")).text).toMatch(
      /href="\/o\/northwind\/settings\/accounts#conversions"[^>]*>.*Call from the website has been silent since/s
    )
    await service.query(`update conversion_actions set silent_since = null where ${inNorthwind} returning 1`)
    await week(15)
    const fell = "Fewer conversions than usual: 15 in the 7 days to 14 Nov 2026"
    expect(rowOf((await browser.get("/")).text, "northwind")).toContain(fell)
    expect((await browser.get("/o/northwind")).text).toContain(fell)
    await week(47)
    const home = rowOf((await browser.get("/")).text, "northwind")
    expect(home).toContain("Fine")
    expect(home).toContain("Conversions: 47 in the 7 days to 14 Nov 2026, usual 47 to 74.")
    expect((await browser.get("/o/northwind")).text).not.toContain("Fewer conversions")
  })

  it("shows the agency's team the organizations of its clients with what needs them", async () => {
    const browser = await signedIn("ada@adops.test")
    await service.query(`update campaign_signals s set delivery_stopped_since = '2026-11-10' from campaigns c
      where c.organization_id = s.organization_id and c.id = s.campaign_id and c.slug = 'dental-implants' returning 1`)
    const { text } = await browser.get("/?done=password")
    expect(rowOf(text, "contoso")).toContain("Dental implants has not been shown since 10 Nov 2026")
  })
})

campaignChanges({ query: service.query, signedIn })

describe("limits", () => {
  const path = "/o/northwind/settings"
  const fields = { max_spend: "9,000", api_budget_change_limit_pct: "20" }

  it("are changed by owners and say what they mean today", async () => {
    const browser = await signedIn(olivia)
    expect((await browser.get(path)).text).toContain("a day left under the cap")
    const { status, text } = await browser.submit(path, fields)
    expect([status, text.includes("Saved.")]).toEqual([200, true])
    const [row] = await service.query<object>(
      "select max_spend, api_budget_change_limit_pct from organizations where slug = 'northwind'"
    )
    expect(row).toEqual({ max_spend: 9000, api_budget_change_limit_pct: 20 })
    const wrong = await browser.submit(path, { ...fields, max_spend: "a lot" })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain("The cap must be a number")
    expect(wrong.text).toContain('value="a lot"')
  })

  it("are refused to everybody else", async () => {
    const browser = await signedIn(adam)
    expect((await browser.get(path)).text).not.toContain("Save limits")
    expect((await browser.submit(path, fields)).status).toBe(403)
    expect((await browser.submit(path, fields)).text).toContain("owner")
  })
})

describe("the audit trail", () => {
  const path = "/o/northwind/settings/audit"

  it("is downloaded by owners, with its head", async () => {
    const browser = await signedIn(olivia)
    expect((await browser.get(path)).text).toContain("Download CSV")
    // The list has changes; reads and refusals on request, of one person or key.
    await service.run(call("campaigns.list", service.keys["northwind"]!.admin!, { org: "northwind" }))
    const listed = async (query: string) => (await browser.get(`${path}?${query}`)).text
    expect(await listed("kind=all")).toContain("List campaigns with")
    expect(await listed("kind=changes")).not.toContain("List campaigns with")
    const own = await listed(`kind=all&who=${encodeURIComponent(olivia)}`)
    expect([own.includes("Settings › Audit trail</a>"), own.includes("List campaigns with")]).toEqual([
      true,
      false
    ])
    expect(await listed("kind=refused&who=nobody%40northwind.test")).toContain("No such event")
    // A change is told in its own words and is a link; a refused one names its campaign.
    const values = { org: "northwind", slug: "northwind-brand", dry_run: false }
    const key = service.keys["northwind"]!.admin!
    const made = await service.run(call("campaigns.update", key, { ...values, budget: 19 }))
    const { action_id } = made.output as { readonly action_id: string }
    expect(await listed("kind=changes")).toContain(
      `<a href="/o/northwind/activity/${action_id}">Northwind brand: Daily budget from $20 to $19</a>`
    )
    await service.run(call("actions.undo", key, { id: action_id }))
    expect(await listed("page=2")).toMatch(/rel="prev"|>Newer</)
    const csv = await browser.get(`${path}/export?format=csv`)
    expect(csv.status).toBe(200)
    expect(csv.response.headers.get("content-disposition")).toBe('attachment; filename="northwind-audit.csv"')
    expect(csv.text.split("\r\n")[0]).toContain("request_id")
    const json = JSON.parse((await browser.get(`${path}/export?format=json`)).text) as { total: number }
    expect(json.total).toBeGreaterThan(0)
    expect(await service.eventOf(csv.response)).toMatchObject({
      operation: "audit.export",
      user_email: olivia
    })
  })

  it("is closed to everybody else", async () => {
    const admin = await signedIn(adam)
    expect([(await admin.get(path)).status, (await admin.get(`${path}/export`)).status]).toEqual([403, 403])
    expect((await makeBrowser(service.origin).get(`${path}/export`)).status).toBe(303)
    const olivias = await signedIn(olivia)
    expect((await olivias.get("/o/contoso/settings/audit/export")).status).toBe(403)
    expect((await olivias.get(`${path}/export?from=never`)).status).toBe(400)
  })
})

describe("the approval policy", () => {
  const path = "/o/northwind/settings/approvals"
  const policy = async () =>
    (
      await service.query<object>(
        "select approvals_required, approvals_for from organizations where slug = 'northwind'"
      )
    )[0]

  it("is set by owners alone", async () => {
    const owner = await signedIn(olivia)
    const { status, text } = await owner.submit(path, { approvals: "raises" })
    expect([status, text.includes("Saved.")]).toEqual([200, true])
    expect(await policy()).toEqual({ approvals_required: true, approvals_for: "raises" })
    expect(text).toMatch(/value="raises" checked/)
    const admin = await signedIn(adam)
    expect((await admin.submit(path, { approvals: "off" }, path)).status).toBe(403)
    await owner.submit(path, { approvals: "off" })
    expect(await policy()).toEqual({ approvals_required: false, approvals_for: "raises" })
  })

  it("can require previews of warned changes", async () => {
    const required = async () =>
      (
        await service.query<{ require_preview: boolean }>(
          "select require_preview from organizations where slug = 'northwind'"
        )
      )[0]!.require_preview
    const owner = await signedIn(olivia)
    const { text } = await owner.submit(path, { approvals: "off", require_preview: "yes" })
    expect([await required(), /id="require_preview-yes"[^>]* checked/.test(text)]).toEqual([true, true])
    const off = await owner.submit(path, { approvals: "off" })
    expect([await required(), /id="require_preview-yes"[^>]* checked/.test(off.text)]).toEqual([false, false])
  })
})

describe("members", () => {
  const path = "/o/northwind/settings/members"

  it("are invited, given roles and removed by owners alone", async () => {
    const owner = await signedIn(olivia)
    expect(
      (await owner.submit(path, { action: "invite", email: "new@example.test", role: "admin" })).to
    ).toBe(`${path}?done=invited`)
    expect(await service.mailedLink("new@example.test")).toContain("/invitation?token=")
    const page = await owner.get(path)
    expect(page.text).toContain('aria-label="Send the invitation of new@example.test again"')
    // Nobody removes themselves here: their account has a page for that.
    expect([adam, olivia].map((who) => page.text.includes(`?remove=${encodeURIComponent(who)}`))).toEqual([
      true,
      false
    ])
    expect(
      (await owner.submit(path, { action: "invite", email: "not an address", role: "admin" })).status
    ).toBe(422)
    expect((await owner.submit(path, { action: "role", email: mia, role: "admin" })).status).toBe(303)
    const last = await owner.submit(path, { action: "role", email: olivia, role: "member" })
    expect([last.status, last.text.includes("without an owner")]).toEqual([422, true])
    const admin = await signedIn(adam)
    for (const action of ["invite", "role", "remove", "withdraw"])
      expect([
        action,
        (await admin.submit(path, { action, email: mia, role: "owner", id: "1" })).status
      ]).toEqual([action, 403])
    expect((await owner.submit(path, { action: "role", email: mia, role: "member" })).status).toBe(303)
  })

  it("are the only people who are given roles or removed, and others are not told apart", async () => {
    const owner = await signedIn(olivia)
    for (const action of ["role", "remove"]) {
      const shown = []
      for (const email of ["carl@contoso.test", "nobody@example.test"]) {
        const { status, text } = await owner.submit(path, { action, email, role: "member" })
        expect([status, text.includes("invite the person first")]).toEqual([422, true])
        shown.push(text.replaceAll(email, "").replaceAll(/name="form_token" value="[^"]+"/g, ""))
      }
      expect(shown[0]).toBe(shown[1])
    }
    expect((await owner.get(path)).text).not.toContain("carl@contoso.test")
  })
})

describe("notifications", () => {
  const path = "/o/northwind/settings/notifications"

  it("are sent to webhooks, which owners alone add, test, replace the secret of, turn off and remove", async () => {
    const owner = await signedIn(olivia)
    expect((await owner.get(path)).text).toContain("Add a webhook")
    const fields = { action: "create", url: "https://127.0.0.1/x", format: "slack", events: "notice" }
    const wrong = await owner.submit(path, fields)
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain("The URL must be a public https:// address")
    const url = "https://hooks.slack.com/services/T0/B0/x"
    const none = await owner.submit(path, { action: "create", url, format: "slack" })
    expect([none.status, none.text.includes("The events must be chosen: at least one")]).toEqual([422, true])
    const added = await owner.submit(path, { ...fields, url })
    expect(added.text).toMatch(/whsec_[\w+/]{43}=/)
    const { text } = await owner.get(path)
    expect(text).toContain("hooks.slack.com")
    expect(text).not.toMatch(/whsec_|services\/T0/)
    const id = /name="action" value="test" \/>\s*<input[^>]*name="id" value="(\d+)"/.exec(text)![1]!
    const act = (action: string, of = id) => owner.submit(path, { action, id: of })
    expect((await act("test")).to).toBe(`${path}?done=test`)
    const waiting = await owner.get(path)
    expect(waiting.text).toContain("On its way")
    const [file] = /\/o\/northwind\/settings\/notifications\.csv\?webhook=\d+/.exec(waiting.text)!
    const exported = await owner.get(file)
    expect(exported.text).not.toMatch(/whsec_|slack/)
    const [head, ...deliveries] = makeCsvReader().push(exported.text)
    expect([head!.join(), deliveries.map(([, ...row]) => row)]).toEqual([
      "at,event,status,attempts,response_status,failure",
      [["test", "waiting", "0", "", ""]]
    ])
    expect(await service.eventOf(exported.response)).toMatchObject({
      operation: "pages.organization_notifications_export"
    })
    expect((await (await signedIn(adam)).get(file)).status).toBe(403)
    expect((await act("rotate")).text).toMatch(/whsec_[\w+/]{43}=/)
    expect((await owner.get(path)).text).toContain("Earlier secret")
    expect((await act("off")).to).toBe(`${path}?done=off`)
    expect((await act("on")).to).toBe(`${path}?done=on`)
    expect((await act("resend", "999999")).status).toBe(422)
    expect((await (await signedIn(adam)).get(path)).status).toBe(403)
    expect((await act("remove")).to).toBe(`${path}?done=removed`)
    expect((await owner.get(path)).text).not.toContain("hooks.slack.com")
  })

  it("are chosen by each person, except those that are always sent", async () => {
    const browser = await signedIn(mia)
    const own = "/account/notifications"
    expect((await browser.get(own)).text).toContain("cannot be turned off")
    expect((await browser.submit(own, { kind: "approval" })).to).toBe(`${own}?done=saved`)
    const { text } = await browser.get(own)
    expect(text).toMatch(/value="approval" checked/)
    expect(text).toMatch(/value="failed_task" \/>/)
  })
})

describe("the time zone", () => {
  it("of a person applies to clock times on pages, and UTC without one", async () => {
    const browser = await signedIn(olivia)
    const path = "/account/profile"
    expect((await browser.get("/account/sessions")).text).toMatch(/title="[^"]* UTC"/)
    expect((await browser.submit(path, { action: "time_zone", time_zone: "Asia/Tokyo" })).status).toBe(303)
    const { text } = await browser.get("/account/sessions")
    expect(text).toMatch(/title="[^"]* GMT\+9"/)
    expect(text).not.toMatch(/ UTC["<]/)
    expect((await browser.submit(path, { action: "time_zone", time_zone: "Moon/Base" })).status).toBe(422)
    await browser.submit(path, { action: "time_zone", time_zone: "" })
  })
})

describe("a person's email address", () => {
  const path = "/account/profile"
  const [old, address] = [adam, "adam@new.test"]

  it("changes by a link at the new address, for its person alone, and the old one gets a notice", async () => {
    const browser = await signedIn(old)
    expect((await browser.submit(path, { action: "email", email: "no address" })).status).toBe(422)
    expect((await browser.submit(path, { action: "email", email: address })).to).toBe(
      `${path}?done=email-sent`
    )
    const link = (await service.mailedLink(address))!
    expect(link).toContain("/account/email?token=")
    const token = new URLSearchParams(link.split("?")[1]).get("token")!
    expect((await makeBrowser(service.origin).get(link)).to).toBe(`/sign-in?next=${encodeURIComponent(link)}`)
    expect((await makeBrowser(service.origin).get(`/reset-password?token=${token}`)).status).toBe(404)
    expect((await (await signedIn(mia)).get(link)).status).toBe(404)
    const elsewhere = await signIn(service, old)
    expect((await browser.get(link)).text).toContain(`Use ${address}`)
    expect((await browser.submit("/account/email", { token }, link)).to).toBe(`${path}?done=email`)
    expect((await browser.get(path)).text).toContain(address)
    expect((await browser.get(link)).status).toBe(404)
    // Whoever is signed in elsewhere may have had the old address only.
    expect((await elsewhere.get(path)).to).toMatch(/^\/sign-in/)
    const [notice] = await service.query<object>(
      "select kind, recipient from emails order by id desc limit 1"
    )
    expect(notice).toEqual({ kind: "email_changed", recipient: old })
    await service.query(`update users set email = '${old}' where email = '${address}'`)
  })

  it("does not reveal whether an address has an account, and never takes another person's", async () => {
    const browser = await signedIn(mia)
    expect((await browser.submit(path, { action: "email", email: olivia })).to).toBe(
      `${path}?done=email-sent`
    )
    expect(await service.mailedLink(olivia)).toBeNull()
  })

  it("needs a recent confirmation", async () => {
    const browser = await signedIn(mia)
    await service.query("update dashboard_sessions set created_at = now() - interval '1 hour'")
    const { text } = await browser.submit(path, { action: "email", email: "mia@new.test" })
    await service.query("update dashboard_sessions set created_at = now()")
    expect(text).toContain("Confirm it is you")
  })
})

describe("a person's organizations", () => {
  it("are created by people where the service allows it, who then own and can leave them", async () => {
    const browser = await signedIn(mia)
    const created = await browser.submit("/new-organization", {
      name: "Mía & Söhne",
      slug: "",
      currency: "EUR"
    })
    expect(created.to).toBe("/o/mia-sohne")
    const first = await browser.get(created.to!)
    expect(first.text).toMatch(/0 of 5 done.*Until you choose, every change waits\./s)
    expect(first.text).not.toMatch(/class="chart|€0/)
    for (const page of ["campaigns", "optimizations", "activity", "reports", "strategy"])
      expect((await browser.get(`/o/mia-sohne/${page}`)).text).toMatch(
        /class="empty".*href="\/o\/mia-sohne\/settings\/accounts">Connect an ad account/s
      )
    const decided = await browser.submit("/o/mia-sohne", { action: "approvals", approvals: "off" })
    expect(decided.to).toBe("/o/mia-sohne?done=approvals")
    const refused = await browser.submit("/o/mia-sohne", { action: "cap", max_spend: "much" })
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/1 of 5 done.*value="much"/s)])
    expect((await browser.submit("/o/mia-sohne", { action: "put_away" })).to).toBe(
      "/o/mia-sohne?done=put_away"
    )
    expect((await browser.get("/o/mia-sohne/settings/organization")).text).toContain("/o/mia-sohne?setup=yes")
    expect((await browser.get("/o/mia-sohne?setup=yes")).text).toContain("of 5 done")
    expect((await browser.get("/o/mia-sohne")).text).not.toContain("of 5 done")
    expect(
      (await browser.submit("/new-organization", { name: "X", slug: "northwind", currency: "EUR" })).status
    ).toBe(422)
    const last = await browser.submit("/account/profile", { action: "leave", organization: "mia-sohne" })
    expect([last.status, last.text.includes("without an owner")]).toEqual([422, true])
    await addMember(service.query, "mia-sohne", "olivia@northwind.test", "owner")
    expect(
      (await browser.submit("/account/profile", { action: "leave", organization: "mia-sohne" })).to
    ).toBe("/account/profile?done=left")
    expect((await browser.get("/o/mia-sohne")).status).toBe(403)
  })
})

describe("keys", () => {
  it("are never granted more than the role allows, and others' keys stay out of reach", async () => {
    const browser = await signedIn(mia)
    const refused = await browser.submit("/account", {
      action: "create",
      organization: "northwind",
      name: "too much",
      scope: "campaigns:write"
    })
    expect(refused.status).toBe(403)
    expect(refused.text).not.toContain("svc_live_")
    const [own] = await service.query<{ id: number }>(
      "select k.id from api_keys k join users u on u.id = k.user_id where u.email = 'olivia@northwind.test' limit 1"
    )
    const revoked = await browser.submit("/account", {
      action: "revoke",
      organization: "northwind",
      id: String(own!.id)
    })
    expect(revoked.status).toBe(403)
    const page = `/o/northwind/settings/keys/${own!.id}`
    const seen = await browser.get(page)
    expect([seen.status, seen.text.includes(olivia)]).toEqual([403, true])
    for (const action of ["rotate", "revoke"]) {
      const { status } = await browser.submit(page, { action, overlap_hours: "48" })
      expect([action, status]).toEqual([action, 403])
    }
  })

  it("are created where they are listed, with nothing selected, and held more strictly than the organization", async () => {
    const settings = "/o/northwind/settings/keys"
    const owner = await signedIn(olivia)
    expect((await owner.get(settings)).text).not.toMatch(/name="(scope|preset)"[^>]* checked/)
    const made = await owner.submit(settings, { action: "create", name: "proposals", preset: "propose" })
    expect(made.text).toMatch(/svc_live_[0-9A-Za-z]{36}.*Propose.*Every change waits/s)
    expect(made.response.headers.get("content-encoding")).toBeNull()
    const [key] = await service.query<{ id: number; approvals: string; scopes: number }>(
      "select id, approvals, cardinality(scopes) as scopes from api_keys where name = 'proposals'"
    )
    expect(key).toMatchObject({ approvals: "every_change", scopes: 9 })
    const page = `${settings}/${key!.id}`
    expect((await owner.submit(page, { action: "loosen", approvals: "raises" })).to).toBe(`${page}?done=held`)
    await service.query(`update api_keys set user_id = (select id from users where email = '${adam}')
      where id = ${key!.id}`)
    const creator = await signedIn(adam)
    expect((await creator.submit(page, { action: "loosen", approvals: "organization" })).status).toBe(403)
    expect((await creator.submit(page, { action: "tighten", approvals: "every_change" })).to).toBe(
      `${page}?done=held`
    )
    await service.query("update dashboard_sessions set created_at = now() - interval '1 hour'")
    const looser = await owner.submit(page, { action: "loosen", approvals: "organization" })
    await service.query("update dashboard_sessions set created_at = now()")
    expect(looser.text).toContain("Confirm it is you")
  })

  it("have a page with what they did, where they are rotated with a chosen overlap and revoked", async () => {
    const browser = await signedIn(adam)
    const secretOf = (text: string) => /svc_live_[0-9A-Za-z]{36}/.exec(text)![0]
    const made = await browser.submit("/account", {
      action: "create",
      organization: "northwind",
      name: "budget script",
      scope: "campaigns:read"
    })
    const uses = async (key: string) =>
      (await service.run(call("campaigns.list", key, { org: "northwind" }))).status
    const old = secretOf(made.text)
    expect(await uses(old)).toBe(200)
    const idOf = async () =>
      (
        await service.query<{ id: number }>(
          "select id from api_keys where name = 'budget script' order by id desc limit 1"
        )
      )[0]!.id
    const page = `/o/northwind/settings/keys/${await idOf()}`
    const shown = await browser.get(page)
    for (const words of ["campaigns.list", "It changed nothing", "Rotate key", "Revoke key"])
      expect(shown.text).toContain(words)
    for (const overlap_hours of ["49", "-1", "1.5", "x"])
      expect([
        overlap_hours,
        (await browser.submit(page, { action: "rotate", overlap_hours })).status
      ]).toEqual([overlap_hours, 422])
    const rotated = await browser.submit(page, { action: "rotate", overlap_hours: "0" })
    expect(rotated.text).toContain("The old key no longer works.")
    expect(rotated.response.headers.get("content-encoding")).toBeNull()
    const fresh = secretOf(rotated.text)
    expect([await uses(old), await uses(fresh)]).toEqual([401, 200])
    await service.query(
      "update api_keys set expires_at = now() + interval '9 days 1 hour' where name = 'budget script'"
    )
    expect((await browser.get("/o/northwind")).text).toContain("expires <time")
    await service.query(`insert into tasks (organization_id, type, status, error_reason, error_message, finished_at)
      select id, 'report', 'failed', 'task_error', 'The figures were missing.', now() from organizations where slug = 'northwind'`)
    expect((await browser.get("/o/northwind")).text).toContain("The figures were missing.")
    // Suspended by an owner: its creator cannot resume it, and pages say how often it was used.
    const resumed = `/o/northwind/settings/keys/${await idOf()}`
    const northwindOwner = await signedIn(olivia)
    expect((await northwindOwner.submit(resumed, { action: "suspend" })).to).toBe(`${resumed}?done=suspended`)
    const refused = await service.run(call("campaigns.list", fresh, { org: "northwind" }))
    expect(refused).toMatchObject({ status: 403, error: { _tag: "org_access_denied", suspended: "key" } })
    for (const action of ["resume", "rotate"]) {
      const creators = await browser.submit(resumed, { action, overlap_hours: "1" })
      expect([action, creators.status < 400, await uses(fresh)]).toEqual([action, false, 403])
    }
    const suspended = await northwindOwner.get(resumed)
    for (const words of ["Suspended", "Resume key", "Calls a day", " calls since"])
      expect(suspended.text).toContain(words)
    expect((await northwindOwner.submit(resumed, { action: "resume" })).to).toBe(`${resumed}?done=resumed`)
    expect(await uses(fresh)).toBe(200)
    // One click, by an owner who did not create it.
    const owner = await signedIn(olivia)
    const freshPage = `/o/northwind/settings/keys/${await idOf()}`
    expect((await owner.submit(freshPage, { action: "revoke" })).to).toBe(`${freshPage}?done=revoked`)
    expect(await uses(fresh)).toBe(401)
  })

  it.each([
    ["30", 30],
    ["year", 365]
  ])("are valid for the chosen time: %s", async (valid_days, days) => {
    const browser = await signedIn(adam)
    const name = `valid for ${days} days`
    await browser.submit("/account", {
      action: "create",
      organization: "northwind",
      name,
      valid_days,
      scope: "campaigns:read"
    })
    const [key] = await service.query<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from api_keys where name = '${name}'`
    )
    expect(Math.abs(key!.days - days)).toBeLessThanOrEqual(1)
  })

  it("are shown once, in a response that is not compressed", async () => {
    const browser = await signedIn(adam)
    const { response, text } = await browser.submit("/account", {
      action: "create",
      organization: "northwind",
      name: "report <b>script",
      scope: "performance:read"
    })
    expect(response.headers.get("content-encoding")).toBeNull()
    expect(text).toMatch(/svc_live_[0-9A-Za-z]{36}/)
    expect(text).not.toContain("report <b>")
    expect((await browser.get("/account")).text).not.toMatch(/svc_live_[0-9A-Za-z]{36}/)
    expect(await service.eventOf(response)).toMatchObject({ operation: "pages.keys" })
  })
})

describe("sessions", () => {
  it("are listed and ended by their person alone", async () => {
    const [here, elsewhere] = [await signIn(service, adam), await signIn(service, adam)]
    const { text } = await here.get("/account/sessions")
    expect(text).toContain("This browser")
    const ids = [...text.matchAll(/name="session" value="([0-9a-f]{24})"/g)].map(([, id]) => id!)
    const stranger = await signedIn(mia)
    for (const session of ids) await stranger.submit("/account/sessions", { action: "end", session })
    expect((await elsewhere.get("/account")).status).toBe(200)
    await here.submit("/account/sessions", { action: "others" })
    expect((await elsewhere.get("/account")).status).toBe(303)
    expect((await here.get("/account")).status).toBe(200)
  })
})

describe("messages that name a page", () => {
  it("link to it, and pages that are missing or closed say what to do", async () => {
    const will = await signedIn("will@wingtip.test")
    const { text: broken } = await will.get("/o/wingtip")
    expect(broken).toContain('under <a href="/o/wingtip/settings/accounts">Settings › Ad accounts</a>')
    expect(broken).not.toContain("OAUTH_TOKEN_REVOKED")
    const browser = await signedIn(mia)
    const unknown = await browser.get("/o/northwind/no-such-page")
    expect([unknown.status, unknown.text.includes("Go to Northwind")]).toEqual([404, true])
    const campaign = await browser.get("/o/northwind/campaigns/no-such-campaign")
    expect([campaign.status, campaign.text.includes("the Campaigns page")]).toEqual([404, true])
    const foreign = await browser.get("/o/wingtip/settings")
    expect([foreign.status, foreign.text.includes("ask one of its owners to invite you")]).toEqual([
      403,
      true
    ])
  })
})

describe("the components", () => {
  it("are not served outside of development", async () => {
    expect((await (await signedIn(olivia)).get("/dev/components")).status).toBe(404)
  })
})

/** The audit trail of an organization as a file, and its proof from a head that was saved earlier. */
const proved = (text: string, head: string | null) => {
  const verifier = makeFileVerifier(head)
  verifier.push(text)
  return verifier.end()
}
const auditOf = async (org: string) => {
  await service.run(Effect.flatMap(AuditSealer, ({ sealAll }) => sealAll))
  const { text } = await (await signedIn(olivia)).get(`/o/${org}/settings/audit/export?format=json`)
  return { text, head: (JSON.parse(text) as { head: string }).head }
}

/** The texts of a page that people read, one for each block; code, choices and addresses of people excepted. */
const visibleTexts = (page: string): ReadonlyArray<string> =>
  page
    .replaceAll(/<(head|script|code|pre|option)\b.*?<\/\1>|<span class="email.*?<\/span>/gs, " ")
    .replaceAll(/<\/?(?:span|a|b|em|strong|time|wbr|bdi)\b[^>]*>/g, "")
    .split(/<[^>]*>|\n/)
    .map((text) =>
      text
        .replaceAll(/&#39;/g, "'")
        .replaceAll(/&quot;/g, '"')
        .trim()
    )
    .filter((text) => text !== "")

/** Makes the function that finds words in a text that are not for people. */
const makeFaultsIn = async () => {
  const slugs = await service.query<{ slug: string }>(
    "select distinct slug from campaigns where slug like '%-%' and slug <> lower(name)"
  )
  const forbidden: ReadonlyArray<readonly [fault: string, pattern: RegExp]> = [
    ["slug", new RegExp(`(?<![\\w/.-])(?:${slugs.map(({ slug }) => slug).join("|")})(?![\\w/-])`)],
    ["name of the API", /\b[A-Za-z]+_\w+|\{\w+\.|\b(?:GET|POST|PATCH|DELETE) \//],
    ["page in brackets", /\(?the page [A-Z]|\(the \w+ page\)/],
    ["plural", /(?<![\d.,:/−]|\d )\b1 (?!(?:is|was|has|this|less|plus)\b)[a-z]+[^su\W]s\b/],
    ["minus", /(?<![\w).%] ?)-[$€£]?\d/]
  ]
  return (place: string, text: string) =>
    forbidden.flatMap(([fault, pattern]) =>
      pattern.test(text) ? [`${place}: ${fault}: ${text.slice(0, 400)}`] : []
    )
}

const kindOf = (path: string) =>
  path.replaceAll(/(?<=\/(?:o|campaigns|optimizations|activity)\/)[^/]+|\d+/g, "*")
const inOrg = (page: string) => `/o/*/${page}.csv`

describe("the words of all pages", () => {
  it("are for people: names instead of slugs, no names of the API, proper plurals and minus signs", async () => {
    for (const org of ["northwind", "fabrikam"]) {
      const key = service.keys[org]!.admin!
      await service.run(call("detectors.run", key, { org, slug: "boiler-repair", detector: "all" }))
      const values = { org, slug: "boiler-repair", budget: 104, dry_run: false }
      await service.run(call("campaigns.update", key, values))
    }
    await service.query(
      `update recommendations set status = 'applied', applied_at = now(), estimated_monthly_saving = 60,
        realised_saving_14d = 48 where id = (select min(id) from recommendations where organization_id = 1)`
    )
    const faultsIn = await makeFaultsIn()
    const browser = await signedIn(olivia)
    const paths = ["/"]
    const seen = new Map<string, number>(paths.map((path) => [path, 1]))
    const found: Array<string> = []
    const files = new Map<string, string>()
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      const { text } = await browser.get(path)
      found.push(...visibleTexts(text).flatMap((visible) => faultsIn(path, visible)))
      for (const [, escaped] of text.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
        const [at, query = ""] = escaped!.replaceAll("&amp;", "&").split("?") as [string, string?]
        if (at.endsWith(".csv")) files.set(kindOf(at), escaped!.replaceAll("&amp;", "&"))
        if (/^\/(docs|dev)\b|\.csv$|\/export$/.test(at)) continue
        // A few pages of each kind: of each section, tab and preview.
        const kind = `${kindOf(at)}?${[...new URLSearchParams(query).keys()].filter((name) => /^(undo|accept|revert|change|set|remove|type|kind)$/.test(name)).join()}`
        const address = kind.endsWith("?") ? at : `${at}?${query}`
        const before = seen.get(kind) ?? 0
        if (before === 4 || seen.has(address)) continue
        seen.set(kind, before + 1).set(address, 1)
        paths.push(address)
      }
    }
    expect(found).toEqual([])
    expect(seen.size).toBeGreaterThan(150)

    // Each table has its file, in which no text of others is a formula.
    await service.query(`update users set name = '=HYPERLINK("http://x")' where email like '%@%'`)
    await service.query(`update api_keys set name = ' @SUM(1)'`)
    for (const [kind, path] of files) {
      const { response, text } = await browser.get(path)
      expect([kind, response.status, response.headers.get("content-type")]).toEqual([kind, 200, csvMediaType])
      const [head, ...rows] = makeCsvReader().push(text)
      expect([kind, rows.filter((row) => row.length !== head!.length)]).toEqual([kind, []])
      expect([kind, rows.flat().filter((cell) => /^\s*[=+@]/.test(cell))]).toEqual([kind, []])
      expect((await service.eventOf(response))?.operation).toMatch(/^pages\..*_export$/)
    }
    expect([...files.keys()].toSorted()).toEqual(
      [
        "/account.csv",
        "/account/sessions.csv",
        "/approvals.csv",
        ...["activity", "approvals", "campaigns", "optimizations"].map(inOrg),
        ...["ads", "keywords", "log", "negatives", "search-terms"].map((tab) => inOrg(`campaigns/*/${tab}`)),
        "/o/*/optimizations/*",
        ...["accounts", "keys", "keys/*/changes", "keys/*/requests", "members", "stop/campaigns"].map(
          (section) => inOrg(`settings/${section}`)
        ),
        "/organizations.csv"
      ].toSorted()
    )
  })
})

describe("the file of a table", () => {
  it("is open to whom its page is, and has all rows that its address describes", async () => {
    const rowsOf = async (email: string, path: string) => {
      const { status, text } = await (await signedIn(email)).get(path)
      return { status, rows: makeCsvReader().push(text) }
    }
    const [owners, members] = [
      await rowsOf(olivia, "/o/northwind/settings/members.csv"),
      await rowsOf(mia, "/o/northwind/settings/members.csv")
    ]
    expect([owners.rows[0]!.includes("second_factor"), members.rows[0]!.includes("second_factor")]).toEqual([
      true,
      false
    ])
    expect(owners.rows.find(([email]) => email === olivia)).toMatchObject({ 2: "owner", 3: "member" })
    for (const path of ["activity", "campaigns/boiler-repair/log", "settings/keys"])
      expect([path, (await rowsOf(mia, `/o/northwind/${path}.csv`)).status]).toEqual([path, 403])
    const keys = await rowsOf(olivia, "/account.csv")
    expect(keys.rows[1]).toMatchObject({ 0: "' @SUM(1)", 3: "active" })
    expect(JSON.stringify(keys)).not.toMatch(/svc_live_[0-9A-Za-z]{36}/)
    const [own] = await service.query<{ id: number }>(
      "select k.id from api_keys k join users u on u.id = k.user_id where u.email = 'olivia@northwind.test' limit 1"
    )
    for (const path of [
      `keys/${own!.id}/changes`,
      `keys/${own!.id}/requests`,
      "stop/campaigns",
      "stop/stopped"
    ])
      expect([path, (await rowsOf(mia, `/o/northwind/settings/${path}.csv`)).status]).toEqual([path, 403])
    const trail = (await (await signedIn(olivia)).get("/o/northwind/settings/audit?kind=refused")).text
    expect(trail).toContain("Export a table: Emergency stop")
    expect(trail).toContain("Export a table: Settings › API keys")
    const changes = await rowsOf(olivia, "/o/northwind/activity.csv?by=person-0")
    expect(changes.rows).toHaveLength(1)
    const { total } = (await service.run(call("actions.list", service.keys["northwind"]!.owner!, {})))
      .output as { total: number }
    expect((await rowsOf(olivia, "/o/northwind/activity.csv")).rows).toHaveLength(total + 1)
  })
})

describe("deleting a person", () => {
  it("is refused to the only owner of an organization", async () => {
    const { status, text } = await (await signedIn(olivia)).submit("/account/profile", { action: "delete" })
    expect([status, text.includes("without an owner")]).toEqual([422, true])
  })

  it("ends all access and erases the address everywhere, and the audit chain stays proved", async () => {
    const browser = await signedIn(mia)
    await browser.get("/o/northwind")
    const before = await auditOf("northwind")
    expect(before.text).toContain(mia)
    expect((await browser.submit("/account/profile", { action: "delete" })).to).toBe("/sign-in")
    expect((await browser.get("/o/northwind")).status).toBe(303)
    const again = await makeBrowser(service.origin).submit("/sign-in", {
      email: mia,
      password: service.passwordOf(mia)
    })
    expect(again.status).toBe(422)
    await auditOf("northwind")
    await service.query("update erasures set requested_at = requested_at - interval '1 hour'")
    expect(await service.run(erasePeople)).toEqual({ erased: 1 })
    const after = await auditOf("northwind")
    expect(after.text).not.toContain(mia)
    const proof = await proved(after.text, before.head)
    expect(proof).toMatchObject({ verification: { flaw: null } })
    expect(JSON.stringify(proof)).toMatch(/"erased":[1-9]/)
    for (const [table, column] of [
      ["users", "email"],
      ["emails", "recipient"],
      ["actions", "actor_user_email"],
      ["queued_writes", "requester_user_email"],
      ["erasures", "email"],
      ["invitations", "email"]
    ])
      expect([table, await service.query(`select 1 from ${table} where ${column} = '${mia}'`)]).toEqual([
        table,
        []
      ])
  })
})

describe("renaming an organization", () => {
  it("is for owners, shows on all pages at once, and leaves the short name and the audit trail right", async () => {
    const path = "/o/fabrikam/settings/organization"
    const rename = async (email: string, name: string) =>
      (await signedIn(email)).submit(path, { action: "rename", name })
    const owner = await signedIn(olivia)
    const { name: before } = (
      await service.query<{ name: string }>("select name from organizations where slug = 'fabrikam'")
    )[0]!
    for (const name of ["", "x".repeat(101), "Fab\u202erikam", "Fab\nrikam"]) {
      const refused = await rename(olivia, name)
      expect([name, refused.status, refused.text.includes("The name must be one line of 1 to 100")]).toEqual([
        name,
        422,
        true
      ])
    }
    const shown = await rename(olivia, "x".repeat(101))
    expect(shown.text).toContain(`value="${"x".repeat(101)}"`)
    expect((await rename("femi@fabrikam.test", "Mine")).status).toBe(403)
    const renamed = await rename(olivia, "  Fabrikam & Töchter ")
    expect(renamed.to).toBe(`${path}?done=renamed`)
    expect(await service.eventOf(renamed.response)).toMatchObject({
      operation: "organizations.rename",
      status_code: 200,
      user_email: olivia
    })
    for (const page of [renamed.to!, "/o/fabrikam", "/o/fabrikam/campaigns", "/"])
      expect((await owner.get(page)).text).toContain("Fabrikam &amp; Töchter")
    expect((await rename(olivia, before)).status).toBe(303)
  })
})

describe("deleting an organization", () => {
  const path = "/o/fabrikam/settings/organization"
  const name = "Fabrikam Plumbing & Heating"
  const deletion = { action: "delete", typed_name: name }
  const campaignsOf = "organization_id = (select id from organizations where slug = 'fabrikam')"

  it("is refused while campaigns can spend, and to everybody but owners", async () => {
    const owner = await signedIn(olivia)
    const refused = await owner.submit(path, deletion)
    expect([refused.status, refused.text.includes("can still spend")]).toEqual([422, true])
    await service.query(
      `update campaigns set state = 'paused', platform_state = 'paused', wanted_state = null, unpushed = '{}'
       where ${campaignsOf} and state <> 'draft'`
    )
    await service.query(
      `update campaigns set unpushed = '{state}' where ${campaignsOf} and platform_resource_name is not null`
    )
    expect((await owner.submit(path, deletion)).text).toContain("can still spend")
    await service.query(`update campaigns set unpushed = '{}' where ${campaignsOf}`)
    expect((await owner.submit(path, { ...deletion, typed_name: "fabrikam" })).text).toContain(
      "The name must be exactly"
    )
    expect((await (await signedIn("femi@fabrikam.test")).submit(path, deletion)).status).toBe(403)
  })

  it("ends every access and link, and its audit chain stays proved", async () => {
    const [{ id }] = (await service.query<{ id: number }>(
      "select id from organizations where slug = 'fabrikam'"
    )) as [{ id: number }]
    const { head } = await auditOf("fabrikam")
    // The demo world of this test has logins without a grant.
    const granted = await service.query(
      `update ad_platform_logins set refresh_token = '\\x01' where organization_id = ${id} returning id`
    )
    expect(granted).not.toEqual([])
    expect((await (await signedIn(olivia)).submit(path, deletion)).to).toBe("/?done=organization-deleted")
    const { error } = await service.run(
      call("campaigns.list", service.keys["fabrikam"]!.owner!, { org: "_" })
    )
    expect(error?._tag).toBe("unauthorized")
    expect((await (await signedIn(olivia)).get("/o/fabrikam")).status).toBe(403)
    expect(
      await service.query(
        `select 1 from ad_platform_logins where organization_id = ${id} and refresh_token is not null`
      )
    ).toEqual([])
    expect(
      await service.query(
        `select 1 from ad_accounts where organization_id = ${id} and status <> 'not_linked'`
      )
    ).toEqual([])
    expect(
      await service.query(`select 1 from queued_writes where organization_id = ${id} and status = 'pending'`)
    ).toEqual([])
    await service.run(Effect.flatMap(AuditSealer, ({ sealAll }) => sealAll))
    const events =
      await service.query<AuditEvent>(`select id, at, request_id, surface, operation, method, path, status_code, error_code, actor_type,
      user_email as "user", key_prefix, key_last_four, ip, user_agent, count, previous_hash, hash, personal_key
      from audit_sealed where organization_id = ${id} order by position`)
    expect(chainBreak(events)).toBe(-1)
    expect(events.some(({ hash }) => hash === head)).toBe(true)
    expect(events.some(({ operation }) => operation === "organizations.delete")).toBe(true)
  })
})

describe("the words of all emails", () => {
  it("are for people, and each of several things has a link of its own, in both parts", async () => {
    const inNorthwind = "organization_id = (select id from organizations where slug = 'northwind')"
    const campaign = (slug: string) => `(select id from campaigns where ${inNorthwind} and slug = '${slug}')`
    await service.query(`update organizations set approvals_required = true, approvals_for = 'every_change' where slug = 'northwind';
      delete from emails; delete from notice_receipts; delete from notices;
      update campaigns set conflict = '{"found_at":"2026-01-05T09:00:00.000Z","found_by":"push","settings":[],"version":1}'
        where ${inNorthwind} and slug in ('boiler-repair', 'emergency-plumber');
      update campaign_signals set conversions_stopped_since = '2026-11-02', delivery_stopped_since = '2026-11-03'
        where ${inNorthwind} and campaign_id in (${campaign("boiler-repair")}, ${campaign("emergency-plumber")});
      update organization_signals set month_until = '2026-11-18', month_spend = 180000, month_rest = 200000 where ${inNorthwind};
      update ad_accounts set channels_added = 3, channels_read_at = now() where ${inNorthwind};
      insert into tasks (organization_id, type, status, error_reason, error_message, finished_at)
        select id, type, 'failed', 'task_error', 'Read it again with {reports.get}.', now()
        from organizations, unnest('{report,strategy}'::text[]) type where slug = 'northwind'`)
    const ask = async (operation: "campaigns.update" | "keywords.add_negatives", values: object) => {
      const { error } = await service.run(
        call(operation, service.keys["northwind"]!.admin!, { org: "northwind", dry_run: false, ...values })
      )
      if (error?._tag !== "approval_required") throw new Error(`Not held: ${JSON.stringify(error)}`)
      return error.queued_recommendation_id
    }
    const both = { slug: "boiler-repair", campaigns: ["emergency-plumber"] }
    const held = [
      await ask("campaigns.update", { slug: "boiler-repair", name: "Boilers" }),
      await ask("keywords.add_negatives", { ...both, keywords: ["free"] })
    ]
    const decided = [
      await ask("campaigns.update", { slug: "emergency-plumber", name: "Plumbers" }),
      await ask("keywords.add_negatives", { ...both, keywords: ["jobs"] })
    ]
    await service.query(`update queued_writes set status = 'rejected', decided_at = now(), reason = 'The daily budget of emergency-plumber: {page.campaigns} says why.',
        decided_by = (select id from users where email = '${olivia}') where id = any('{${decided.join()}}');
      update api_keys set revoked_at = now(), expires_at = now() + interval '7 days'
        where id = (select max(id) from api_keys where ${inNorthwind})`)
    await service.run(sendNotices)
    await service.run(sendDecisions)
    await service.query(`insert into emails (message_id, kind, recipient, organization_id, subject_id, days)
      select 'about-' || kind, kind, '${olivia}', (select id from organizations where slug = 'northwind'),
        case when kind = 'key_exposed' then (select max(id) from api_keys where ${inNorthwind})
          when kind = 'key_expiry' then (select min(id) from api_keys where ${inNorthwind})
          else (select id from users where email = '${olivia}') end, 7
      from unnest('{password_reset,password_changed,email_changed,key_expiry,key_exposed,factor_enabled,factor_removed,recovery_codes_replaced,recovery_code_used}'::text[]) kind`)
    const emails = await service.run(
      Effect.flatMap(makeOutboxReader, ({ list, show }) =>
        Effect.flatMap(list(200), (rows) => Effect.forEach(rows, ({ id }) => show(id)))
      )
    )
    const faultsIn = await makeFaultsIn()
    const mailed = emails.flatMap((email) =>
      email?.mail == null ? [] : [{ ...email.mail, kind: email.kind }]
    )
    const found = mailed.flatMap(({ html, kind, subject, text }) =>
      [subject, ...text.split("\n"), ...visibleTexts(html)]
        .map((line) => line.replaceAll(/https?:\/\/\S+|svc_live_\w+…/g, ""))
        .flatMap((line) => faultsIn(kind, line))
    )
    expect(found).toEqual([])
    expect(new Set(mailed.map(({ kind }) => kind)).size).toBe(18)
    for (const [kind, ids] of [
      ["approval", held],
      ["decision", decided]
    ] as const) {
      const { html, text } = mailed.find((one) => one.kind === kind)!
      for (const id of ids) {
        expect(text).toMatch(new RegExp(`\n\\S+/o/northwind/optimizations/${id}\n`))
        expect(html).toMatch(new RegExp(`<a href="[^"]+/o/northwind/optimizations/${id}">`))
      }
    }
  })
})
