import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Sync } from "../../../core/src/campaigns/sync/sync.ts"
import { call } from "../../../core/test/support/call.ts"
import { campaignInDatabase, jobsSettled, startWorker } from "../../../core/test/support/workers.ts"
import { signInOnce } from "../support/browser.ts"
import { formFields } from "../support/page-forms.ts"
import { startWebHostOnPlatform } from "../support/service.ts"

const service = await startWebHostOnPlatform()
const { control, query } = service
// The cap leaves room for what others raise here.
await query("update organizations set max_spend = 14000 where slug = 'northwind'")
const admin = service.keys["northwind"]!.admin!
const [olivia, mia] = ["olivia@northwind.test", "mia@northwind.test"]
const agency = "agency@northwind.test"
const campaignPath = (slug: string) => `/o/northwind/campaigns/${slug}`

const browserOf = signInOnce(service)
const signedIn = async (email: string) => {
  await query("delete from rate_limits")
  return browserOf(email)
}
type Browser = Awaited<ReturnType<typeof signedIn>>

/** The text of a page without its tags. */
const plain = (text: string) =>
  text
    .replaceAll("<wbr />", "")
    .replaceAll(/<(?:script|style|svg).*?<\/(?:script|style|svg)>/gs, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([.,])/g, "$1")
const textOf = async (browser: Browser, path: string) => plain((await browser.get(path)).text)

/** Somebody changes a daily budget in Google Ads. */
const editBudget = async (slug: string, amount: number, org = "northwind") => {
  const { platform_budget_resource_name: resourceName } = await campaignInDatabase(service, slug, org)
  await control("POST", "edits", {
    customerId: String(resourceName).split("/")[1],
    userEmail: agency,
    mutateOperations: [
      {
        campaignBudgetOperation: {
          update: { resourceName, amountMicros: String(amount * 1_000_000) },
          updateMask: "amountMicros"
        }
      }
    ]
  })
}
const budgetThere = async (slug: string) => {
  const { platform_budget_resource_name: ref } = await campaignInDatabase(service, slug)
  const { resources } = (await service.state()) as { resources: Record<string, { amountMicros?: string }> }
  return Number(resources[String(ref)]!.amountMicros) / 1_000_000
}
const work = async () => {
  const stop = await startWorker(service)
  await jobsSettled(service)
  await stop()
}
const formOf = (text: string, operation: string) => formFields(text, "/o/northwind/change", operation)
const send = (browser: Browser, fields: Record<string, string>) =>
  browser.send("/o/northwind/change", { method: "POST", body: new URLSearchParams(fields) })
const raiseByApi = async (slug: string, budget: number) => {
  const { error } = await service.run(
    call("campaigns.update", admin, { org: "northwind", slug, budget, dry_run: false })
  )
  expect(error).toBeNull()
}

