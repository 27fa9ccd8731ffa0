import type { OperationName } from "@adwarden/core/contract"
import { beforeEach, describe, expect, it } from "vitest"
import { call } from "../../../core/test/support/call.ts"
import { makeBrowser, signInOnce } from "../support/browser.ts"
import { startWebHost } from "../support/service.ts"

const service = await startWebHost()
const org = "fabrikam"
const olivia = "olivia@northwind.test"
const femi = "femi@fabrikam.test"
const ada = "ada@adops.test"

const signedIn = signInOnce(service)

/** Asks for a change through the admin's key, which approvals hold. */
const holdCall = async (operation: OperationName, input: object) => {
  const { error } = await service.run(
    call(operation, service.keys[org]!.admin!, { org, ...input, dry_run: false })
  )
  if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
  return error.queued_recommendation_id
}

const hold = (slug: string, budget: number) => holdCall("campaigns.update", { slug, budget })

const budgetOf = async (slug: string) => {
  const { output } = await service.run(call("campaigns.get", service.keys[org]!.admin!, { org, slug }))
  return (output as { budget: number }).budget
}

const statusOf = async (id: string) =>
  (
    await service.query<{ status: string; reason: string | null }>(
      `select status, reason from queued_writes where id = '${id}'`
    )
  )[0]!

const pathOf = (id: string) => `/o/${org}/optimizations/${id}`

beforeEach(async () => {
  await service.query(
    "update queued_writes set status = 'rejected', decided_at = now() where status = 'pending'"
  )
  await service.query("update campaigns set budget = 100, unpushed = '{}' where slug = 'boiler-repair'")
  await service.query("delete from rate_limits")
})

