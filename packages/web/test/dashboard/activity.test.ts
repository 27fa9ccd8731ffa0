import { plusDays } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { afterFile } from "../../../core/test/support/after-file.ts"
import { call } from "../../../core/test/support/call.ts"
import { insertOldActions } from "../../../core/test/support/many-actions.ts"
import { signIn, signInOnce } from "../support/browser.ts"
import { startWebHost } from "../support/service.ts"

const service = await startWebHost()
const [olivia, adam, mia] = ["olivia@northwind.test", "adam@northwind.test", "mia@northwind.test"]
const path = "/o/northwind/activity"
const { admin, owner } = service.keys["northwind"]!

const browserOf = signInOnce(service)
const signedIn = async (email: string) => {
  await service.query("delete from rate_limits")
  return browserOf(email)
}

/** Raises or lowers the budget of a campaign through a key, and returns the action. */
const setBudget = async (budget: number): Promise<string> => {
  const input = { org: "northwind", slug: "boiler-repair", budget, dry_run: false }
  const { error, output } = await service.run(call("campaigns.update", admin!, input))
  expect(error).toBeNull()
  return (output as { action_id: string }).action_id
}

const budget = async () =>
  (
    await service.query<{ budget: number }>(
      "select budget::float8 as budget from campaigns where slug = 'boiler-repair' and organization_id = 1"
    )
  )[0]!.budget

const hiddenFields = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!.replaceAll("&quot;", '"').replaceAll("&amp;", "&")
    ])
  )

