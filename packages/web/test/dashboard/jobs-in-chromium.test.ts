import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { Administration, type Endpoint, Sync } from "@adwarden/core"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { sendNotices } from "../../../core/src/identity/notices/notify.ts"
import { Tasks } from "../../../core/src/tasks/tasks.ts"
import { call } from "../../../core/test/support/call.ts"
import { campaignInDatabase } from "../../../core/test/support/workers.ts"
import { signInOnce } from "../support/browser.ts"
import {
  accessibilityViolations,
  hasAxeTurn,
  horizontalOverflow,
  installedChromium,
  inViewports,
  noChromium,
  openChromium,
  openPages,
  signInPage,
  viewports
} from "../support/chromium.ts"
import { type Hand, handOn } from "../support/hand.ts"
import { startWebHostOnPlatform } from "../support/service.ts"
import { jobs } from "./jobs.ts"
import { launchDraft } from "./launch-job.ts"

const found = installedChromium()

describe.skipIf(found === null)(
  `the jobs of the dashboard in a real browser${found === null ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    if (found === null) return
    const service = await startWebHostOnPlatform()
    const { query } = service
    const open = openPages(await openChromium(found), service.origin)
    const signedIn = signInOnce(service)
    // Only what the jobs ask for waits.
    await query("update queued_writes set status = 'rejected', decided_at = now() where status = 'pending'")
    const pictures = process.env["PICTURES"]
    if (pictures) mkdirSync(pictures, { recursive: true })
    const [phone, desktop] = [viewports[0], viewports[2]]
    const [olivia, adam, mia, femi] = [
      "olivia@northwind.test",
      "adam@northwind.test",
      "mia@northwind.test",
      "femi@fabrikam.test"
    ]
    const northwind = "/o/northwind"

    let errors: Array<string> = []
    /** A hand on a page of a person who is signed in, or of nobody (null). */
    const begin = async (
      person: string | null,
      path: string,
      { look = desktop as (typeof viewports)[number], script = true } = {}
    ): Promise<Hand> => {
      await query("delete from rate_limits")
      const page = await open(look, script)
      // The pages' own errors; the consent page is another origin on purpose.
      errors = []
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().includes("Failed to load resource"))
          errors.push(message.text())
      })
      if (person !== null) await signInPage(page, service.origin, await signedIn(person))
      await page.goto(path)
      return handOn(page)
    }
    let checks = 0
    /** Checks the page that is open, in both widths and colour schemes. */
    const check = async (page: Page, name: string) => {
      const n = checks++
      const width = page.viewportSize()!
      const inOne = async (viewport: (typeof viewports)[number]) => {
        const look = viewport.name
        if (pictures) await page.screenshot({ path: join(pictures, `${name}-${look}.png`), fullPage: true })
        if (hasAxeTurn(viewport, n))
          expect([name, look, await accessibilityViolations(page)]).toEqual([name, look, []])
        expect([name, look, await horizontalOverflow(page)]).toEqual([name, look, 0])
      }
      await inViewports(page, inOne, { inAnyOrder: true })
      await page.setViewportSize(width)
    }

    const hold = async (slug: string, budget: number) => {
      const { error } = await service.run(
        call("campaigns.update", service.keys["fabrikam"]!.admin!, {
          org: "fabrikam",
          slug,
          budget,
          dry_run: false
        })
      )
      if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
      return error.queued_recommendation_id
    }
    const statusOf = async (id: string) =>
      (
        await query<{ status: string; reason: string | null }>(
          `select status, reason from queued_writes where id = '${id}'`
        )
      )[0]
    /** The page to which the email about a new change leads. */
    const emailed = async (person: string) => {
      // As if the last email had been sent long ago.
      await query("delete from notice_receipts")
      await service.run(sendNotices)
      await query("delete from emails where kind <> 'approval'")
      const [link] = /\/o\/\S+\/optimizations\/qw_\w+/.exec(await service.newestMail(person))!
      return link
    }
    const campaign = async (slug: string) =>
      (await campaignInDatabase(service, slug)) as { readonly state: string; readonly budget: number }
    const place = ({ page }: Hand, name: string) =>
      page.getByRole("navigation", { name: "Organization" }).getByRole("link", { name })
    const done = "Done. The change is in the log."

    const tests: Readonly<Record<keyof typeof jobs, () => Promise<Hand>>> = {
      firstDay: async () => {
        const administer = <Out>(make: (endpoints: Administration["Type"]) => Endpoint<Out>) =>
          service.operate(Effect.map(Administration, make))
        await administer((all) =>
          all["organizations.create"]({ slug: "litware", name: "Litware", currency: "USD" })
        )
        await administer((all) =>
          all["people.invite"]("litware", { email: "lia@litware.test", role: "owner" })
        )
        const hand = await begin(null, (await service.mailedLink("lia@litware.test"))!)
        const { click, page, reads, tick, type } = hand
        await type("Your name", "Lia Ware")
        await page.getByLabel("Choose a password").fill("eleven blue kettles")
        await click("Accept and sign in")
        await reads("0 of 5 done")
        expect(await page.locator(".chart").count()).toBe(0)
        await check(page, "first-day")

        await click("Connect Google Ads")
        await page.waitForURL((url) => url.href.startsWith(service.emulator.consentUrl))
        await tick("ads@adops.test")
        await click("Continue")
        await reads("Choose an ad account")
        expect(page.url()).not.toContain("code=")
        await check(page, "accounts-choose")
        await click("Link Contoso Dental")
        await reads("First sync starts within a minute")
        // As if a sync were reading its days.
        const [account] = await query<{ organization: number; id: string }>(
          `update ad_accounts a set structure_synced_at = now(), sync_lease_until = now() + interval '5 minutes',
             metrics_synced_through = (now() at time zone coalesce(time_zone, 'UTC'))::date - 256
           from organizations o where o.id = a.organization_id and o.slug = 'litware'
           returning a.organization_id::int as organization, a.id`
        )
        await reads("200 of 455 days")
        await check(page, "first-day-sync")

        await page.getByRole("textbox", { name: "Monthly cap" }).fill("3600")
        await click("Set cap")
        await reads("2 of 5 done")
        await tick("Only changes that raise spend")
        await click("Save choice")
        await reads("3 of 5 done")
        await type("Name of the key", "nightly agent")
        await tick(/^Read/)
        await click("Create key")
        await reads("Copy it now. It is shown this once.")
        await check(page, "first-day-key")
        await click("I have stored it")

        // The first figures come while the page is open.
        await query(
          "update ad_accounts set sync_lease_until = null, metrics_synced_through = null where id = '" +
            `${account!.id}' and organization_id = ${account!.organization}`
        )
        await service.run(Effect.flatMap(Sync, (sync) => sync.account(account!.organization, account!.id)))
        await reads("Cost per conversion")
        await reads("4 of 5 done")
        await type("Email", "mia@litware.test")
        await click("Send invitation")
        await reads("The invitation is on its way.")
        expect(await page.getByText("Set up Litware").count()).toBe(0)
        expect(await page.locator(".chart").count()).toBeGreaterThan(0)
        await check(page, "first-day-done")
        return hand
      },

      reconnect: async () => {
        const hand = await begin("will@wingtip.test", "/o/wingtip", { look: phone, script: false })
        const banner = hand.page.getByRole("alert").filter({ hasText: "is not connected." })
        // On any page, it leads to the consent of Google itself.
        await hand.click(banner.getByRole("button", { name: "Reconnect" }))
        expect(await hand.page.getByLabel("ads@wingtip.test").isChecked()).toBe(true)
        await hand.click("Continue")
        await hand.reads("The login works again.")
        expect(await banner.count()).toBe(0)
        return hand
      },

      approve: async () => {
        await hold("fabrikam-brand", 22)
        const path = await emailed(olivia)
        const hand = await begin(null, path, { look: phone, script: false })
        await hand.signIn(olivia, service.passwordOf(olivia))
        await hand.page.waitForURL(({ pathname }) => pathname === path)
        await hand.click("Approve: raise to €22.00")
        await hand.reads("Approved and executed.")
        const [row] = await query<{ budget: number }>(
          "select budget from campaigns where slug = 'fabrikam-brand'"
        )
        expect(row?.budget).toBe(22)
        return hand
      },

      // By the keyboard alone.
      reject: async () => {
        const id = await hold("bathroom-fitting", 33)
        const hand = await begin(null, await emailed(femi))
        const { page } = hand
        await hand.signIn(femi, service.passwordOf(femi))
        await page.getByLabel("Note").waitFor()
        await page.waitForLoadState()
        // The skip link is first, and leads past the navigation. It only moves the focus, which is no click.
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.waitForURL(/#main$/)
        const focusOn = async (selector: string) => {
          const isFocused = `document.activeElement.matches('${selector}')`
          for (let n = 0; n < 12 && !(await page.evaluate(isFocused)); n++) await page.keyboard.press("Tab")
          expect(await page.evaluate(isFocused)).toBe(true)
        }
        await focusOn("[name=note]")
        await page.keyboard.type("Not before May.")
        await focusOn("[value=reject]")
        await hand.enter("Reject")
        await hand.reads("The requester can read your note.")
        expect(await statusOf(id)).toEqual({ status: "rejected", reason: "Not before May." })
        return hand
      },

      undo: async () => {
        const before = (await campaign("boiler-repair")).budget
        const values = { org: "northwind", slug: "boiler-repair", budget: before + 3, dry_run: false }
        const { output } = await service.run(
          call("campaigns.update", service.keys["northwind"]!.admin!, values)
        )
        const { action_id: id } = output as { action_id: string }
        const hand = await begin(olivia, northwind, { look: phone, script: false })
        await hand.click(place(hand, "Activity"))
        const row = hand.page.locator(`#${id}`)
        await hand.click(row.getByRole("link", { name: "Undo" }))
        await row.getByText("nothing has changed yet").waitFor()
        await hand.click(row.getByRole("button", { name: "Restore: Daily budget of Boiler repair to" }))
        await hand.reads("The change was undone.")
        await row.getByText(`undone by ${olivia}`).waitFor()
        expect((await campaign("boiler-repair")).budget).toBe(before)
        return hand
      },

      stop: async () => {
        const live = async () =>
          (
            await query<{ n: number }>(
              "select count(*)::int as n from campaigns c join organizations o on o.id = c.organization_id where o.slug = 'fabrikam' and c.state = 'live'"
            )
          )[0]!.n
        const before = await live()
        const key = service.keys["fabrikam"]!.admin!
        const useKey = async () =>
          (await service.run(call("campaigns.list", key, { org: "fabrikam" }))).status
        const hand = await begin(olivia, "/o/fabrikam", { look: phone, script: false })
        await hand.click("Emergency stop")
        await hand.click(`Suspend access and pause ${before} campaigns`)
        await hand.reads("Everything is stopped")
        expect([await useKey(), await live()]).toEqual([403, 0])
        // Later. Every page of the organization says so.
        await hand.page.goto("/o/fabrikam")
        await hand.reads("All API keys and connected apps are suspended.")
        await hand.click("Emergency stop")
        await hand.click("Undo the stop")
        await hand.reads("The stop is undone.")
        expect([await useKey(), await live()]).toEqual([200, before])
        return hand
      },

      launch: async () => {
        const hand = await begin(adam, northwind)
        await launchDraft(hand, (name) => check(hand.page, name))
        expect((await campaign("radiators-draft")).state).toBe("live")
        return hand
      },

      exclude: async () => {
        const excluded = async () =>
          (
            await query<{ text: string }>(
              "select text from negative_keywords where organization_id = 1 and match_type = 'exact' and removed_at is null"
            )
          ).map(({ text }) => text)
        const hand = await begin(adam, northwind)
        await hand.click("Boiler repair")
        await hand.click("Search terms")
        await hand.click("Cost, no conversion")
        await hand.page.waitForURL(/filter=waste/)
        const boxes = hand.page.locator("[name=pick]:enabled")
        const terms = await Promise.all([0, 1].map((n) => boxes.nth(n).inputValue()))
        for (const term of terms) await hand.tick(`Exclude ${term}`)
        await hand.click("Preview 2 exclusions")
        await hand.reads("nothing has changed yet")
        await check(hand.page, "campaign-exclusion")
        const before = await excluded()
        await hand.click("Exclude 2 search terms")
        await hand.reads("Done.")
        expect((await excluded()).toSorted()).toEqual([...before, ...terms].toSorted())
        expect(await hand.page.getByLabel(`Exclude ${terms[0]}`, { exact: true }).isDisabled()).toBe(true)
        return hand
      },

      // By the keyboard alone.
      budget: async () => {
        const { budget } = await campaign("boiler-repair")
        const hand = await begin(adam, northwind)
        await hand.enter("Boiler repair")
        await hand.enter("Change the daily budget")
        const field = hand.page.getByLabel("New daily budget")
        await field.fill(String(budget + 10))
        await hand.enter(field)
        await hand.reads("nothing has changed yet")
        await check(hand.page, "campaign-budget")
        await hand.enter(`Raise to $${budget + 10}.00`)
        await hand.reads(done)
        expect((await campaign("boiler-repair")).budget).toBe(budget + 10)
        return hand
      },

      key: async () => {
        const hand = await begin(mia, northwind)
        const { page } = hand
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
        await hand.click(page.locator("summary", { hasText: "your account" }))
        await hand.click("Your account")
        await hand.type("Name", "nightly agent")
        const ticked = page.locator("[name=scope]:checked")
        expect(await ticked.count()).toBe(0)
        await hand.click(page.getByRole("radio", { name: /^Read/ }))
        // The card beside the form follows each choice.
        expect(await page.locator("[data-could]:visible").textContent()).toMatch(
          /^Read, at once.*cannot change anything.*\$0\.00 more spend/s
        )
        expect(await ticked.count()).toBe(5)
        await hand.click("Create key")
        await hand.reads("It is shown this once.")
        await check(page, "key-created")
        const key = (await page.locator(".once code").first().textContent())!
        await hand.click("Copy the key")
        expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key)
        const uses = async () => (await service.run(call("campaigns.list", key, { org: "northwind" }))).status
        expect(await uses()).toBe(200)
        await page.goto("/account")
        expect(await page.content()).not.toContain(key)
        await hand.click("Revoke nightly agent")
        await hand.click("Revoke the key")
        await hand.reads("The key was revoked.")
        expect(await uses()).toBe(401)
        return hand
      },

      report: async () => {
        await service.run(
          call("reports.generate", service.keys["northwind"]!.admin!, { org: "northwind", type: "weekly" })
        )
        const [task] = await query<{ id: number }>(
          "select id::int as id from tasks where organization_id = 1 and status = 'queued' and type = 'report'"
        )
        await service.run(Effect.flatMap(Tasks, (tasks) => tasks.run(1, task!.id, true)))
        const hand = await begin(adam, northwind)
        const { page } = hand
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
        await hand.click(place(hand, "Reports"))
        await hand.reads("Make a report")
        await check(page, "reports")
        await hand.click(hand.page.locator('a[href*="/reports/weekly/"]').first())
        await hand.reads("Share by a link")
        await check(page, "report")
        await hand.click("Create link")
        await hand.click("Copy the link")
        const link = (await page.evaluate("navigator.clipboard.readText()")) as string
        // On paper it has no navigation.
        const report = page.url()
        await page.emulateMedia({ media: "print" })
        const shown = (selector: string) => page.locator(selector).first().isVisible()
        expect(await Promise.all([".top", ".side", ".crumbs", ".print"].map(shown))).toEqual(
          Array.from({ length: 4 }, () => false)
        )
        expect(await Promise.all(["h1", ".document table", ".document .chart"].map(shown))).toEqual([
          true,
          true,
          true
        ])
        if (pictures)
          await page.pdf({
            path: join(pictures, "report.pdf"),
            preferCSSPageSize: true,
            printBackground: true
          })
        await page.setViewportSize({ width: 680, height: 960 })
        expect(await horizontalOverflow(page)).toBe(0)
        await page.emulateMedia({ media: null })
        // Whoever has the link reads it without an account, and nothing else.
        await page.context().clearCookies()
        await page.goto(link)
        await page.locator(".document table").first().waitFor()
        await check(page, "report-shared")
        await page.goto(report)
        expect(page.url()).toContain("/sign-in")
        return hand
      },

      outside: async () => {
        const { ad_account_id: account, platform_budget_resource_name: resourceName } =
          await campaignInDatabase(service, "northwind-brand")
        await service.control("POST", "edits", {
          customerId: account,
          userEmail: "agency@northwind.test",
          mutateOperations: [
            {
              campaignBudgetOperation: {
                update: { resourceName, amountMicros: "22000000" },
                updateMask: "amountMicros"
              }
            }
          ]
        })
        await service.run(Effect.flatMap(Sync, (sync) => sync.account(1, String(account))))
        expect((await campaign("northwind-brand")).budget).toBe(22)
        const hand = await begin(adam, northwind)
        await hand.click(/was changed outside Adwarden/)
        await hand.click(/^Accept \$14/)
        await hand.reads("nothing has changed yet")
        await hand.click(hand.page.locator(".preview").getByRole("button", { name: /^Accept \$14/ }))
        await hand.reads(/Task \d+ carries it out/)
        await hand.click(place(hand, "Activity"))
        await hand.click("Revert to $20.00")
        await hand.reads("nothing has changed yet")
        await check(hand.page, "activity-revert")
        await hand.click("Revert to $20.00")
        await hand.reads(done)
        expect((await campaign("northwind-brand")).budget).toBe(20)
        return hand
      },

      clients: async () => {
        // Staff read at their clients. They decide where a client has made them an admin.
        const ada = "ada@adops.test"
        await query(
          `insert into memberships (organization_id, user_id, role)
           select o.id, u.id, 'admin' from organizations o, users u where o.slug = 'fabrikam' and u.email = '${ada}'`
        )
        const id = await hold("boiler-repair", 115)
        const hand = await begin(ada, "/")
        await hand.reads("worst first")
        await check(hand.page, "home")
        const worst = hand.page.locator("tbody tr:has(a)").first()
        await hand.click(worst.getByRole("link", { name: "A change waits for approval" }))
        await hand.click("Approve: raise to €115.00")
        await hand.reads("Approved and executed.")
        expect((await statusOf(id))?.status).toBe("approved")
        return hand
      },

      recommendation: async () => {
        await service.run(
          call("detectors.run", service.keys["fabrikam"]!.admin!, {
            org: "fabrikam",
            slug: "boiler-repair",
            detector: "negative_keywords"
          })
        )
        const hand = await begin(femi, "/o/fabrikam")
        const { page } = hand
        await hand.click(place(hand, "Optimizations"))
        await hand.click(page.getByRole("link", { name: /Exclude \d+ search terms/ }).first())
        await hand.reads("Dismiss it")
        await check(page, "recommendation")
        const all = await page.locator("[name=only]:enabled").count()
        await hand.click(page.locator("[name=only]:enabled").first())
        await hand.click(/^Preview/)
        await hand.click(`Exclude ${all - 1} search terms`)
        await hand.reads(done)
        return hand
      }
    }

    for (const [name, { clicks, does, person }] of Object.entries(jobs))
      it(`${person}: ${does}, in ${clicks} clicks`, async () => {
        const hand = await tests[name as keyof typeof jobs]()
        expect([hand.clicks(), errors]).toEqual([clicks, []])
      })
  }
)