describe("a budget that others changed in the ad platform", () => {
  const slug = "boiler-repair"

  it("stops a raise on its page, and is replaced by a budget below both", async () => {
    await editBudget(slug, 140)
    const browser = await signedIn(olivia)
    const raise = (await browser.get(`${campaignPath(slug)}?change=budget&budget=110`)).text
    expect(plain(raise)).toMatch(
      /Fails: Same as in Google Ads The daily budget is \$140\.00 in Google Ads, set by .*, and \$100\.00 here\. It is not overwritten/
    )
    expect(raise).toContain(`${campaignPath(slug)}?change=accept#change`)
    expect(formOf(raise, "campaigns.update")).toBeNull()
    const lower = (await browser.get(`${campaignPath(slug)}?change=budget&budget=90`)).text
    expect(plain(lower)).toMatch(/Warning: Same as in Google Ads .*This change replaces both\./)
    expect(formOf(lower, "campaigns.update")).not.toBeNull()
    const renamed = (await browser.get(`${campaignPath(slug)}?change=name&name=Boilers`)).text
    expect(plain(renamed)).toContain("This change leaves that as it is.")
    expect(formOf(renamed, "campaigns.update")).not.toBeNull()
  })

  it("asks which one is right once a push has met it, with who set both and when", async () => {
    await raiseByApi(slug, 110)
    await work()
    const browser = await signedIn(olivia)
    const { text } = await browser.get(campaignPath(slug))
    const shown = plain(text)
    expect(shown).toContain("Changed outside")
    expect(shown).not.toContain("as in Google Ads, synced")
    expect(shown).toMatch(
      /Which daily budget is right\?.*In Google Ads, in force \$140\.00 a day agency@northwind\.test .* In Adwarden \$110\.00 a day Adam/
    )
    expect(shown).toContain("Pausing always works.")
    expect(shown).toContain("Accept $140.00")
    expect(shown).toContain("Take back to $110.00")
    expect(shown).toContain("$140.00 in Google Ads, $110.00 here")
    const looking = (await (await signedIn(mia)).get(campaignPath(slug))).text
    expect(plain(looking)).toContain("Which daily budget is right?")
    expect(looking).not.toMatch(/change=(?:accept|take_back)/)
  })

  it("is marked in the lists, on the overview and in the log", async () => {
    const browser = await signedIn(olivia)
    const list = await textOf(browser, "/o/northwind/campaigns")
    expect(list).toMatch(/Boiler repair .*?Live Changed outside .*?\$140\.00 \$110\.00 here/)
    expect(list).toMatch(
      /\d campaigns? differs? from Google Ads\. .*Boiler repair has another budget there.* The table shows what Google Ads has\./
    )
    expect(await textOf(browser, "/o/northwind")).toContain("Boiler repair was changed outside Adwarden")
    expect(await textOf(browser, `${campaignPath(slug)}/keywords`)).toContain("It was changed in Google Ads")
    expect(await textOf(browser, `${campaignPath(slug)}/log`)).toContain("Changed outside Adwarden")
    expect(await textOf(browser, "/o/northwind/activity")).toMatch(
      /had another daily budget: \$140\.00, set by agency@northwind\.test/
    )
  })

  it("is taken back with a preview, and then the ad platform has ours", async () => {
    const browser = await signedIn(olivia)
    const { text } = await browser.get(`${campaignPath(slug)}?change=take_back`)
    expect(plain(text)).toContain("nothing has changed yet")
    const done = await send(browser, formOf(text, "external_changes.overwrite")!)
    expect(done.status).toBe(303)
    await work()
    expect(await budgetThere(slug)).toBe(110)
    const after = await textOf(browser, campaignPath(slug))
    expect(after).not.toContain("Changed outside")
    expect(after).toContain("as in Google Ads, synced")
  })

  it("is accepted with a preview by a task, which its page says until it is done", async () => {
    await editBudget(slug, 150)
    await raiseByApi(slug, 120)
    await work()
    const browser = await signedIn(olivia)
    const { text } = await browser.get(`${campaignPath(slug)}?change=accept`)
    expect(plain(text)).toMatch(/nothing has changed yet .*from \$120\.00 .*to \$150\.00/)
    const done = await send(browser, formOf(text, "campaigns.accept_changes")!)
    expect([done.status, done.to]).toEqual([303, expect.stringMatching(/done=act_.*task=\d+/)])
    const waiting = (await browser.get(done.to!)).text
    expect(plain(waiting)).toMatch(/Task \d+ carries it out/)
    expect(waiting).not.toContain("change=take_back")
    await work()
    expect((await campaignInDatabase(service, slug)).budget).toBe(150)
    const after = await textOf(browser, campaignPath(slug))
    expect(after).not.toContain("Changed outside")
    expect(await budgetThere(slug)).toBe(150)
  })
})

describe("a paused campaign that others changed", () => {
  const slug = "old-sync"

  it("has no launch button, and the failing check leads to accepting", async () => {
    const browser = await signedIn(olivia)
    const { text } = await browser.get(`${campaignPath(slug)}?change=live`)
    expect(plain(text)).toMatch(
      /Fails: Same as in Google Ads The daily budget is \$14\.00 in Google Ads, set by .*A launch would start/
    )
    expect(text).toContain(`${campaignPath(slug)}?change=accept#change`)
    expect(formOf(text, "campaigns.set_state")).toBeNull()
  })

  it("is accepted on the activity page, and can be launched then", async () => {
    const browser = await signedIn(olivia)
    const { text } = await browser.get(`/o/northwind/activity?accept=${slug}`)
    const fields = formOf(text, "campaigns.accept_changes")!
    expect(plain(text)).toMatch(/All budgets in 30 days \$[\d,.]+ now, \$[\d,.]+ then/)
    const stale = await send(browser, { ...fields, preview_hash: "0".repeat(32) })
    expect(stale.to).toContain("stale=1")
    const member = await signedIn(mia)
    expect(
      (await send(member, { ...fields, form_token: member.tokenIn((await member.get("/account")).text) }))
        .status
    ).toBe(403)
    const done = await send(browser, formOf((await browser.get(stale.to!)).text, "campaigns.accept_changes")!)
    expect(plain((await browser.get(done.to!)).text)).toMatch(/Task \d+ carries it out/)
    await work()
    expect((await campaignInDatabase(service, slug)).budget).toBe(14)
    const launch = (await browser.get(`${campaignPath(slug)}?change=live`)).text
    expect(plain(launch)).not.toContain("Same as in Google Ads")
    expect(formOf(launch, "campaigns.set_state")).not.toBeNull()
  })

  it("is taken back after it was accepted, within the limit of one call", async () => {
    const browser = await signedIn(olivia)
    const listed = (await browser.get("/o/northwind/activity")).text
    const hrefs = [...listed.matchAll(/href="([^"]*revert=[^"]*of=old-sync)#outside"/g)].map(([, href]) =>
      href!.replaceAll("&amp;", "&")
    )
    const previews = await Promise.all(hrefs.map(async (href) => (await browser.get(href)).text))
    // 14 to 10 is a larger step than one call can make.
    const shown = previews.find((text) => text.includes("Not possible"))!
    expect(formOf(shown, "external_changes.revert")).toBeNull()
    await query("update organizations set api_budget_change_limit_pct = 50 where slug = 'northwind'")
    const again = await browser.get(hrefs[previews.indexOf(shown)]!)
    const { to } = await send(browser, formOf(again.text, "external_changes.revert")!)
    expect(to).toMatch(/\/o\/northwind\/activity\?.*done=act_/)
    expect((await campaignInDatabase(service, slug)).budget).toBe(10)
    await work()
  })

  it("says on its page that accepting has to wait while the ad platform cannot be read", async () => {
    await control("POST", "faults", { kind: "internal" })
    const browser = await signedIn(olivia)
    const { status, text } = await browser.get(`/o/northwind/activity?accept=${slug}`)
    await control("DELETE", "faults")
    expect([status, plain(text).includes("The ad platform cannot be reached")]).toEqual([200, true])
  })
})

