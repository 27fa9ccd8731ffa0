import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Tasks } from "../../../core/src/tasks/tasks.ts"
import { call } from "../../../core/test/support/call.ts"
import { signInOnce } from "../support/browser.ts"
import {
  accessibilityViolations,
  axeColours,
  clippedTables,
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
  signInPage,
  viewports
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

    await service.run(
      call("detectors.run", service.keys[org]!.admin!, {
        org,
        slug: "boiler-repair",
        detector: "negative_keywords"
      })
    )

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

    const planned = await service.run(call("strategy.generate", service.keys[org]!.admin!, { org }))
    const { strategy, task_tracking_id: planning } = planned.output as {
      readonly strategy: string
      readonly task_tracking_id: number
    }
    const [{ fabrikam }] = (await service.query<{ fabrikam: number }>(
      `select id::int as fabrikam from organizations where slug = '${org}'`
    )) as [{ fabrikam: number }]
    await service.run(Effect.flatMap(Tasks, (tasks) => tasks.run(fabrikam, planning, true)))

    await service.query(
      `insert into campaigns (organization_id, slug, name, type, channel, state, platform_state, budget, platform_budget,
         budget_total, budget_left, ends_on, ends_at, origin, first_launched_at)
       select id, 'spring-sale', 'Spring sale', 'external', 'shopping', 'live', 'live', 0, 0, 2000, 864.2, '2999-12-08',
         '2999-12-09', 'imported', now() from organizations where slug = '${org}'`
    )

    const open = openPages(chromium, service.origin)
    const signedIn = signInOnce(service)
    const openAs = async (person: string, look: (typeof viewports)[number]) => {
      const page = await open(look)
      await signInPage(page, service.origin, await signedIn(person))
      return page
    }

    const pages: ReadonlyArray<readonly [name: string, path: string]> = [
      ["search", `/o/${org}/search?q=boiler`],
      ["approvals", "/approvals"],
      ["approvals-decided", "/approvals?show=decided"],
      ["overview", `/o/${org}`],
      ["campaigns", `/o/${org}/campaigns`],
      ["campaigns-of-a-channel", `/o/${org}/campaigns?channel=shopping&state=live`],
      ["campaign", `/o/${org}/campaigns/boiler-repair`],
      ["campaign-total-budget", `/o/${org}/campaigns/spring-sale?change=budget&budget=50`],
      ["campaign-search-terms", `/o/${org}/campaigns/boiler-repair/search-terms`],
      ["campaign-budget-refused", `/o/${org}/campaigns/boiler-repair?change=budget&budget=a+lot`],
      ["campaign-paused", `/o/${org}/campaigns/boiler-repair?change=paused`],
      [
        "campaign-keywords",
        `/o/${org}/campaigns/boiler-repair/keywords?set=paused&keyword=broad+boiler+repair&keyword=exact+boiler+fix`
      ],
      ["campaign-conflict", `/o/${org}/campaigns/old-sync?change=live`],
      ["campaign-taken-back", `/o/${org}/campaigns/old-sync?change=take_back`],
      ["campaign-being-written", `/o/northwind/campaigns/garden-taps?task=${written.task_tracking_id}`],
      ["campaign-draft-discarded", `/o/${org}/campaigns/radiators-draft?change=discard`],
      ["campaign-negatives", `/o/${org}/campaigns/boiler-repair/negatives`],
      ["negatives-exclusion", `/o/${org}/campaigns/boiler-repair/negatives?terms=boiler+jobs&match=phrase`],
      ["campaign-log", `/o/${org}/campaigns/boiler-repair/log`],
      ["optimizations", `/o/${org}/optimizations`],
      ["campaign-ads", `/o/${org}/campaigns/boiler-repair/ads`],
      ["campaign-ad-removed", `/o/${org}/campaigns/boiler-repair/ads?remove=${firstAd!.id}`],
      ["new-ad", `/o/${org}/campaigns/boiler-repair/ads/new`],
      ["new-campaign", `/o/${org}/new-campaign`],
      ["approval", `/o/${org}/optimizations/${ready}`],
      ["approval-stale", `/o/${org}/optimizations/${stale}`],
      ["activity", `/o/${org}/activity`],
      ["activity-undo", `/o/northwind/activity?undo=${raised}`],
      ["action", `/o/northwind/activity/${raised}`],
      ["strategy", `/o/${org}/strategy`],
      ["strategy-document", `/o/${org}/strategy/${strategy}`],
      ["profile", `/o/${org}/profile`],
      ["profile-edit", `/o/${org}/profile?edit=yes`],
      ["settings", `/o/${org}/settings`],
      ["settings-approvals", `/o/${org}/settings/approvals`],
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
      ["choose-an-organization", "/settings/limits"],
      ["outbox", "/dev/outbox"],
      ["components", "/dev/components"]
    ]
    const half = Math.ceil(pages.length / 2)
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
        const page = await openAs(person, viewports[0])
        const faults = collectFaults(page, service.origin)
        const axe = await loadAxe(page)
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
            if (hasAxeTurn(look, n) || (look.checked && name === "components")) {
              await page.emulateMedia({ colorScheme: axeColours(look, n) })
              expect([name, look.name, await accessibilityViolations(page)]).toEqual([name, look.name, []])
            }
            expect([name, look.name, await horizontalOverflow(page)]).toEqual([name, look.name, 0])
            if (look.viewport.width >= 1280) expect([name, await clippedTables(page)]).toEqual([name, []])
          }
          await inViewports(page, check, { inAnyOrder: true })
          expect([name, faults]).toEqual([name, []])
          expect([name, await mainHeadings(page)]).toEqual([name, 1])
        }
        await axe.dispose()
      }
    )

    it("a page follows what happens elsewhere, has keys and a search, and shows a report once it is made", async () => {
      const page = await openAs(olivia, viewports[2])
      const faults = collectFaults(page, service.origin)
      await page.goto("/o/northwind/activity")
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
      await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "hidden" })
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
      const [task] = await service.query<{ id: number }>(
        "select id::int as id from tasks where organization_id = 1 and type = 'report' and status = 'queued'"
      )
      await service.run(Effect.flatMap(Tasks, (tasks) => tasks.run(1, task!.id, true)))
      await page.locator('a[href*="/reports/performance/"]').click()
      await page.getByRole("button", { name: "Print", exact: true }).waitFor()
      expect(faults).toEqual([])
    })

    it("lists of approvals and recommendations follow what happens, and keep ticks, focus and open menus", async () => {
      const page = await openAs(olivia, viewports[2])
      const faults = collectFaults(page, service.origin)
      await page.goto(`/o/${org}/optimizations`)
      await page.locator("main[data-listens]").waitFor()
      const [{ id: recommendation }] = (await service.query<{ id: string }>(
        `select id from recommendations where status = 'pending'
           and organization_id = (select id from organizations where slug = '${org}') limit 1`
      )) as [{ id: string }]
      const isFocused = (locator: ReturnType<typeof page.locator>) =>
        locator.evaluate((element) =>
          (element as unknown as { matches(selector: string): boolean }).matches(":focus")
        )
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
      await expect.poll(() => page.locator("h1").textContent()).not.toBe(title)

      // So does a part in which something is typed, also once another field has the focus.
      await page.evaluate(
        "document.querySelector('.split > [data-live=approvals]').append(Object.assign(document.createElement('input'), { id: 'typed' }))"
      )
      await page.locator("#typed").fill("not sent yet")
      await box.focus()
      const waits = await page.locator(".side .count").textContent()
      const held = await hold("fabrikam-brand", 23)
      await expect.poll(() => page.locator(".side .count").textContent()).not.toBe(waits)
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
      const page = await openAs(olivia, viewports[2])
      await page.goto("/o/northwind/search")
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
  }
)