describe("the page of a queued write", () => {
  it("shows the change, every rule with its figures, who asked and when it expires", async () => {
    const comment = 'Sold out by 18:00 <b>" approved already'
    const id = await holdCall("campaigns.update", { slug: "boiler-repair", budget: 115, comment })
    const olivias = await signedIn(olivia)
    const { status, text } = await olivias.get(pathOf(id))
    expect(status).toBe(200)
    const quoted = "“Sold out by 18:00 &lt;b&gt;&#39; approved already”"
    expect(text).toContain(`<blockquote class="said"><p>${quoted}</p>`)
    expect((await olivias.get("/approvals")).text).toContain(quoted)
    for (const words of [
      "Raise Boiler repair to €115.00 a day?",
      "Approve: raise to €115.00",
      "€100.00",
      "a day, +15%",
      "Costs at most €450.00 more in 30 days.",
      "one call can change a budget by 25% (€75.00 to €125.00)",
      "Budgets commit €8,220.00 → €8,670.00 of €12,000.00",
      "The change is still what was asked",
      "Femi",
      "Then it counts as rejected."
    ])
      expect(text).toContain(words)
  })

  it("executes on approval, once, and then shows who approved it", async () => {
    const id = await hold("boiler-repair", 110)
    const browser = await signedIn(olivia)
    const approved = await browser.submit(pathOf(id), { action: "approve", note: "" })
    expect([approved.status, approved.to]).toEqual([303, `${pathOf(id)}?done=approved`])
    expect(await budgetOf("boiler-repair")).toBe(110)
    const shown = await browser.get(`${pathOf(id)}?done=approved`)
    expect(shown.text).toContain("Approved and executed.")
    expect(shown.text).toContain(olivia)
    expect(shown.text).not.toContain('name="action"')
    // A second decision changes nothing and leads to the outcome.
    const again = await browser.submit(pathOf(id), { action: "reject", note: "too late" })
    expect([again.status, again.to]).toEqual([303, pathOf(id)])
    expect((await statusOf(id)).status).toBe("approved")
  })

  it("takes comments without a decision, and shows the change as data", async () => {
    const id = await hold("boiler-repair", 112)
    const browser = await signedIn(femi)
    const text = "Is <b>112</b> enough for May?"
    const added = await browser.submit(pathOf(id), { action: "comment", comment: ` ${text} ` })
    expect([added.status, added.to]).toEqual([303, `${pathOf(id)}?done=commented#comments`])
    expect(await service.eventOf(added.response)).toMatchObject({ operation: "approvals.comment" })
    expect((await statusOf(id)).status).toBe("pending")
    const olivias = await signedIn(olivia)
    const shown = await olivias.get(pathOf(id))
    for (const words of [
      "1 comment",
      "Is &lt;b&gt;112&lt;/b&gt; enough for May?",
      "&quot;operation&quot;: &quot;campaigns.update&quot;",
      "&quot;to&quot;: &quot;112&quot;",
      "Its other requests"
    ])
      expect(shown.text).toContain(words)
    for (const comment of [" ", "x".repeat(1001)]) {
      const refused = await olivias.submit(pathOf(id), { action: "comment", comment })
      expect([refused.status, refused.text.includes("The comment must")]).toEqual([422, true])
    }
    await olivias.submit(pathOf(id), { action: "reject", note: "Not before May." })
    const late = await browser.submit(pathOf(id), { action: "comment", comment: "Too late" })
    expect([late.status, late.to]).toEqual([303, pathOf(id)])
    expect((await browser.get(pathOf(id))).text).not.toContain("Add comment")
  })

  it("requires a note to reject, which the requester can read", async () => {
    const id = await hold("boiler-repair", 111)
    const browser = await signedIn(femi)
    const without = await browser.submit(pathOf(id), { action: "reject", note: "  " })
    expect(without.status).toBe(422)
    expect(without.text).toContain("Write why you reject it")
    expect((await statusOf(id)).status).toBe("pending")
    const { status } = await browser.submit(pathOf(id), { action: "reject", note: "Not before May." })
    expect(status).toBe(303)
    expect(await statusOf(id)).toEqual({ status: "rejected", reason: "Not before May." })
    expect(await budgetOf("boiler-repair")).toBe(100)
  })

  it("offers no approval of a plan that is out of date, and says what changed", async () => {
    const id = await hold("boiler-repair", 115)
    await service.query("update campaigns set budget = 105 where slug = 'boiler-repair'")
    const browser = await signedIn(olivia)
    const { text } = await browser.get(pathOf(id))
    expect(text).toContain("Out of date")
    expect(text).toContain("Asked: Daily budget from €100 to €115. Now: Daily budget from €105 to €115.")
    expect(text).not.toContain('value="approve"')
    expect(text).toContain("Close the request")
    // The engine decides all the same, whatever a page offered.
    const forced = await browser.submit(pathOf(id), { action: "approve" })
    expect(forced.to).toBe(pathOf(id))
    expect((await statusOf(id)).status).toBe("failed")
    expect(await budgetOf("boiler-repair")).toBe(105)
  })

  it("closes a request that is out of date, with or without a note, and the requester can read why", async () => {
    const browser = await signedIn(olivia)
    for (const [note, reason] of [
      ["", expect.stringMatching(/^It is out of date/)],
      ["Ask again in May.", "Ask again in May."]
    ]) {
      const id = await hold("boiler-repair", 115)
      await service.query("update campaigns set budget = 105 where slug = 'boiler-repair'")
      const closed = await browser.submit(pathOf(id), { action: "close", note: note as string })
      expect(closed.to).toBe(`${pathOf(id)}?done=rejected`)
      expect(await statusOf(id)).toEqual({ status: "rejected", reason })
      await service.query("update campaigns set budget = 100 where slug = 'boiler-repair'")
    }
  })

  it("says that a request was outdated, on its page and in the list, once it was sent again", async () => {
    const first = await hold("boiler-repair", 115)
    await service.query("update campaigns set budget = 105 where slug = 'boiler-repair'")
    const second = await hold("boiler-repair", 115)
    expect(second).not.toBe(first)
    const browser = await signedIn(olivia)
    const { text } = await browser.get(pathOf(first))
    expect(text).toContain(">Outdated<")
    expect(text).toContain("It was sent again after the campaign had changed. The new request replaces it.")
    // A decision on the page that was open before shows this page.
    expect((await browser.submit(pathOf(first), { action: "approve" })).to).toBe(pathOf(first))
    expect((await browser.get(`/o/${org}/optimizations`)).text).toContain(">Outdated<")
    expect((await browser.get(pathOf(second))).text).not.toContain("out of date")
  })

  it("says who changed what since the request", async () => {
    const id = await hold("boiler-repair", 115)
    await service.query(`update organizations set approvals_required = false where slug = '${org}'`)
    await service.run(
      call("campaigns.update", service.keys[org]!.admin!, {
        org,
        slug: "boiler-repair",
        budget: 105,
        dry_run: false
      })
    )
    await service.query(`update organizations set approvals_required = true where slug = '${org}'`)
    const { text } = await (await signedIn(olivia)).get(pathOf(id))
    expect(text).toContain("femi@fabrikam.test changed the campaign")
    expect(text).toContain("Daily budget from €100 to €105")
    expect(text).toContain("Daily budget €105.00 → <b>€115.00</b>")
  })

  it("says how many people have to approve, by the budget that the campaign has now", async () => {
    const campaign = `slug = 'boiler-repair' and organization_id = (select id from organizations where slug = '${org}')`
    const set = (table: string, values: string, where: string) =>
      service.query(`update ${table} set ${values} where ${where} returning 1`)
    const [olivias, femis] = [await signedIn(olivia), await signedIn(femi)]
    const membership = `user_id = (select id from users where email = '${olivia}') and organization_id = (select id from organizations where slug = '${org}')`
    const [before] = await service.query<{ role: string }>(`select role from memberships where ${membership}`)
    await set("organizations", "second_approval_above = 110", `slug = '${org}'`)
    await set("campaigns", "state = 'paused'", campaign)
    try {
      const id = await holdCall("campaigns.set_state", { slug: "boiler-repair", state: "live" })
      const shown = async () => (await femis.get(pathOf(id))).text
      expect(await shown()).toContain("Costs at most €3,000.00 more in 30 days.")
      expect(await shown()).toContain("It is executed at once")
      await set("campaigns", "budget = 111", campaign)
      const raised = await shown()
      expect(raised).toContain("Two people have to approve this.")
      expect(raised).toContain("€111.00 a day more, above €110.00. Nobody has approved it yet.")
      expect(raised).toContain("Another owner or admin has to approve it too, then it is executed.")
      const first = await olivias.submit(pathOf(id), { action: "approve" })
      expect(first.to).toBe(`${pathOf(id)}?done=pending`)
      expect(await shown()).toContain(`${olivia} has approved it.`)
      expect(await shown()).toContain("It is executed at once")
      // An approval of somebody who may no longer decide is none.
      await set("memberships", "role = 'member'", membership)
      expect(await shown()).toContain("Nobody has approved it yet.")
      const again = await femis.submit(pathOf(id), { action: "approve" })
      expect(again.to).toBe(`${pathOf(id)}?done=pending`)
      expect(await statusOf(id)).toMatchObject({ status: "pending" })
    } finally {
      await set("memberships", `role = '${before!.role}'`, membership)
      await set("organizations", "second_approval_above = null", `slug = '${org}'`)
      await set("campaigns", "state = 'live', wanted_state = null", campaign)
    }
  })

  /** What the ad platform says of a campaign whose budget the tests raise. */
  const lostToBudget = (share: number | null) =>
    service.query(`update campaign_signals s set lost_to_budget = ${share}, lost_to_rank = 0.18 from campaigns c
      where c.organization_id = s.organization_id and c.id = s.campaign_id and c.slug = 'boiler-repair'
        and c.organization_id = (select id from organizations where slug = '${org}') returning 1`)

  it("tests the requester's reason by our own figures, and promises conversions only where the budget limits", async () => {
    const browser = await signedIn(olivia)
    const id = await hold("boiler-repair", 115)
    const shown = async () => (await browser.get(pathOf(id))).text
    await lostToBudget(0.23)
    const limited = await shown()
    expect(limited).toContain("23% lost to budget")
    expect(limited).toContain("Another 18% is lost to rank, which budget does not change.")
    expect(limited).toContain("The budget limits this campaign: 23% of its impressions were lost to it.")
    expect(limited).toMatch(
      /conversions for €[\d,.]+ in 30 days: the true CPA is between €[\d.]+ and €[\d.]+/
    )
    expect(limited).toMatch(/On \d+ of the last 14 days/)
    expect(limited).toMatch(/<b>\d+ to \d+ conversions at most<\/b>/)
    expect(limited).toMatch(/If you reject<\/h3><p class="worth">about \d+ conversions/)
    await lostToBudget(0.01)
    const free = await shown()
    expect(free).toContain("The budget does not limit this campaign: 1% of its impressions were lost to it.")
    expect(free).toMatch(/If you reject<\/h3><p class="worth">nothing we can measure/)
    expect(free).toContain("None that we can measure")
    expect(free).not.toMatch(/about \d+ conversions/)
    // Without the platform's share, the days on which the budget was used up decide.
    await lostToBudget(null)
    const days = (micros: string) =>
      service.query(`update campaign_days d set cost_micros = ${micros} from campaigns c
        where c.organization_id = d.organization_id and c.id = d.campaign_id and c.slug = 'boiler-repair'
          and d.date > (select max(date) - 14 from campaign_days) and c.organization_id = (select id from organizations where slug = '${org}') returning 1`)
    await days("(c.budget * 1000000)::bigint")
    expect(await shown()).toContain("The budget was used up on 14 of 14 days.")
    expect(await shown()).toContain("The budget limits this campaign.")
    await days("1000000")
    expect(await shown()).toContain("The budget does not limit this campaign.")
    expect(await shown()).toMatch(
      /nothing we can measure<\/p><p class="small soft">The budget was used up on 0 of the last 14 days/
    )
  })

  it("says what either decision could cost, with how it was counted", async () => {
    const browser = await signedIn(olivia)
    const shown = async (id: string) => (await browser.get(pathOf(id))).text
    await lostToBudget(0.23)
    const raise = await shown(await hold("boiler-repair", 115))
    expect(raise).toContain("Undo ends it, but money spent by then stays spent.")
    expect(raise).toMatch(
      /about \d+ conversions<\/p><p class="small soft">In 30 days, \d+ to \d+ conversions at most: €450.00 at €[\d.]+ for a/
    )
    expect(raise).toContain("Shown because the budget limits this campaign.")
    const pause = await shown(
      await holdCall("campaigns.set_state", { slug: "fabrikam-brand", state: "paused" })
    )
    expect(pause).toMatch(
      /brought \d+% of all clicks and \d+% of all conversions in the last 30 days, for \d+%/
    )
    const excluded = await shown(
      await holdCall("keywords.add_negatives", { slug: "boiler-repair", keywords: ["jobs", "salary"] })
    )
    expect(excluded).toContain("Add 2 negative keywords to Boiler repair?")
    expect(excluded).toContain("Approve: add 2 negative keywords")
    expect(excluded).toMatch(/What it stops brought [\d.]+% of the campaign&#39;s clicks/)
  })

  it("offers the goal of an outdated plan as a change of one's own, with its preview", async () => {
    const id = await hold("boiler-repair", 115)
    await service.query("update campaigns set budget = 105 where slug = 'boiler-repair'")
    const browser = await signedIn(olivia)
    const { text } = await browser.get(pathOf(id))
    expect(text).toContain("The same goal today")
    const value = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(text)![1]!.replaceAll("&quot;", '"')
    const fields = { action: "own", operation: value("operation"), input: value("input") }
    const stale = await browser.submit(pathOf(id), { ...fields, preview_hash: "0".repeat(32) })
    expect([stale.status, await budgetOf("boiler-repair")]).toEqual([422, 105])
    const done = await browser.submit(pathOf(id), { ...fields, preview_hash: value("preview_hash") })
    expect([done.status, done.to]).toEqual([303, `${pathOf(id)}?done=own`])
    expect(await budgetOf("boiler-repair")).toBe(115)
    expect(await service.eventOf(done.response)).toMatchObject({
      operation: "campaigns.update",
      user_email: olivia
    })
    expect((await statusOf(id)).status).toBe("pending")
  })

  it("runs nothing without a preview for a person, and nothing that their role forbids", async () => {
    const id = await hold("boiler-repair", 115)
    const browser = await signedIn(olivia)
    for (const operation of ["reports.generate", "actions.undo", "no.such_operation", "toString"]) {
      const sent = await browser.submit(pathOf(id), {
        action: "own",
        operation,
        input: "{}",
        preview_hash: "x"
      })
      expect([operation, sent.status]).toEqual([operation, 422])
    }
    const mia = await signedIn("mia@northwind.test")
    const input = JSON.stringify({ slug: "boiler-repair", budget: 101 })
    const forced = await mia.submit(
      `/o/northwind/optimizations/${id}`,
      { action: "own", operation: "campaigns.update", input, preview_hash: "x" },
      `/o/northwind/optimizations/${id}`
    )
    expect(forced.status).not.toBe(303)
  })

  it("says so if the key was revoked meanwhile", async () => {
    const id = await hold("boiler-repair", 112)
    await service.query("update api_keys set revoked_at = now() where name = 'Demo admin'")
    const { text } = await (await signedIn(olivia)).get(pathOf(id))
    await service.query("update api_keys set revoked_at = null where name = 'Demo admin'")
    expect(text).toContain("Cannot be approved")
    expect(text).toContain("was revoked")
    expect(text).not.toContain('value="approve"')
  })

  it("lets nobody else see or decide", async () => {
    const id = await hold("boiler-repair", 113)
    const mia = await signedIn("mia@northwind.test")
    expect((await mia.get(pathOf(id))).status).toBe(403)
    expect((await mia.submit(pathOf(id), { action: "approve" }, pathOf(id))).status).toBe(403)
    expect((await statusOf(id)).status).toBe("pending")
    const signedOut = await makeBrowser(service.origin).get(pathOf(id))
    expect([signedOut.status, signedOut.to]).toEqual([303, `/sign-in?next=${encodeURIComponent(pathOf(id))}`])
  })

  it("is not found under another organization of the same person", async () => {
    const id = await hold("boiler-repair", 114)
    const { status, text } = await (await signedIn(olivia)).get(`/o/northwind/optimizations/${id}`)
    expect(status).toBe(404)
    expect(text).toContain("Northwind")
  })

  it("is one audit event, named after the page", async () => {
    const id = await hold("boiler-repair", 115)
    const { response } = await (await signedIn(olivia)).get(pathOf(id))
    expect(await service.eventOf(response)).toMatchObject({
      surface: "dashboard",
      operation: "pages.approval",
      user_email: olivia,
      slug: org,
      status_code: 200
    })
  })
})

describe("the list of approvals", () => {
  it("shows what waits in all organizations of the person, with its number on every page", async () => {
    await hold("boiler-repair", 115)
    await hold("emergency-plumber", 70)
    const browser = await signedIn(olivia)
    const { text } = await browser.get("/approvals")
    expect(text).toContain("2 changes waiting in 1 organization.")
    expect(text).toContain("Raise Emergency plumber to €70.00 a day")
    expect(text).toContain("+€10.00 a day")
    expect((await browser.get("/approvals?show=decided")).text).toContain("Put Rival names live")
    expect((await browser.get("/account")).text).toContain(
      '<span class="count">2<span class="sr"> waiting</span>'
    )
    expect((await (await signedIn("mia@northwind.test")).get("/approvals")).text).toContain(
      "Nothing waits for you"
    )
  })

  it("lets staff see what waits at their clients, but not decide", async () => {
    await service.query("update organizations set approvals_required = true where slug = 'contoso'")
    await service.query(
      `update organizations set adops_team_id = (select id from adops_teams limit 1) where slug = '${org}'`
    )
    const id = await hold("boiler-repair", 115)
    const browser = await signedIn(ada)
    expect((await browser.get("/approvals")).text).toContain("owners and admins decide")
    const { text } = await browser.get(pathOf(id))
    expect(text).toContain("Only owners and admins of the organization decide")
    expect((await browser.submit(pathOf(id), { action: "approve" }, pathOf(id))).status).toBe(403)
    expect((await statusOf(id)).status).toBe("pending")
    await service.query(`update organizations set adops_team_id = null where slug = '${org}'`)
  })
})