describe("a keyword that others added to a paused campaign", () => {
  it("is accepted on its page, and nothing is offered to take back", async () => {
    const slug = "bathroom-fitting"
    const [ad] = await query<{ ref: string; account: string }>(
      `select a.platform_resource_name as ref, c.ad_account_id as account from ads a join campaigns c
       on c.organization_id = a.organization_id and c.id = a.campaign_id
       where c.organization_id = 1 and c.slug = '${slug}' limit 1`
    )
    const keyword = { text: "cheap taps", matchType: "BROAD" }
    await control("POST", "edits", {
      customerId: ad!.account,
      userEmail: agency,
      mutateOperations: [
        { adGroupCriterionOperation: { create: { adGroup: ad!.ref, status: "ENABLED", keyword } } }
      ]
    })
    await service.run(Effect.flatMap(Sync, (sync) => sync.account(1, ad!.account)))
    const browser = await signedIn(olivia)
    const { text } = await browser.get(campaignPath(slug))
    expect(plain(text)).toMatch(
      /Accept what was changed in Google Ads\?.*Keyword "?.*cheap taps.* added, by agency@/
    )
    expect(text).toContain("?change=accept#change")
    expect(text).not.toContain("?change=take_back")
    const accept = (await browser.get(`${campaignPath(slug)}?change=accept`)).text
    expect((await send(browser, formOf(accept, "campaigns.accept_changes")!)).status).toBe(303)
    expect(plain((await browser.get(campaignPath(slug))).text)).toContain("a task takes it over now")
    await work()
    expect(plain((await browser.get(campaignPath(slug))).text)).not.toContain("Changed outside")
    expect(
      await query("select 1 from keywords where organization_id = 1 and text = 'cheap taps'")
    ).toHaveLength(1)
  })
})

describe("an approval of a change that others made out of date", () => {
  it("warns with both values", async () => {
    const { error } = await service.run(
      call("campaigns.update", service.keys["fabrikam"]!.admin!, {
        org: "fabrikam",
        slug: "boiler-repair",
        budget: 115,
        dry_run: false
      })
    )
    expect(error).toMatchObject({ _tag: "approval_required" })
    await editBudget("boiler-repair", 130, "fabrikam")
    const id = (error as { queued_recommendation_id: string }).queued_recommendation_id
    expect(await textOf(await signedIn(olivia), `/o/fabrikam/optimizations/${id}`)).toMatch(
      /Warning: Changed in the ad platform The daily budget is €130\.00 there/
    )
  })
})

describe("a pause that has not arrived in the ad platform", () => {
  const slug = "emergency-plumber"

  it("is shown as live there on the campaign's page, in lists, on the overview and at the emergency stop", async () => {
    await query(
      "update ad_platform_logins set state = 'broken', broken_reason = 'Token has been revoked' where organization_id = 1"
    )
    const { error } = await service.run(
      call("campaigns.set_state", admin, { org: "northwind", slug, state: "paused", dry_run: false })
    )
    expect(error).toBeNull()
    await work()
    const browser = await signedIn(olivia)
    const page = await textOf(browser, campaignPath(slug))
    expect(page).toMatch(/Live in Google Ads paused here, pause waiting/)
    expect(page).toContain("It is still live in Google Ads and may spend.")
    const live = await textOf(browser, "/o/northwind/campaigns?state=live")
    expect(live).toMatch(/Emergency plumber .*?Live in Google Ads pause waiting/)
    expect(await textOf(browser, "/o/northwind/campaigns?state=paused")).not.toContain("Emergency plumber")
    const overview = await textOf(browser, "/o/northwind")
    expect(overview).toContain("Emergency plumber is still live in Google Ads")
    expect(await textOf(browser, "/o/northwind/settings/stop")).toMatch(
      /Paused here, still live in Google Ads .*Emergency plumber/
    )
    expect((await browser.get("/o/northwind/settings/stop/pause-waiting.csv")).text).toContain(`\n${slug},`)
    const csv = (await browser.get("/o/northwind/campaigns.csv")).text.split("\r\n")
    expect(csv[0]).toMatch(/platform_state,platform_budget,/)
    expect(csv.find((line) => line.startsWith(`${slug},`))).toMatch(/,paused,.*,live,/)
  })
})
