import { makeOutboxReader } from "@adwarden/core"
import { reportTypes } from "@adwarden/core/contract"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { sendWeeklyReports } from "../../../core/src/insight/documents/weekly-emails.ts"
import { Tasks } from "../../../core/src/tasks/tasks.ts"
import { call } from "../../../core/test/support/call.ts"
import { renderMarkdown } from "../../src/dashboard/documents/markdown.ts"
import { periodText } from "../../src/dashboard/period.ts"
import { html } from "../../src/kit/html.ts"
import { makeBrowser, signInOnce } from "../support/browser.ts"
import { startWebHost } from "../support/service.ts"

const service = await startWebHost()
const [adam, mia, ada] = ["adam@northwind.test", "mia@northwind.test", "ada@adops.test"]
const { member } = service.keys["northwind"]!

const browserOf = signInOnce(service)
const signedIn = async (email: string) => {
  await service.query("delete from rate_limits")
  return browserOf(email)
}

/** Runs the tasks of an organization that wait. */
const runTasks = async () => {
  const open = await service.query<{ id: number }>(
    "select id::int as id from tasks where organization_id = 1 and status = 'queued' order by id"
  )
  for (const { id } of open) await service.run(Effect.flatMap(Tasks, (tasks) => tasks.run(1, id, true)))
}

