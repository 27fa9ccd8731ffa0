import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { sendDecisions } from "../../src/identity/mail/email-drafts.ts"
import { mailEndpoints } from "../../src/identity/mail/outbox.ts"
import { sendNotices } from "../../src/identity/notices/notify.ts"
import { asOperator, call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore()
const org = "fabrikam"
const approvers = ["femi@fabrikam.test", "olivia@northwind.test"]
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

let budget = 100
const hold = async (comment?: string) => {
  budget += 1
  const { error } = await demo.run(
    call("campaigns.update", demo.keys[org]!.admin!, {
      ...{ org, slug: "boiler-repair", budget, dry_run: false },
      ...(comment === undefined ? {} : { comment })
    })
  )
  if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
  return error.queued_recommendation_id
}

/** The recipients of the notices of a kind since the last check. */
const notified = async (kind = "approval") => {
  await demo.run(sendNotices)
  const rows = await query<{ recipient: string }>(
    `with told as (update emails set sent_at = now() where kind = '${kind}' and sent_at is null returning *) select recipient from told order by recipient`
  )
  return rows.map(({ recipient }) => recipient)
}
const anHourPasses = () => query("update notice_receipts set sent_at = now() - interval '61 minutes'")
/** The newest email as it was or would be sent. */
const newestEmail = async () => {
  const [row] = await query<{ id: number }>("select id from emails order by id desc limit 1")
  const endpoints = await demo.run(mailEndpoints)
  return (await demo.run(asOperator(endpoints.show(row!.id), null))).mail
}
const ofOrg = `organization_id = (select id from organizations where slug = '${org}')`

beforeEach(async () => {
  budget = 100
  await query("update queued_writes set status = 'rejected', decided_at = now() where status = 'pending'")
  await query("update tasks set finished_at = now() - interval '2 days' where status = 'failed'")
  await query("update ad_platform_logins set state = 'connected', broken_at = null")
  await query("update organizations set max_spend = null")
  await query("update campaigns set conflict = null")
  await query("update organization_signals set week_until = null")
  await query("update conversion_actions set silent_since = null")
  await demo.run(sendNotices)
  await query("delete from notice_receipts")
  await query("delete from emails")
})

it("notifies every owner and admin once about a new pending write", async () => {
  expect(await notified()).toEqual([])
  await hold()
  expect(await notified()).toEqual(approvers)
  expect(await notified()).toEqual([])
})

it("collects what arrives within the hour in one digest", async () => {
  await hold()
  expect(await notified()).toEqual(approvers)
  await hold()
  await hold()
  expect(await notified()).toEqual([])
  await anHourPasses()
  expect(await notified()).toEqual(approvers)
  await anHourPasses()
  expect(await notified()).toEqual([])
})

it("quotes the reason of a request, and none that a mail program could turn into a link", async () => {
  await hold('CPA is low" Approve it. "')
  await hold("Sign in again at https://evil.example")
  await demo.run(sendNotices)
  const { text } = (await newestEmail())!
  expect(text).toContain("its reason: “CPA is low' Approve it. '”)")
  expect(text).toContain("its reason is on the page)")
  expect(text).not.toContain("evil")
})

it("links to the page of the only write, or to the list, and is dropped once nothing waits", async () => {
  const id = await hold()
  await demo.run(sendNotices)
  const show = async () => {
    const [row] = await query<{ id: number }>("select id from emails order by id limit 1")
    const endpoints = await demo.run(mailEndpoints)
    return (await demo.run(asOperator(endpoints.show(row!.id), null))).mail
  }
  const single = await show()
  expect(single?.subject).toBe("Approve? Boiler repair: Daily budget from €100 to €101")
  expect(single?.text).toContain(`http://adwarden.test/o/${org}/optimizations/${id}`)
  expect(single?.text).toContain("Nothing has changed yet.")
  const other = await hold()
  const digest = await show()
  expect(digest?.subject).toMatch(/^2 changes wait for approval at Fabrikam/)
  expect(digest?.text).toMatch(/\/o\/fabrikam\/optimizations\n/)
  // Each of several has a link of its own, in both parts.
  for (const one of [id, other]) {
    const address = `http://adwarden.test/o/${org}/optimizations/${one}`
    expect(digest?.text).toContain(`)\n${address}\n`)
    expect(digest?.html).toContain(`<a href="${address}">Boiler repair: Daily budget from`)
  }
  await query("update queued_writes set status = 'rejected', decided_at = now() where status = 'pending'")
  expect(await show()).toBeNull()
})

it("notifies once if several workers check concurrently", async () => {
  for (let round = 0; round < 5; round++) {
    await query("delete from notice_receipts")
    await hold()
    const worker = () => demo.run(sendNotices)
    await staggered([worker, worker, worker], round)
    expect(await notified()).toEqual(approvers)
  }
})

it("does not notify people who cannot decide, or about an expired write", async () => {
  await hold()
  await query("update queued_writes set expires_at = now() - interval '1 second' where status = 'pending'")
  expect(await notified()).toEqual([])
  await hold()
  await query("update users set disabled_at = now() where email = 'femi@fabrikam.test'")
  expect(await notified()).toEqual(["olivia@northwind.test"])
  await query("update users set disabled_at = null where email = 'femi@fabrikam.test'")
})

it("notifies owners once while a login is broken, and again when it breaks anew", async () => {
  const break_ = () =>
    query(
      `update ad_platform_logins set state = 'broken', broken_at = now(), broken_reason = 'Token revoked.' where ${ofOrg}`
    )
  await break_()
  expect(await notified("broken_login")).toEqual(["olivia@northwind.test"])
  const mail = await newestEmail()
  expect(mail?.subject).toBe("Fabrikam Plumbing & Heating is cut off from Google Ads: reconnect the login")
  expect(mail?.text).toContain("Token revoked.")
  await anHourPasses()
  expect(await notified("broken_login")).toEqual([])
  await query(`update ad_platform_logins set state = 'connected' where ${ofOrg}`)
  expect(await notified("broken_login")).toEqual([])
  await break_()
  await anHourPasses()
  expect(await notified("broken_login")).toEqual(["olivia@northwind.test"])
})

it("notifies once when conversions stop, of one campaign or all, and again when they stop anew", async () => {
  const stopped = (since: string | null) => (since === null ? "null" : `'${since}'`)
  const all = (since: string | null) =>
    query(`insert into organization_signals (organization_id, conversions_stopped_since)
      select id, ${stopped(since)} from organizations where slug = '${org}'
      on conflict (organization_id) do update set conversions_stopped_since = excluded.conversions_stopped_since`)
  const one = (since: string | null) =>
    query(`update campaign_signals s set conversions_stopped_since = ${stopped(since)} from campaigns c
      where c.organization_id = s.organization_id and c.id = s.campaign_id and c.slug = 'boiler-repair' and s.${ofOrg}`)
  await one("2026-11-02")
  expect(await notified("conversions_stopped")).toEqual(approvers)
  const mail = await newestEmail()
  expect(mail?.subject).toBe("No conversions in Boiler repair since 2 Nov 2026, although clicks go on")
  expect(mail?.text).toContain("The usual cause is broken conversion tracking")
  await one("2026-11-03")
  await anHourPasses()
  expect(await notified("conversions_stopped")).toEqual([])
  await all("2026-11-02")
  expect(await notified("conversions_stopped")).toEqual(approvers)
  expect((await newestEmail())?.subject).toMatch(/^No conversions in Fabrikam .* since 2 Nov 2026/)
  await all(null)
  await one(null)
  await anHourPasses()
  expect(await notified("conversions_stopped")).toEqual([])
  await all("2026-11-09")
  expect(await notified("conversions_stopped")).toEqual(approvers)
  await all(null)
})

it("notifies once of a conversion action that counts and is silent, of an account with a running campaign", async () => {
  const account = `select organization_id, ad_account_id from campaigns where slug = 'boiler-repair' and ${ofOrg}`
  const add = (name: string, counts: boolean, since: string, of: string) =>
    query(`insert into conversion_actions (organization_id, ad_account_id, platform_resource_name, name, counts, last_seen, silent_since)
      select organization_id, ad_account_id, 'actions/${name}', '${name}', ${counts}, '2026-11-05', ${since} from (${of}) a`)
  await add("Page view", false, "'2026-11-06'", account)
  await add("Call", true, "null", account)
  await add(
    "Old form",
    true,
    "'2026-11-06'",
    `select organization_id, 'unlinked' as ad_account_id from (${account}) c`
  )
  expect(await notified("conversions_stopped")).toEqual([])
  await add("Enquiry", true, "'2026-11-06'", account)
  const [days] = await query<{ clicks: number }>(
    `select sum(d.clicks)::int as clicks from campaign_days d join campaigns c on c.organization_id = d.organization_id
       and c.id = d.campaign_id where d.${ofOrg} and d.date >= '2026-11-06'
       and c.ad_account_id = (select ad_account_id from (${account}) a)`
  )
  await demo.run(sendNotices)
  const mail = await newestEmail()
  expect(mail?.subject).toBe("The conversion action Enquiry has been silent since 6 Nov 2026")
  expect(mail?.text).toContain(
    `Last counted on 5 Nov 2026; ${days!.clicks.toLocaleString("en-US")} clicks since.`
  )
  expect(mail?.text).toContain("/o/fabrikam/settings/accounts#conversions\n")
  expect(await notified("conversions_stopped")).toEqual(approvers)
  await anHourPasses()
  expect(await notified("conversions_stopped")).toEqual([])
})

it("notifies about failed tasks, each once, and not about those of a broken login", async () => {
  const fail = (reason: string) =>
    query(`insert into tasks (organization_id, type, status, error_reason, error_message, finished_at)
      select id, 'report', 'failed', '${reason}', 'No figures yet.', now() from organizations where slug = '${org}'`)
  await fail("google_ads_connection_broken")
  expect(await notified("failed_task")).toEqual([])
  await fail("task_error")
  expect(await notified("failed_task")).toEqual(approvers)
  await anHourPasses()
  expect(await notified("failed_task")).toEqual([])
  await fail("setup_required")
  await demo.run(sendNotices)
  const mail = await newestEmail()
  expect(mail?.subject).toMatch(/^Failed at Fabrikam.*: Report$/)
  expect(mail?.text).toContain("No figures yet.")
  expect(mail?.text).toContain(`http://adwarden.test/o/${org}/activity#tasks\n`)
})

it("notifies once while budgets commit more than 90% of the cap", async () => {
  const [{ daily }] = (await query<{ daily: number }>(
    `select sum(greatest(coalesce(budget, 0), case when conflict is not null then ceil(platform_budget) end))::float8 as daily from campaigns where ${ofOrg} and removed_at is null`
  )) as [{ daily: number }]
  const capAt = (share: number) =>
    query(`update organizations set max_spend = ${(daily * 30) / share} where slug = '${org}'`)
  await capAt(0.89)
  expect(await notified("spend_cap")).toEqual([])
  await capAt(0.92)
  expect(await notified("spend_cap")).toEqual(approvers)
  await anHourPasses()
  await capAt(0.95)
  expect(await notified("spend_cap")).toEqual([])
  await capAt(0.5)
  expect(await notified("spend_cap")).toEqual([])
  await capAt(0.91)
  await demo.run(sendNotices)
  expect((await newestEmail())?.subject).toMatch(/commit 9[01]% of the monthly cap$/)
})

it("notifies owners once of the channels that a new version reads, and says that the cap is passed", async () => {
  const added = (read: string) =>
    query(`update ad_accounts set channels_added = 3, channels_read_at = ${read} where ${ofOrg}`)
  await query(`update organizations set max_spend = 30 where slug = '${org}'`)
  await added("now()")
  await demo.run(sendNotices)
  const mail = await newestEmail()
  expect(mail?.text).toContain("3 campaigns of other channels are managed now")
  expect(mail?.text).toContain("above the cap of €30.00")
  expect(await notified("new_channels")).toEqual(["olivia@northwind.test"])
  await anHourPasses()
  expect(await notified("new_channels")).toEqual([])
  await added("now() - interval '8 days'")
  expect(await notified("new_channels")).toEqual([])
})

it("notifies about ads that are no longer shown, and about weeks below the usual range", async () => {
  const ofCampaign = (since: string | null) =>
    query(`update campaign_signals s set delivery_stopped_since = ${since === null ? "null" : `'${since}'`} from campaigns c
      where c.organization_id = s.organization_id and c.id = s.campaign_id and c.slug = 'boiler-repair' and s.${ofOrg}`)
  const week = (conversions: number, clicks: number) =>
    query(`update organization_signals set week_until = '2026-11-14', conversions = ${conversions}, conversions_low = 30.2,
      conversions_high = 49.9, clicks = ${clicks}, clicks_low = 200, clicks_high = 300 where ${ofOrg}`)
  await week(31, 200)
  await ofCampaign("2026-11-10")
  await demo.run(sendNotices)
  const mail = await newestEmail()
  expect(mail?.subject).toMatch(/^A live campaign is not shown at Fabrikam/)
  expect(mail?.text).toContain("Boiler repair has not been shown since 10 Nov 2026.")
  expect(mail?.text).toContain("/o/fabrikam/campaigns/boiler-repair")
  expect(await notified("delivery_stopped")).toEqual(approvers)
  await ofCampaign(null)
  expect(await notified("conversions_stopped")).toEqual([])
  await week(30, 199)
  expect(await notified("conversions_stopped")).toEqual(approvers)
  expect((await newestEmail())?.text).toContain("usual: 30 in the 7 days to 14 Nov 2026.")
  await anHourPasses()
  expect(await notified("delivery_stopped")).toEqual(approvers)
  expect((await newestEmail())?.subject).toMatch(/^Fewer clicks than usual at Fabrikam/)
  await week(31, 200)
})

it("notifies once of each cause of unusual delivery, and again when it begins anew", async () => {
  const ofCampaign = (slug: string, columns: string) =>
    query(`update campaign_signals s set ${columns} from campaigns c
      where c.organization_id = s.organization_id and c.id = s.campaign_id and c.slug = '${slug}' and s.${ofOrg}`)
  const reason = (value: object) =>
    `'${JSON.stringify({ read_at: "2026-11-12T09:00:00.000Z", reason: value, version: 1 })}'`
  const above =
    "spend_outside = 'above', spend_until = '2026-11-11', spend_span = 1, spend = 120, spend_low = 40, spend_high = 60"
  const raised = reason({
    ...{ kind: "change", where: "outside", at: "2026-11-10T09:00:00.000Z", by: "anna@agency.test" },
    budget: { from: 50, to: 60 }
  })
  await ofCampaign("boiler-repair", `${above}, reason = ${raised}`)
  await demo.run(sendNotices)
  const mail = await newestEmail()
  expect(mail?.subject).toMatch(/^Spend outside its usual range at Fabrikam/)
  expect(mail?.text).toContain(
    "Boiler repair spends more than usual: €120.00 on 11 Nov 2026. Usual: €40.00 to €60.00. Likely reason: its daily budget was raised from €50.00 to €60.00 in Google Ads by anna@agency.test on 10 Nov 2026."
  )
  expect(mail?.text).toContain("/o/fabrikam/activity")
  expect(await notified("delivery_stopped")).toEqual(approvers)
  await ofCampaign("boiler-repair", "spend_until = '2026-11-12', spend = 130")
  await anHourPasses()
  expect(await notified("delivery_stopped")).toEqual([])
  await ofCampaign("boiler-repair", "spend_outside = null, reason = null")
  expect(await notified("delivery_stopped")).toEqual([])
  // Another cause: billing stops two campaigns, which is one thing.
  const unpaid = `delivery_stopped_since = '2026-11-14', reason = ${reason({ kind: "billing", problem: "suspended" })}`
  await ofCampaign("boiler-repair", unpaid)
  await anHourPasses()
  await demo.run(sendNotices)
  expect((await newestEmail())?.text).toContain("/o/fabrikam/settings/accounts")
  expect(await notified("delivery_stopped")).toEqual(approvers)
  await ofCampaign("emergency-plumber", unpaid)
  await anHourPasses()
  expect(await notified("delivery_stopped")).toEqual([])
  for (const slug of ["boiler-repair", "emergency-plumber"])
    await ofCampaign(slug, "delivery_stopped_since = null, reason = null")
})

it("notifies once while the month's pace passes the cap", async () => {
  const month = (rest: number, warned: boolean) =>
    query(`update organization_signals set month_until = '2026-11-18', month_spend = 1800, month_rest = ${rest},
      month_warned = ${warned} where ${ofOrg}`)
  await query(`update organizations set max_spend = 1000000 where slug = '${org}'`)
  await month(998_000, false)
  expect(await notified("spend_cap")).toEqual([])
  await month(999_000, true)
  expect(await notified("spend_cap")).toEqual(approvers)
  const mail = await newestEmail()
  expect(mail?.subject).toMatch(/^The month's spend of Fabrikam .* passes the cap$/)
  expect(mail?.text).toContain("At its usual pace, November costs €1,000,800.00; the cap is €1,000,000.00.")
  // It moves a little every day.
  await month(998_000, true)
  await anHourPasses()
  expect(await notified("spend_cap")).toEqual([])
  await month(999_500, true)
  expect(await notified("spend_cap")).toEqual([])
  await month(900_000, false)
  expect(await notified("spend_cap")).toEqual([])
  await month(999_000, true)
  expect(await notified("spend_cap")).toEqual(approvers)
  await query(`update organization_signals set month_until = null where ${ofOrg}`)
})

it("notifies about a campaign that was changed outside, once while it waits for a decision", async () => {
  const conflict = JSON.stringify({
    found_at: "2026-01-05T09:00:00.000Z",
    found_by: "push",
    settings: [],
    version: 1
  })
  const change = (value: string) =>
    query(`update campaigns set conflict = ${value} where slug = 'boiler-repair' and ${ofOrg}`)
  await change(`'${conflict}'`)
  await demo.run(sendNotices)
  const mail = await newestEmail()
  expect(mail?.subject).toBe("Boiler repair was changed outside Adwarden")
  expect(mail?.text).toContain("/o/fabrikam/campaigns/boiler-repair")
  expect(await notified("outside_change")).toEqual(approvers)
  await anHourPasses()
  expect(await notified("outside_change")).toEqual([])
  await change("null")
})

it("does not send a kind that a person turned off", async () => {
  await query("update users set muted_notices = '{approval}' where email = 'femi@fabrikam.test'")
  await hold()
  expect(await notified()).toEqual(["olivia@northwind.test"])
  await query("update users set muted_notices = '{}' where email = 'femi@fabrikam.test'")
  expect(await notified()).toEqual(["femi@fabrikam.test"])
})

it("tells the requester the decision with its reason, at once and then once an hour", async () => {
  const tell = async () => (await demo.run(sendDecisions)).decisions
  const decide = async (by: string, reason: string | null) => {
    const id = await hold()
    await query(`update queued_writes set status = 'rejected', decided_at = now(), reason = ${reason === null ? "null" : `'${reason}'`},
      decided_by = (select id from users where email = '${by}') where id = '${id}'`)
    return id
  }
  const anHourPassesForRequesters = () =>
    query(
      "update queued_writes set requester_told_at = now() - interval '61 minutes' where requester_told_at is not null"
    )
  await tell()
  await anHourPassesForRequesters()
  await query("delete from emails")
  const id = await decide("olivia@northwind.test", "Not before May.")
  expect((await staggered([tell, tell])).toSorted()).toEqual([0, 1])
  expect(await query("select recipient, kind from emails")).toEqual([
    { recipient: "femi@fabrikam.test", kind: "decision" }
  ])
  const told = await newestEmail()
  expect(told?.subject).toBe("Rejected – Boiler repair: Daily budget from €100 to €101")
  expect(told?.text).toContain("Rejected by olivia@northwind.test: Not before May.")
  expect(told?.text).toContain(`/o/${org}/optimizations/${id}`)
  // What follows within the hour comes together, without what the requester decided or withdrew.
  await decide("olivia@northwind.test", null)
  await decide("femi@fabrikam.test", "Not needed.")
  await query(
    `update queued_writes set reason = 'withdrawn', decided_by = null where id = '${await decide("femi@fabrikam.test", null)}'`
  )
  expect(await tell()).toBe(0)
  await anHourPassesForRequesters()
  expect(await tell()).toBe(1)
  expect((await newestEmail())?.text).not.toContain("Not needed.")
  await anHourPassesForRequesters()
  expect(await tell()).toBe(0)
  // Emails about approvals can be turned off.
  await query("update users set muted_notices = '{approval}' where email = 'femi@fabrikam.test'")
  await decide("olivia@northwind.test", "No.")
  await anHourPassesForRequesters()
  expect(await tell()).toBe(0)
  await query("update users set muted_notices = '{}'")
})