describe("the activity page", () => {
  it("lists the changes of the API newest first, with who made them and through which key", async () => {
    await setBudget(Math.round((await budget()) * 1.02))
    const browser = await signedIn(olivia)
    const { text } = await browser.get(path)
    const { output } = await service.run(call("actions.list", owner!, { org: "northwind", limit: 50 }))
    const { actions } = output as { actions: ReadonlyArray<{ id: string }> }
    expect([...text.matchAll(/<li id="(act_[^"]+)"/g)].map(([, id]) => id)).toEqual(
      actions.map(({ id }) => id)
    )
    expect(text).toMatch(/Demo admin<\/bdi> …\w{4}<\/a>, an API key of Adam/)
  })

  it("filters by campaign, person, key and kind, by its address alone", async () => {
    const browser = await signedIn(olivia)
    const all = (await browser.get(path)).text
    const idsIn = (text: string) => [...text.matchAll(/<li id="(act_[^"]+)"/g)].map(([, id]) => id)
    for (const [, href] of all.matchAll(/href="(\/o\/northwind\/activity\?(?:campaign|by|source)=[^"]+)"/g)) {
      const { status, text } = await browser.get(href!.replaceAll("&amp;", "&"))
      expect([href, status, idsIn(text).length <= idsIn(all).length]).toEqual([href, 200, true])
    }
    const [key] = await service.query<{ id: number }>(
      "select id from api_keys where organization_id = 1 and name = 'Demo admin'"
    )
    const ofKey = (await browser.get(`${path}?by=key-${key!.id}&campaign=boiler-repair`)).text
    const [count] = await service.query<{ n: number }>(
      `select count(*)::int as n from actions a join campaigns c using (organization_id)
       where a.campaign_id = c.id and c.slug = 'boiler-repair' and a.organization_id = 1
         and a.actor_key_id = ${key!.id} and a.state = 'executed'`
    )
    expect(idsIn(ofKey)).toHaveLength(count!.n)
    expect((await browser.get(`${path}?campaign=no-such`)).status).toBe(404)
    expect(idsIn((await browser.get(`${path}?by=person-999999`)).text)).toEqual([])
  })

  it("previews an undo in place, and executes exactly what it showed", async () => {
    const before = await budget()
    const id = await setBudget(before + 1)
    const browser = await signedIn(olivia)
    const { text } = await browser.get(`${path}?undo=${id}`)
    expect(text).toContain(`Restore: Daily budget of Boiler repair to $${before}`)
    expect(await budget()).toBe(before + 1)
    const done = await browser.submit("/o/northwind/change", hiddenFields(text))
    expect([done.status, done.to]).toEqual([303, `${path}?undone=${id}`])
    expect(await budget()).toBe(before)
    const after = (await browser.get(done.to!)).text
    expect(after).toContain("The change was undone.")
    expect(after).toContain(`undone by ${olivia}`)
    expect(await service.eventOf(done.response)).toMatchObject({
      operation: "actions.undo",
      status_code: 200,
      user_email: olivia
    })
  })

  it("offers to undo all changes of one write", async () => {
    const before = await budget()
    const id = await setBudget(before + 1)
    const values = { org: "northwind", slug: "old-sync", name: "Of the same write", dry_run: false }
    const { output } = await service.run(call("campaigns.update", admin!, values))
    const { action_id: other } = output as { action_id: string }
    await service.query(`update actions set execution_id = 'exe_one' where id in ('${id}', '${other}')`)
    const browser = await signedIn(olivia)
    const one = (await browser.get(`${path}?undo=${id}`)).text
    expect(one).toContain("The same write made 1 other change. Undo both.")
    expect(one).toContain(`href="${path}?undo=${id}&amp;all=yes"`)
    const { text } = await browser.get(`${path}?undo=${id}&all=yes`)
    expect(text).toContain(`Daily budget of Boiler repair to $${before}`)
    expect(text).toContain("Name of Of the same write to")
    const done = await browser.submit("/o/northwind/change", hiddenFields(text))
    expect(done.to).toBe(`${path}?undone=${id}`)
    expect(await budget()).toBe(before)
    const undone = await service.query(
      `select 1 from actions where id in ('${id}', '${other}') and undone_at is not null`
    )
    expect(undone).toHaveLength(2)
  })

  it("refuses an undo that would do something else than it showed", async () => {
    const before = await budget()
    const id = await setBudget(before + 1)
    const browser = await signedIn(olivia)
    const fields = hiddenFields((await browser.get(`${path}?undo=${id}`)).text)
    const { to } = await browser.submit("/o/northwind/change", { ...fields, preview_hash: "0".repeat(32) })
    expect(to).toBe(`${path}?undo=${id}&stale=1`)
    expect((await browser.get(to!)).text).toContain("Nothing was changed.")
    expect(await budget()).toBe(before + 1)
  })

  it("names the later change that prevents an undo", async () => {
    const first = await setBudget((await budget()) + 1)
    const later = await setBudget((await budget()) + 1)
    const browser = await signedIn(olivia)
    expect((await browser.get(path)).text).toContain(`href="${path}/${later}">changed again since</a>`)
    const { status, text } = await browser.get(`${path}?undo=${first}`)
    expect([status, text.includes("This cannot be undone now.")]).toEqual([200, true])
    expect(text).toContain(`href="${path}/${later}">Show the later change`)
    const page = await browser.get(`${path}/${later}?undo=yes`)
    expect([page.status, page.text.includes("Restore: Daily budget")]).toEqual([200, true])
  })

  it("shows the log to owners alone, and the undo of a change to admins", async () => {
    const id = await setBudget((await budget()) + 1)
    const admin = await signedIn(adam)
    const list = (await admin.get(path)).text
    expect(list).toContain("Only owners see the log")
    expect(list).not.toContain(id)
    expect((await admin.get(`${path}?undo=${id}`)).text).toContain("Restore: Daily budget")
    expect((await admin.get(`${path}/${id}`)).status).toBe(403)
    const member = await signedIn(mia)
    expect((await member.get(`${path}?undo=${id}`)).text).not.toContain("Restore:")
    const form = { operation: "actions.undo", input: JSON.stringify({ id }), preview_hash: "", back: path }
    const refused = await member.submit("/o/northwind/change", form)
    expect(refused.status).toBe(403)
  })

  it("counts every change exactly, on each page of the log", async () => {
    const browser = await signedIn(olivia)
    const totalIn = (text: string) => Number(/([\d,]+) changes? ·/.exec(text)![1]!.replace(",", ""))
    const before = totalIn((await browser.get(path)).text)
    await service.run(insertOldActions(1040))
    const { text } = await browser.get(path)
    const older = /href="([^"]+cursor=[^"]+)"[^>]*>Older/.exec(text)![1]!.replaceAll("&amp;", "&")
    expect([totalIn(text), totalIn((await browser.get(older)).text)]).toEqual([before + 1040, before + 1040])
  })
})

