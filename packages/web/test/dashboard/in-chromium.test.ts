import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Output } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { totpCode } from "../../../core/src/access/second-factors.ts"
import { Tasks } from "../../../core/src/tasks/tasks.ts"
import { call } from "../../../core/test/support/call.ts"
import {
  accessibilityViolations,
  collectFaults,
  hasAxeTurn,
  horizontalOverflow,
  installedChromium,
  inViewports,
  loadAxe,
  mainHeadings,
  noChromium,
  openChromium,
  openPages,
  press,
  viewports,
  waitForFocus
} from "../support/chromium.ts"
import { startWebHost } from "../support/service.ts"

const found = installedChromium()

describe.skipIf(found === null)(
  `the dashboard in a real browser${found === null ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    if (found === null) return
    const service = await startWebHost({ organizationCreation: true, development: { people: [] } })
    const chromium = await openChromium(found)
    const olivia = "olivia@northwind.test"
    const org = "fabrikam"
    /** A folder for screenshots of the pages. */
    const pictures = process.env["PICTURES"]
    if (pictures) mkdirSync(pictures, { recursive: true })

    const hold = async (slug: string, budget: number) => {
      const { error } = await service.run(
        call("campaigns.update", service.keys[org]!.admin!, { org, slug, budget, dry_run: false })
      )
      if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
      return error.queued_recommendation_id
    }
    const ready = await hold("boiler-repair", 115)
    await service.query(
      `insert into queued_write_comments (organization_id, queued_write_id, user_id, text)
       select q.organization_id, q.id, q.requester_user_id, 'The stock for May is here.' from queued_writes q where q.id = '${ready}'`
    )
    const stale = await hold("emergency-plumber", 70)
    await service.query(
      "update campaigns set budget = 61 where slug = 'emergency-plumber' and organization_id = (select id from organizations where slug = 'fabrikam')"
    )

    const detected = await service.run(
      call("detectors.run", service.keys[org]!.admin!, {
        org,
        slug: "boiler-repair",
        detector: "negative_keywords"
      })
    )
    const recommendation = (detected.output as Output<"detectors.run">).findings[0]!.recommendation_id!

    const [firstAd] = await service.query<{ id: number }>(
      `select min(a.id) as id from ads a join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
       join organizations o on o.id = c.organization_id where o.slug = '${org}' and c.slug = 'boiler-repair'`
    )
    const [adminKey] = await service.query<{ id: number }>(
      `select k.id from api_keys k join organizations o on o.id = k.organization_id
       where o.slug = '${org}' and k.name = 'Demo admin'`
    )

    /** Raises a budget through a key, and returns the action. */
    const raise = async () => {
      const values = { org: "northwind", slug: "boiler-repair", budget: 103, dry_run: false }
      const { output } = await service.run(
        call("campaigns.update", service.keys["northwind"]!.admin!, values)
      )
      return (output as { action_id: string }).action_id
    }
    const raised = await raise()

    const [profile] = await service.query<{ url: string }>(
      "select url from business_profiles where organization_id = 1"
    )
    const created = await service.run(
      call("campaigns.create", service.keys["northwind"]!.admin!, {
        org: "northwind",
        website_url: profile!.url,
        type: "prospecting",
        name: "Garden taps"
      })
    )
    const written = created.output as { readonly task_tracking_id: number }

    /** Runs the tasks of an organization that wait. */
    const runTasks = async (slug: string) => {
      const waiting = await service.query<{ organization: number; id: number }>(
        `select t.organization_id::int as organization, t.id::int as id from tasks t
         join organizations o on o.id = t.organization_id where o.slug = '${slug}' and t.status = 'queued'`
      )
      for (const { id, organization } of waiting)
        await service.run(Effect.flatMap(Tasks, (tasks) => tasks.run(organization, id, true)))
    }
    await service.run(call("reports.generate", service.keys[org]!.admin!, { org, type: "weekly" }))
    await runTasks(org)
    const [report] = await service.query<{ id: string }>(
      `select r.id from reports r join organizations o on o.id = r.organization_id where o.slug = '${org}' limit 1`
    )

    await service.query(
      `insert into campaigns (organization_id, slug, name, type, channel, state, platform_state, budget, platform_budget,
         budget_total, budget_left, ends_on, ends_at, origin, first_launched_at)
       select id, 'spring-sale', 'Spring sale', 'external', 'shopping', 'live', 'live', 0, 0, 2000, 864.2, '2999-12-08',
         '2999-12-09', 'imported', now() from organizations where slug = '${org}'`
    )

    const open = openPages(chromium, service.origin)
    const signIn = async (page: Page, email = olivia) => {
      await page.getByLabel("Email").fill(email)
      await page.getByLabel("Password").fill(service.passwordOf(email))
      await press(page, "Sign in")
    }

    const pages: ReadonlyArray<readonly [name: string, path: string]> = [
      ["home", "/"],
      ["search", `/o/${org}/search?q=boiler`],
      ["approvals", "/approvals"],
      ["overview", `/o/${org}`],
      ["overview-range", `/o/${org}?days=28`],
      ["campaigns", `/o/${org}/campaigns`],
      ["campaigns-of-a-channel", `/o/${org}/campaigns?channel=shopping&state=live`],
      ["campaign", `/o/${org}/campaigns/boiler-repair`],
      ["campaign-total-budget", `/o/${org}/campaigns/spring-sale?change=budget&budget=50`],
      ["campaign-search-terms", `/o/${org}/campaigns/boiler-repair/search-terms`],
      [
        "campaign-exclusion",
        `/o/${org}/campaigns/boiler-repair/search-terms?filter=waste&pick=boiler+repair+jobs&pick=boiler+parts+online`
      ],
      ["campaign-budget", `/o/${org}/campaigns/boiler-repair?change=budget&budget=110`],
      ["campaign-budget-refused", `/o/${org}/campaigns/boiler-repair?change=budget&budget=a+lot`],
      ["campaign-paused", `/o/${org}/campaigns/boiler-repair?change=paused`],
      [
        "campaign-keywords",
        `/o/${org}/campaigns/boiler-repair/keywords?set=paused&keyword=broad+boiler+repair&keyword=exact+boiler+fix`
      ],
      ["campaign-conflict", `/o/${org}/campaigns/old-sync?change=live`],
      ["campaign-taken-back", `/o/${org}/campaigns/old-sync?change=take_back`],
      ["campaign-draft", `/o/${org}/campaigns/radiators-draft`],
      ["campaign-being-written", `/o/northwind/campaigns/garden-taps?task=${written.task_tracking_id}`],
      ["campaign-draft-sitelinks", `/o/${org}/campaigns/radiators-draft?change=sitelinks`],
      ["campaign-draft-discarded", `/o/${org}/campaigns/radiators-draft?change=discard`],
      ["campaign-negatives", `/o/${org}/campaigns/boiler-repair/negatives`],
      ["negatives-exclusion", `/o/${org}/campaigns/boiler-repair/negatives?terms=boiler+jobs&match=phrase`],
      ["campaign-log", `/o/${org}/campaigns/boiler-repair/log`],
      ["optimizations", `/o/${org}/optimizations`],
      ["campaign-ads", `/o/${org}/campaigns/boiler-repair/ads`],
      ["campaign-ad-removed", `/o/${org}/campaigns/boiler-repair/ads?remove=${firstAd!.id}`],
      ["new-ad", `/o/${org}/campaigns/boiler-repair/ads/new`],
      ["new-campaign", `/o/${org}/new-campaign`],
      ["recommendation", `/o/${org}/optimizations/${recommendation}`],
      ["approval", `/o/${org}/optimizations/${ready}`],
      ["approval-stale", `/o/${org}/optimizations/${stale}`],
      ["activity", `/o/${org}/activity`],
      ["activity-accept", `/o/${org}/activity?accept=old-sync`],
      ["activity-undo", `/o/northwind/activity?undo=${raised}`],
      ["action", `/o/northwind/activity/${raised}`],
      ["reports", `/o/${org}/reports`],
      ["report", `/o/${org}/reports/weekly/${report!.id}`],
      ["strategy", `/o/${org}/strategy`],
      ["profile", `/o/${org}/profile`],
      ["profile-edit", `/o/${org}/profile?edit=yes`],
      ["settings", `/o/${org}/settings`],
      ["settings-keys", `/o/${org}/settings/keys`],
      ["settings-key", `/o/${org}/settings/keys/${adminKey!.id}`],
      ["settings-key-revoked", `/o/${org}/settings/keys/${adminKey!.id}?revoke=yes`],
      ["settings-members", `/o/${org}/settings/members`],
      ["settings-member-removed", `/o/${org}/settings/members?remove=femi%40fabrikam.test`],
      ["settings-security", `/o/${org}/settings/security`],
      ["settings-notifications", `/o/${org}/settings/notifications`],
      ["settings-audit", `/o/${org}/settings/audit`],
      ["emergency-stop", `/o/${org}/settings/stop`],
      ["settings-accounts", `/o/${org}/settings/accounts`],
      ["not-a-member", "/o/wingtip"],
      ["account", "/account"],
      ["account-apps", "/account/apps"],
      ["account-sessions", "/account/sessions"],
      ["account-password", "/account/password"],
      ["account-factor", "/account/factor"],
      ["not-a-page", `/o/${org}/no-such-page`],
      ["account-notifications", "/account/notifications"],
      ["account-profile", "/account/profile"],
      ["account-leave", `/account/profile?leave=${org}`],
      ["account-delete", "/account/profile?delete=yes"],
      ["settings-organization", `/o/${org}/settings/organization`],
      ["new-organization", "/new-organization"],
      ["not-a-campaign", `/o/${org}/campaigns/no-such-campaign`],
      ["components", "/dev/components"]
    ]
    const half = 33
    /** Who sees which pages. They take long on a busy machine, so the owner's are two tests. */
    const seen: ReadonlyArray<readonly [person: string, pages: typeof pages]> = [
      [olivia, pages.slice(0, half)],
      [olivia, pages.slice(half)],
      ["femi@fabrikam.test", [["no-access", `/o/${org}/settings/keys`]]],
      ["will@wingtip.test", [["broken-login", "/o/wingtip"]]]
    ]
    const named = seen.map(([person, own]) => [own[0]![0], own.at(-1)![0], person, own] as const)
    let n = 0

    it.each(named)(
      "pages from %s to %s fit the screen, are accessible and load nothing foreign",
      async (_first, _last, person, own) => {
        const page = await open(viewports[0])
        const faults = collectFaults(page, service.origin)
        const axe = await loadAxe(page)
        await service.query("delete from rate_limits")
        await page.goto("/sign-in")
        await signIn(page, person)
        for (const [name, path] of own) {
          await service.query("delete from rate_limits")
          // On a phone the script scrolls the navigation to the current page once, when the page is loaded.
          if (pictures) await page.setViewportSize(viewports[0].viewport)
          await page.goto(path)
          n++
          const check = async (look: (typeof viewports)[number]) => {
            if (pictures)
              await page.screenshot({ path: join(pictures, `${name}-${look.name}.png`), fullPage: true })
            // The gallery of all parts is checked in both viewports.
            if (hasAxeTurn(look, n) || (look.checked && name === "components"))
              expect([name, look.name, await accessibilityViolations(page)]).toEqual([name, look.name, []])
            expect([name, look.name, await horizontalOverflow(page)]).toEqual([name, look.name, 0])
          }
          await inViewports(page, check, { inAnyOrder: true })
          expect([name, faults]).toEqual([name, []])
          expect([name, await mainHeadings(page)]).toEqual([name, 1])
        }
        await axe.dispose()
      }
    )

    it("a change is approved in two clicks from its address, without script", async () => {
      const id = await hold("fabrikam-brand", 22)
      const page = await open(viewports[0], false)
      // The address that a message carries leads to the sign-in page and back.
      await page.goto(`/o/${org}/optimizations/${id}`)
      await signIn(page)
      expect(new URL(page.url()).pathname).toBe(`/o/${org}/optimizations/${id}`)
      await press(page, "Approve: raise to €22.00")
      await page.getByText("Approved and executed.").waitFor()
      const [row] = await service.query<{ budget: number }>(
        "select budget from campaigns where slug = 'fabrikam-brand'"
      )
      expect(row?.budget).toBe(22)
    })

    it("a key lives: created and copied, used, rotated, suspended, resumed, revoked", async () => {
      const page = await open(viewports[2])
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      const faults = collectFaults(page, service.origin)
      await page.goto("/account?org=northwind")
      await signIn(page)
      await page.getByRole("textbox", { name: "Name" }).fill("nightly agent")
      await page.getByLabel("Expires").selectOption("90")
      const ticked = () => page.locator("[name=scope]:checked").count()
      expect(await ticked()).toBe(0)
      await page.getByRole("radio", { name: /^Propose/ }).check()
      expect([await ticked(), await page.getByLabel("Every change waits").last().isChecked()]).toEqual([
        9,
        true
      ])
      await page.getByRole("radio", { name: /^Read/ }).check()
      expect([await ticked(), await page.getByLabel("As the organization").isChecked()]).toEqual([5, true])
      await press(page, "Create key")
      await page.getByText("It is shown this once.").waitFor()
      const key = (await page.locator(".once code").first().textContent())!
      await page.getByRole("button", { name: "Copy the key" }).click()
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(key)
      const uses = async (secret: string) =>
        (await service.run(call("campaigns.list", secret, { org: "northwind" }))).status
      expect(await uses(key)).toBe(200)
      const [made] = await service.query<{ days: number }>(
        "select round(extract(epoch from expires_at - created_at) / 86400)::int as days from api_keys where name = 'nightly agent'"
      )
      expect(made!.days).toBe(90)
      if (pictures) await page.screenshot({ path: join(pictures, "key-created.png"), fullPage: true })
      await page.goto("/account")
      expect(await page.content()).not.toContain(key)
      await page.getByRole("link", { name: "Rotate nightly agent" }).click()
      await page.getByText("campaigns.list").first().waitFor()
      await page.getByLabel("The old key stays valid").selectOption("for 1 hour")
      await press(page, "Rotate key")
      await page.getByText("The old key works until").waitFor()
      const rotated = (await page.locator(".once code").first().textContent())!
      expect(await Promise.all([uses(key), uses(rotated)])).toEqual([200, 200])
      await page.getByRole("link", { name: "I have stored it" }).click()
      await press(page, "Suspend key")
      await page.getByText("The key is suspended.").waitFor()
      expect(await uses(rotated)).toBe(403)
      await press(page, "Resume key")
      await page.getByText("The key works again.").waitFor()
      await page.getByRole("link", { name: "Revoke key" }).click()
      await press(page, "Revoke the key")
      await page.getByText("The key was revoked.").waitFor()
      expect(await uses(rotated)).toBe(401)
      expect(faults).toEqual([])
    })

    it("works by keyboard alone: from sign-in to an approval", async () => {
      const id = await hold("bathroom-fitting", 33)
      const page = await open(viewports[3])
      await page.goto(`/o/${org}/optimizations/${id}`)
      await waitForFocus(page.getByLabel("Email"))
      await page.keyboard.type(olivia)
      await page.keyboard.press("Tab")
      await page.keyboard.type(service.passwordOf(olivia))
      await page.keyboard.press("Enter")
      const note = page.getByLabel("Note")
      await note.waitFor()
      await page.waitForLoadState()
      // The skip link is first, and leads past the navigation to the decision.
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.waitForURL(/#main$/)
      for (let n = 0; n < 12 && !(await isFocused(note)); n++) await page.keyboard.press("Tab")
      expect(await isFocused(note)).toBe(true)
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      await page.getByText("Approved and executed.").waitFor()
    })

    it("an owner stops everything with one confirmation and undoes the whole, without script", async () => {
      const page = await open(viewports[0], false)
      const live = "select count(*)::int as n from campaigns where organization_id = 1 and state = 'live'"
      const [before] = await service.query<{ n: number }>(live)
      const key = service.keys["northwind"]!.admin!
      const useKey = async () => (await service.run(call("campaigns.list", key, { org: "northwind" }))).status
      await page.goto("/o/northwind")
      await signIn(page)
      await page.getByRole("link", { name: "Emergency stop" }).click()
      await press(page, `Suspend access and pause ${before!.n} campaigns`)
      await page.getByText("Everything is stopped").waitFor()
      expect([await useKey(), (await service.query<{ n: number }>(live))[0]!.n]).toEqual([403, 0])
      if (pictures) await page.screenshot({ path: join(pictures, "stopped.png"), fullPage: true })
      // Every page of the organization says so.
      await page.goto("/o/northwind/campaigns")
      await page.getByText("All API keys and connected apps are suspended.").waitFor()
      await page.getByRole("link", { name: "Emergency stop" }).click()
      await press(page, "Undo the stop")
      await page.getByText("The stop is undone.").waitFor()
      expect([await useKey(), (await service.query<{ n: number }>(live))[0]!.n]).toEqual([200, before!.n])
    })

    it("a second factor is set up and asked for at the next sign-in, without script", async () => {
      // One moment for codes and service: a code would expire on a busy machine.
      vi.useFakeTimers({ toFake: ["Date"] })
      onTestFinished(() => void vi.useRealTimers())
      const adam = "adam@northwind.test"
      const page = await open(viewports[2], false)
      await page.goto("/account/factor")
      await signIn(page, adam)
      await press(page, "Set up")
      await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor()
      if (pictures) await page.screenshot({ path: join(pictures, "factor-enrol.png"), fullPage: true })
      const secret = (await page.locator("main code").first().textContent())!.replaceAll(" ", "")
      await page.getByLabel("Code", { exact: true }).fill(totpCode(secret, Date.now()))
      await press(page, "Turn on")
      await page.getByText("They are shown this once.").waitFor()
      if (pictures) await page.screenshot({ path: join(pictures, "factor-codes.png"), fullPage: true })
      await page.context().clearCookies()
      await page.goto("/account/sessions")
      await signIn(page, adam)
      const code = page.getByLabel("Code from your authenticator app")
      await code.fill("000000")
      await press(page, "Sign in")
      await page.getByText("This code is not valid now.").waitFor()
      if (pictures) await page.screenshot({ path: join(pictures, "factor-sign-in.png"), fullPage: true })
      await code.fill(totpCode(secret, Date.now() + 30_000))
      await press(page, "Sign in")
      await page.getByRole("heading", { name: "Sessions" }).first().waitFor()
    })

    it("a change is undone from the log, with its preview in place and without script", async () => {
      const page = await open(viewports[0], false)
      await page.goto("/o/northwind/activity")
      await signIn(page)
      const row = page.locator(`#${raised}`)
      await row.getByRole("link", { name: "Undo" }).click()
      await row.getByText("nothing has changed yet").waitFor()
      await row.getByRole("button", { name: "Restore: Daily budget of Boiler repair to" }).click()
      await page.getByText("The change was undone.").waitFor()
      await row.getByText(`undone by ${olivia}`).waitFor()
      const [campaign] = await service.query<{ budget: number }>(
        "select budget::int as budget from campaigns where organization_id = 1 and slug = 'boiler-repair'"
      )
      expect(campaign!.budget).not.toBe(103)
    })

    it("a report is made, followed until it is done, and printed without navigation", async () => {
      const page = await open(viewports[2])
      const faults = collectFaults(page, service.origin)
      await page.goto("/o/northwind/activity")
      await signIn(page)
      // What happens elsewhere appears by itself, in its part of the page.
      await page.locator("main[data-listens]").waitFor()
      await page.evaluate("globalThis.untouched = true")
      await service.query(
        `insert into platform_changes (organization_id, ad_account_id, id, campaign_id, at, by, what)
         select organization_id, ad_account_id, 'while-open', id, now(), 'sam@agency.test', 'Paused while it is open'
         from campaigns where organization_id = 1 and slug = 'boiler-repair'`
      )
      await page.getByText("Paused while it is open").last().waitFor()
      expect(await page.evaluate("globalThis.untouched")).toBe(true)
      await page.keyboard.press("?")
      await page.getByRole("dialog", { name: "Keys" }).getByText("Search campaigns and pages").waitFor()
      await page.keyboard.press("Escape")
      await page.keyboard.press("/")
      await page.keyboard.type("boiler")
      const found = page.getByRole("dialog", { name: "Search" }).getByRole("link", { name: "Boiler repair" })
      await found.waitFor()
      expect(await page.getByRole("searchbox").inputValue()).toBe("boiler")
      if (pictures) await page.screenshot({ path: join(pictures, "search.png") })
      await page.keyboard.press("Enter")
      await page.waitForURL("**/o/northwind/campaigns/boiler-repair")
      await page.goto("/o/northwind/reports?type=performance")
      await press(page, "Make report")
      await page.getByText("Waiting for its turn").waitFor()
      // The page follows the task by its event stream, and shows the report without being asked.
      await runTasks("northwind")
      await page.getByRole("link", { name: "Performance report" }).click()
      await page.getByRole("button", { name: "Print", exact: true }).waitFor()
      if (pictures)
        await page.pdf({ path: join(pictures, "report.pdf"), preferCSSPageSize: true, printBackground: true })
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
      await page.setViewportSize({ width: 680, height: 960 })
      expect(await horizontalOverflow(page)).toBe(0)
      expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe("%PDF-")
      await page.emulateMedia({ media: null })
      expect(faults).toEqual([])
    })

    it("lists of approvals and recommendations follow what happens, and keep ticks, focus and open menus", async () => {
      const page = await open(viewports[2])
      const faults = collectFaults(page, service.origin)
      await page.goto(`/o/${org}/optimizations`)
      await signIn(page)
      await page.locator("main[data-listens]").waitFor()
      const find = (name: string, campaign: string) =>
        service.query(
          `insert into recommendations (organization_id, id, campaign_id, type, discriminator, summary, details)
           select r.organization_id, 'rec_${name}', c.id, r.type, '${name}', 'Found ${name}', r.details from recommendations r
           join campaigns c on c.organization_id = r.organization_id and c.slug = '${campaign}' where r.id = '${recommendation}'`
        )
      const box = page.locator("[name=pick]").first()
      await box.check()
      expect(await isFocused(box)).toBe(true)
      await find("WhileTicked", "emergency-plumber")
      await page.getByRole("link", { name: "Found WhileTicked" }).waitFor()
      expect([await box.isChecked(), await isFocused(box)]).toEqual([true, true])
      await page.locator("[name=pick]").nth(1).check()
      await page.getByRole("button", { name: "Preview 2 selected" }).waitFor()

      // The menus wait until they are closed; the list beside them does not.
      const menu = page.locator("[data-live=recommendations] details").first()
      await menu.locator("summary").click()
      await find("WhileChoosing", "boiler-repair")
      await page.getByRole("link", { name: "Found WhileChoosing" }).waitFor()
      expect(await menu.getAttribute("open")).not.toBeNull()
      const title = await page.locator("h1").textContent()
      await page.keyboard.press("Escape")
      await page.locator("summary").first().focus()
      await vi.waitFor(async () => expect(await page.locator("h1").textContent()).not.toBe(title), 10_000)

      // So does a part in which something is typed, also once another field has the focus.
      await page.evaluate(
        "document.querySelector('.split > [data-live=approvals]').append(Object.assign(document.createElement('input'), { id: 'typed' }))"
      )
      await page.locator("#typed").fill("not sent yet")
      await box.focus()
      const waits = await page.locator(".side .count").textContent()
      const held = await hold("fabrikam-brand", 23)
      await vi.waitFor(
        async () => expect(await page.locator(".side .count").textContent()).not.toBe(waits),
        10_000
      )
      expect(await page.locator("#typed").inputValue()).toBe("not sent yet")
      await page.locator("#typed").fill("")
      await box.focus()
      await page.locator(`[data-live=approvals] a[href$="${held}"]`).waitFor()
      expect(await page.locator("[name=pick]:checked").count()).toBe(2)
      await page.goto("/approvals")
      await page.locator("main[data-listens]").waitFor()
      await page.locator(`a[href$="${held}"]`).waitFor()
      await service.query(`update queued_writes set expires_at = now() where id = '${held}'`)
      await page.locator(`a[href$="${held}"]`).waitFor({ state: "detached" })
      expect(faults).toEqual([])
    })

    it("the keys of pages are turned off and on in their list, for all pages of the browser", async () => {
      const page = await open(viewports[2])
      await page.goto("/o/northwind/search")
      await signIn(page)
      const opens = async () => {
        await page.keyboard.press("/")
        const isOpen = (await page.getByRole("dialog").count()) > 0
        await page.keyboard.press("Escape")
        return isOpen
      }
      expect(await opens()).toBe(true)
      await page.keyboard.press("?")
      const list = page.getByRole("dialog", { name: "Keys" })
      await list.getByRole("button", { name: "Turn / and ? off" }).click()
      await page.keyboard.press("Escape")
      expect(await opens()).toBe(false)
      await page.goto("/o/northwind/search")
      expect(await opens()).toBe(false)
      await page.getByRole("button", { name: "Turn / and ? on" }).click()
      await page.locator("h1").click()
      expect(await opens()).toBe(true)
    })

    const isFocused = (locator: ReturnType<Page["getByLabel"]>) =>
      locator.evaluate((element) => (element as { matches(selector: string): boolean }).matches(":focus"))
  }
)