describe("reports", () => {
  const path = "/o/northwind/reports"

  it("of every type are made by a member, followed, and read with their figures", async () => {
    const browser = await signedIn(mia)
    for (const type of reportTypes) {
      const { status, to } = await browser.submit(path, { action: "make", type })
      expect([status, to]).toEqual([303, `${path}?type=${type}&started=yes`])
    }
    const begun = (await browser.get(path)).text
    expect(begun).toMatch(/<div data-live="tasks">.*<progress/s)
    expect(begun).toContain("Waiting for its turn")
    await runTasks()
    for (const type of reportTypes) {
      const list = (await browser.get(`${path}?type=${type}`)).text
      const [, href] = new RegExp(`href="(${path}/${type}/[^"]+)"`).exec(list) ?? []
      const { text: file } = await browser.get(/href="([^"]+\.csv[^"]*)"/.exec(list)![1]!)
      const id = href!.split("/").at(-1)
      const [period] = await service.query<{ from: string; to: string }>(
        `select period_from::text as "from", period_to::text as "to" from reports where id = '${id}'`
      )
      const { from, to } = period!
      expect(file).toContain(`report,type,from,to,generated_at\r\n${id},${type},${from},${to},`)
      expect(list).toContain(`href="${href}">${periodText({ from, to })}</a>`)
      const { status, text } = await browser.get(href!)
      expect([type, status]).toEqual([type, 200])
      const { output } = await service.run(
        call("reports.get", member!, { org: "northwind", type, report_id: "latest" })
      )
      const { markdown } = output as { markdown: string }
      expect(text).toContain(`<h1>${renderMarkdown(markdown).title}</h1>`)
      // Every amount of the text that the API returns is on the page.
      for (const amount of new Set(markdown.match(/\$[\d,]+\.\d\d/g))) expect(text).toContain(amount)
      expect(text).not.toMatch(/>(?:[^<]*[ (])?-[$€]?\d/)
      expect(text).not.toMatch(/\*\*|\|\s*-+:?\s*\||```|[█▁]/)
    }
  })

  it("of each week go by email to chosen members, once its figures are read, and to nobody twice", async () => {
    const [admin, member, staff] = [await signedIn(adam), await signedIn(mia), await signedIn(ada)]
    const send = async () => (await service.run(sendWeeklyReports)).emails
    const through = (day: string) =>
      service.query(`update ad_accounts set metrics_synced_through = ${day} where organization_id = 1`)
    const chosen = (text: string) =>
      [...text.matchAll(/name="people" value="([^"]+)" checked/g)].map(([, email]) => email)

    expect((await member.submit(path, { action: "choose", people: mia })).status).toBe(403)
    expect((await staff.submit(path, { action: "own", wanted: "yes" })).status).toBe(403)
    expect((await admin.submit(path, { action: "choose", people: ada })).status).toBe(422)
    expect((await member.submit(path, { action: "own", wanted: "yes" })).status).toBe(303)
    expect((await member.get(path)).text).toContain("No longer send it to me")
    await through("current_date - 9")
    expect(await send()).toBe(0)
    await through("current_date")
    const [{ status }] = await Promise.all([
      admin.submit(path, { action: "choose", people: mia }),
      send(),
      send()
    ])
    expect(status).toBe(303)
    expect(chosen((await admin.get(path)).text)).toEqual([mia])
    expect(await send()).toBe(0)
    expect(
      await service.query("select id from tasks where status = 'queued' and type = 'report'")
    ).toHaveLength(1)
    await runTasks()
    const sent = await Promise.all([send(), send()])
    expect(sent[0] + sent[1]).toBe(1)
    const latest = Effect.flatMap(makeOutboxReader, ({ list, show }) =>
      Effect.flatMap(list(1), ([row]) => show(row!.id))
    )
    const { kind, mail, recipient } = await service.run(latest)
    expect([kind, recipient]).toEqual(["weekly_report", mia])
    expect(mail!.subject).toMatch(/^Northwind Plumbing & Heating\. Your week: \d/)
    expect(mail!.text).toMatch(/You spent \$[\d,.]+ for .*\n\n.*recommendation/)
    expect(mail!.text).toMatch(/Read the report:\n\S+\/o\/northwind\/reports\/weekly\/rpt_/)
    expect(mail!.text).not.toMatch(/[*|\\#]/)

    expect((await member.submit(path, { action: "own" })).status).toBe(303)
    expect(chosen((await admin.get(path)).text)).toEqual([])
    expect(await send()).toBe(0)
  })

  it("draw the weeks of their stored figures", async () => {
    const browser = await signedIn(mia)
    const [, href] = new RegExp(`href="(${path}/weekly/[^"]+)"`).exec((await browser.get(path)).text) ?? []
    const { text } = await browser.get(href!)
    const [row] = await service.query<{ facts: { weeks: ReadonlyArray<{ spend: number }> } }>(
      "select facts from reports where organization_id = 1 and type = 'weekly' order by period_to desc limit 1"
    )
    expect(row!.facts.weeks).toHaveLength(8)
    for (const { spend } of row!.facts.weeks)
      expect(text).toContain(spend.toLocaleString("en-US", { style: "currency", currency: "USD" }))
  })
})

describe("a shared link", () => {
  it("shows one report to anybody until it is revoked, is made by admins with a recent password, and is audited", async () => {
    const [admin, member] = [await signedIn(adam), await signedIn(mia)]
    const list = (await member.get("/o/northwind/reports")).text
    const path = /href="(\/o\/northwind\/reports\/weekly\/[^"]+)"/.exec(list)![1]!
    expect((await member.get(path)).text).not.toContain("Share by a link")
    expect((await member.submit(path, { action: "share", days: "7" })).status).toBe(403)
    await service.query("update dashboard_sessions set created_at = now() - interval '1 hour'")
    const asked = await admin.submit(path, { action: "share", days: "7" })
    await service.query("update dashboard_sessions set created_at = now()")
    expect(asked.text).toContain("Confirm it is you")
    expect((await admin.submit(path, { action: "share", days: "91" })).status).toBe(422)
    const share = async () => {
      const { response, text } = await admin.submit(path, { action: "share", days: "7" })
      expect(response.headers.get("content-encoding")).toBeNull()
      return /\/shared\?token=svc_sh_[0-9A-Za-z]{43}/.exec(text)![0]
    }
    const [link, other] = [await share(), await share()]
    expect((await admin.get(path)).text).not.toContain("svc_sh_")

    const anybody = makeBrowser(service.origin)
    const { response, status, text } = await anybody.get(link)
    expect([status, text.includes("Northwind Plumbing"), text.includes("<h1>")]).toEqual([200, true, true])
    expect(text).not.toMatch(/href="\/o\/|<form|<script|<nav/)
    expect(
      ["referrer-policy", "x-robots-tag", "cache-control"].map((name) => response.headers.get(name))
    ).toEqual(["no-referrer", "noindex, nofollow", "no-store"])
    const [opened] = await service.query<{ operation: string; path: string; slug: string }>(
      `select e.operation, e.path, o.slug from audit_events e join organizations o on o.id = e.organization_id
       where e.request_id = '${response.headers.get("x-request-id")}'`
    )
    expect(opened).toEqual({ operation: "shared_links.open", path: "/shared", slug: "northwind" })

    const ids = [...(await admin.get(path)).text.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => id!)
    expect(ids).toHaveLength(2)
    expect((await member.submit(path, { action: "revoke", id: ids[1]! })).status).toBe(403)
    expect((await admin.submit(path, { action: "revoke", id: ids[1]! })).to).toBe(`${path}?done=revoked`)
    expect([(await anybody.get(link)).status, (await anybody.get(other)).status]).toEqual([404, 200])
    await service.query("update shared_links set expires_at = now()")
    const ended = await anybody.get(other)
    expect([ended.status, ended.text.includes("This link has ended")]).toEqual([404, true])
    expect((await anybody.get(link.slice(0, -1))).status).toBe(404)
  })
})