describe("tasks under way", () => {
  const startTask = () =>
    service.query<{ id: number }>(
      `insert into tasks (organization_id, type, status, stage) values (1, 'report', 'running', 'Reading the figures')
       returning id::int as id`
    )

  /** Opens the stream of an organization in a session of its own. */
  const follow = async (email: string, page = "/o/northwind") => {
    await service.query("delete from rate_limits")
    const response = await fetch(`${service.origin}${page}/live`, {
      headers: { cookie: (await signIn(service, email)).cookie() }
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    afterFile(() => reader.cancel())
    return {
      response,
      next: async () => {
        const { done, value } = await reader.read()
        return done ? null : JSON.parse(value.replace("data: ", ""))
      }
    }
  }

  it("are part of the one stream of an organization, which is one audit event", async () => {
    const [task] = await startTask()
    const { text } = await (await signedIn(mia)).get(path)
    expect(text).toContain('data-stream="/o/northwind/live"')
    expect(text).toMatch(/<div data-live="tasks">.*Reading the figures.*<progress/s)
    const { next, response } = await follow(mia)
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    let state = await next()
    const changed = async (sql: string) => {
      const before = state
      await service.query(sql)
      state = await next()
      return Object.keys(state).filter((topic) => state[topic] !== before[topic])
    }
    expect(Object.keys(state)).toEqual(["approvals", "recommendations", "tasks", "sync", "outside"])
    expect(await changed(`update tasks set status = 'completed' where id = ${task!.id}`)).toEqual(["tasks"])
    expect(
      await changed(
        "update ad_accounts set last_synced_at = now() + interval '1 second' where organization_id = 1"
      )
    ).toEqual(["sync"])
    expect(
      await changed(`insert into platform_changes (organization_id, ad_account_id, id, campaign_id, at, by, what)
        select organization_id, ad_account_id, 'while-open', id, now(), null, 'Paused' from campaigns
        where organization_id = 1 and slug = 'boiler-repair'`)
    ).toEqual(["outside"])
    const [fabrikam, own] = [await follow(olivia, "/o/fabrikam"), await follow(olivia, "/approvals")]
    const { approvals } = await fabrikam.next()
    expect(await own.next()).toEqual({ approvals })
    await service.query(
      "update queued_writes set expires_at = now(), claimed_at = null where status = 'pending' and organization_id = (select id from organizations where slug = 'fabrikam')"
    )
    expect([approvals, (await fabrikam.next()).approvals]).toEqual([expect.stringMatching(/^qw_/), ""])
    expect(await own.next()).toEqual({ approvals: "" })
    expect(await service.eventOf(response)).toMatchObject({ operation: "pages.live", status_code: 200 })
  })

  it("end on every host with the session, the role and the place of a person", async () => {
    const first = await follow(mia, "/approvals")
    await first.next()
    await service.query(
      `update dashboard_sessions set ended_at = now() where user_id = (select id from users where email = '${mia}')
       and created_at = (select max(created_at) from dashboard_sessions)`
    )
    expect(await first.next()).toBe("ended")
    expect(await first.next()).toBeNull()

    const second = await follow(adam)
    await second.next()
    const setRole = (role: string) =>
      service.query(
        `update memberships set role = '${role}' where user_id = (select id from users where email = '${adam}') and organization_id = 1`
      )
    await setRole("member")
    expect(await second.next()).toBe("ended")
    await setRole("admin")

    const oldest = await follow(olivia)
    await oldest.next()
    for (let n = 0; n < 6; n++) await (await follow(olivia)).next()
    expect(await oldest.next()).toBe("ended")
  })

  it("are closed to strangers", async () => {
    for (const page of ["/o/northwind", "/approvals"]) {
      const anonymous = await fetch(`${service.origin}${page}/live`, { redirect: "manual" })
      expect([page, anonymous.status, await anonymous.text()]).toEqual([page, 401, ""])
    }
    const stranger = await signedIn("femi@fabrikam.test")
    expect((await stranger.get("/o/northwind/live")).status).toBe(403)
  })

  it("say why they failed and what to do", async () => {
    const [task] = await startTask()
    await service.query(
      `update tasks set status = 'failed', finished_at = now(), error_reason = 'setup_required',
         error_message = 'No ad account is linked. Link one under {page.settings_accounts}.' where id = ${task!.id}`
    )
    const { text } = await (await signedIn(mia)).get(path)
    expect(text).toContain("Failed: Report")
    expect(text).toContain('<a href="/o/northwind/settings/accounts">Settings › Ad accounts</a>')
    expect(text).not.toContain("<progress")
  })
})

describe("the chart of changes", () => {
  it("shows the figures of the API for the same days", async () => {
    const browser = await signedIn(olivia)
    const { text } = await browser.get(`${path}?days=7&campaign=boiler-repair`)
    const to = new Date().toISOString().slice(0, 10)
    const { output } = await service.run(
      call("performance.get", owner!, {
        org: "northwind",
        campaign: "boiler-repair",
        group_by: "day",
        from: plusDays(to, -6),
        to
      })
    )
    const { by_day, data_until } = output as {
      by_day: ReadonlyArray<{ date: string; spend: number; conversions: number }>
      data_until: string
    }
    const shown = by_day.filter(({ date }) => date <= data_until)
    expect(shown.length).toBeGreaterThan(3)
    for (const { spend } of shown)
      expect(text).toContain(spend.toLocaleString("en-US", { style: "currency", currency: "USD" }))
  })

  it("lists what others changed in the ad platform, with who and when", async () => {
    await service.query(
      `insert into platform_changes (organization_id, ad_account_id, id, campaign_id, at, by, what)
       select organization_id, ad_account_id, 'made-by-test', id, now(), 'sam@agency.test', 'Daily budget changed from 8.00 to 10.00'
       from campaigns where organization_id = 1 and slug = 'boiler-repair'`
    )
    const { text } = await (await signedIn(mia)).get(path)
    expect(text).toContain("<bdi>sam@agency.test</bdi>")
    expect(text).toContain("Daily budget changed from 8.00 to 10.00")
  })
})