describe("strategies", () => {
  it("are written from their page, and say how far they are", async () => {
    const browser = await signedIn(mia)
    const { status, to } = await browser.submit("/o/northwind/strategy", { idempotency_key: "from-a-test" })
    expect([status, to]).toEqual([303, expect.stringMatching(/^\/o\/northwind\/strategy\/str_/)])
    const again = await browser.submit("/o/northwind/strategy", { idempotency_key: "from-a-test" })
    expect(again.to).toBe(to)
    expect((await browser.get(to!)).text).toContain("Waiting for its turn")
    await runTasks()
    const { text } = await browser.get(to!)
    expect(text).toContain("The chart shows the weeks as they are known now.")
    expect(text).not.toMatch(/\*\*|```/)
    const file = await browser.get("/o/northwind/strategy.csv")
    expect(file.text.split("\r\n")[1]).toMatch(new RegExp(`^${to!.split("/").at(-1)},.*,succeeded,`))
  })
})

describe("markdown", () => {
  const rendered = (text: string) => String(renderMarkdown(text).body)

  it("renders what our documents use", () => {
    expect(rendered("# T\n\n*9 May*\n\n## A **b**\n\nOne _two_ `a*b`\n\n- x\n- y\n\n> q")).toBe(
      '<p><em>9 May</em></p><h2>A <b>b</b></h2><p>One <em>two</em> <code>a*b</code></p><ul class="bullets"><li>x</li><li>y</li></ul><blockquote class="said">q</blockquote>'
    )
    expect(rendered("- a **b**\n\n- c\n\n1. d\n2. e")).toBe(
      '<ul class="bullets"><li>a <b>b</b></li><li>c</li></ul><ol><li>d</li><li>e</li></ol>'
    )
    const table = rendered(
      "| Name | Spend |\n| ---- | ---: |\n| a \\| b | $1,000.00 |\n| c | $250.00 |\n| d | $0.00 |"
    )
    expect(table).toContain('<th scope="row">a | b</th>')
    // The column of money is drawn too, in proportion to its largest value.
    expect([...table.matchAll(/<rect width="(\d+)"/g)].map(([, width]) => width)).toEqual(["64", "16", "0"])
    expect(table).toContain("</svg>$250.00</td>")
    const linked = renderMarkdown("Do it (`rec_1`, `x`).", {
      linkOf: (code) => (code === "x" ? null : html`<a href="/${code}">this</a>`)
    })
    expect(String(linked.body)).toBe('<p>Do it (<a href="/rec_1">this</a>, <code>x</code>).</p>')
  })

  it("creates no markup from the text of others", () => {
    const hostile = "<script>x</script> \\*\\*no\\*\\* \\`c\\` \\_e\\_ [a](javascript:x) &lt; snake_case_word"
    expect(rendered(hostile)).toBe(
      "<p>&lt;script&gt;x&lt;/script&gt; **no** `c` _e_ [a](javascript:x) &amp;lt; snake_case_word</p>"
    )
    expect(rendered('```text\n"<b>"\n```')).toBe("<pre>&quot;&lt;b&gt;&quot;</pre>")
  })
})

describe("staff of the agency", () => {
  it("read reports, and make none", async () => {
    const browser = await signedIn(ada)
    const path = "/o/contoso/reports"
    const { status, text } = await browser.get(path)
    expect([status, text.includes("Make report")]).toEqual([200, false])
    expect((await browser.submit(path, { action: "make", type: "weekly" })).status).toBe(403)
  })
})

describe("the business profile", () => {
  const path = "/o/northwind/profile"
  const fields = {
    action: "correct",
    brand_name: "Northwind",
    description: "Plumbers in Seattle.",
    products: "Boiler repair\r\n  Boiler repair \r\n\r\nDrain cleaning",
    ideal_customer_profiles: "",
    competitors: "Contoso Heating",
    trust_signals: "Since 1998",
    target_locations: "Seattle\r\nTacoma"
  }

  it("is corrected by hand by an admin, and audited", async () => {
    const browser = await signedIn(adam)
    expect((await browser.get(path)).text).toContain("Analyse again")
    expect((await browser.get(`${path}?edit=yes`)).text).toContain("Save profile")
    const saved = await browser.submit(path, fields)
    expect([saved.status, saved.to]).toEqual([303, `${path}?done=saved`])
    expect(await service.eventOf(saved.response)).toMatchObject({
      operation: "business_profile.correct",
      status_code: 200,
      user_email: adam
    })
    const { output } = await service.run(
      call("organizations.business_profile", member!, { org: "northwind" })
    )
    expect(output).toMatchObject({
      brand_name: "Northwind",
      products: ["Boiler repair", "Drain cleaning"],
      ideal_customer_profiles: [],
      target_locations: ["Seattle", "Tacoma"],
      status: "ready"
    })
    expect((await browser.get(path)).text).toContain("<bdi>Drain cleaning</bdi>")
  })

  it("shows a refused correction again with what was written", async () => {
    const { status, text } = await (await signedIn(adam)).submit(path, {
      ...fields,
      brand_name: " ",
      products: "x".repeat(201)
    })
    expect(status).toBe(422)
    expect(text).toContain("The name must not be empty.")
    expect(text).toContain("Products must have at most 200 characters in a line.")
    expect(text).toContain("x".repeat(201))
  })

  it("is analysed again from its page, and cannot be corrected meanwhile", async () => {
    const browser = await signedIn(adam)
    const wrong = await browser.submit(path, { action: "analyse", url: "http://127.0.0.1/" })
    expect([wrong.status, wrong.text.includes('id="url-problem"')]).toEqual([422, true])
    const begun = await browser.submit(path, { action: "analyse", url: "https://www.northwind.example/" })
    expect(begun.to).toBe(`${path}?done=started`)
    const { text } = await browser.get(begun.to!)
    expect(text).toContain("Analysis of the website")
    expect(text).toMatch(/<div data-live="tasks">.*<progress/s)
    const refused = await browser.submit(path, fields)
    expect([refused.status, refused.text.includes("The profile is not ready.")]).toEqual([422, true])
  })

  it("is read by members, who change nothing", async () => {
    const browser = await signedIn(mia)
    expect((await browser.get(path)).text).not.toContain("Analyse again")
    expect((await browser.submit(path, fields)).status).toBe(403)
    expect((await browser.submit(path, fields)).text).toContain("admin")
  })
})
