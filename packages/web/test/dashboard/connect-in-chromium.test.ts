import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { Administration, type Endpoint, Sync } from "@adwarden/core"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import {
  accessibilityViolations,
  hasAxeTurn,
  horizontalOverflow,
  installedChromium,
  inViewports,
  noChromium,
  openChromium,
  openPages,
  press,
  viewports
} from "../support/chromium.ts"
import { startWebHostOnPlatform } from "../support/service.ts"
import { campaignsInChromium } from "./launch-in-chromium.ts"

const found = installedChromium()

describe.skipIf(found === null)(
  `connecting an ad account in a real browser${found === null ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    if (found === null) return
    const service = await startWebHostOnPlatform()
    const open = openPages(await openChromium(found), service.origin)
    const pictures = process.env["PICTURES"]
    if (pictures) mkdirSync(pictures, { recursive: true })

    const openAs = async (page: Page, email: string, path: string) => {
      await page.goto(path)
      await page.getByLabel("Email").fill(email)
      await page.getByLabel("Password").fill(service.passwordOf(email))
      await press(page, "Sign in")
    }
    let checks = 0
    /** Checks the page that is open, in both widths and colour schemes. */
    const check = (page: Page, name: string) => {
      const n = checks++
      const inOne = async (viewport: (typeof viewports)[number]) => {
        const look = viewport.name
        if (pictures) await page.screenshot({ path: join(pictures, `${name}-${look}.png`), fullPage: true })
        if (hasAxeTurn(viewport, n))
          expect([name, look, await accessibilityViolations(page)]).toEqual([name, look, []])
        expect([name, look, await horizontalOverflow(page)]).toEqual([name, look, 0])
      }
      return inViewports(page, inOne, { inAnyOrder: true })
    }
    /** The pages' own errors; the consent page is another origin on purpose. */
    const collectErrors = (page: Page): ReadonlyArray<string> => {
      const errors: Array<string> = []
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().includes("Failed to load resource"))
          errors.push(message.text())
      })
      return errors
    }

    it("a new owner does every step in place, from the invitation to the first figures, in 12 clicks", async () => {
      const administer = <Out>(make: (endpoints: Administration["Type"]) => Endpoint<Out>) =>
        service.operate(Effect.map(Administration, make))
      await administer((all) =>
        all["organizations.create"]({ slug: "litware", name: "Litware", currency: "USD" })
      )
      await administer((all) => all["people.invite"]("litware", { email: "lia@litware.test", role: "owner" }))
      const page = await open(viewports[2])
      const errors = collectErrors(page)
      let clicks = 0
      const click = async (name: string) => {
        clicks++
        await press(page, name)
      }
      const choose = async (label: string | RegExp) => {
        clicks++
        await page.getByRole("radio", { name: label }).check()
      }
      await page.goto((await service.mailedLink("lia@litware.test"))!)
      await page.getByLabel("Your name").fill("Lia Ware")
      await page.getByLabel("Choose a password").fill("eleven blue kettles")
      await click("Accept and sign in")
      await page.getByText("0 of 5 done").waitFor()
      expect(await page.locator(".chart").count()).toBe(0)
      await check(page, "first-day")

      await click("Connect Google Ads")
      await choose("ads@adops.test")
      await click("Continue")
      await click("Link Contoso Dental")
      await page.getByText("First sync starts within a minute").waitFor()
      // As if a sync were reading its days.
      const [account] = await service.query<{ organization: number; id: string }>(
        `update ad_accounts a set structure_synced_at = now(), sync_lease_until = now() + interval '5 minutes',
           metrics_synced_through = (now() at time zone coalesce(time_zone, 'UTC'))::date - 256
         from organizations o where o.id = a.organization_id and o.slug = 'litware'
         returning a.organization_id::int as organization, a.id`
      )
      await page.getByText("200 of 455 days").waitFor()
      await check(page, "first-day-sync")

      await page.getByRole("textbox", { name: "Monthly cap" }).fill("3600")
      await click("Set cap")
      await page.getByText("2 of 5 done").waitFor()
      await choose("Only changes that raise spend")
      await click("Save choice")
      await page.getByText("3 of 5 done").waitFor()
      await page.getByLabel("Name of the key").fill("nightly agent")
      await choose(/^Read/)
      await click("Create key")
      await page.getByText("Copy it now. It is shown this once.").waitFor()
      await check(page, "first-day-key")
      clicks++
      await page.getByRole("link", { name: "I have stored it" }).click()

      // The first figures come while the page is open.
      await service.query(
        "update ad_accounts set sync_lease_until = null, metrics_synced_through = null where id = '" +
          `${account!.id}' and organization_id = ${account!.organization}`
      )
      await service.run(Effect.flatMap(Sync, (sync) => sync.account(account!.organization, account!.id)))
      await page.getByText("Cost per conversion").waitFor()
      await page.getByText("4 of 5 done").waitFor()
      await page.getByLabel("Email").fill("mia@litware.test")
      await click("Send invitation")
      await page.getByText("The invitation is on its way.").waitFor()
      expect(await page.getByText("Set up Litware").count()).toBe(0)
      expect(await page.locator(".chart").count()).toBeGreaterThan(0)
      await check(page, "first-day-done")
      expect([clicks, errors]).toEqual([12, []])
    })

    it("an owner consents at Google, chooses a client account of the manager, and sees it linked", async () => {
      const page = await open(viewports[2])
      const errors = collectErrors(page)
      await openAs(page, "tara@tailspin.test", "/o/tailspin/settings/accounts")
      await page.getByText("No ad account is linked").waitFor()
      await check(page, "accounts-empty")
      await press(page, "Connect Google Ads")
      expect(page.url()).toContain(service.emulator.consentUrl)
      await page.getByLabel("ads@adops.test").check()
      await press(page, "Continue")
      await page.getByRole("heading", { name: "Choose an ad account" }).waitFor()
      expect(page.url()).not.toContain("code=")
      await check(page, "accounts-choose")
      await press(page, "Link Contoso Dental")
      await page.getByText("The account is linked.").waitFor()
      await page.goto("/o/tailspin/settings/accounts")
      const row = (name: RegExp) => page.getByRole("listitem").filter({ hasText: name }).textContent()
      expect(await row(/^Contoso Dental/)).toMatch(/Works.*Used for new campaigns.*555-000-0003 · USD/s)
      expect(await row(/^ads@adops\.test/)).toContain("Connected by Tara Quinn on")
      await check(page, "accounts-linked")

      await press(page, "Connect another login")
      await press(page, "Cancel")
      await page.getByText("The consent was declined at Google.").waitFor()
      await check(page, "accounts-declined")
      expect(errors).toEqual([])
    })

    it("a broken login is a banner on every page, and is reconnected from there without script", async () => {
      const page = await open(viewports[0], false)
      await openAs(page, "will@wingtip.test", "/o/wingtip/campaigns")
      const banner = page.getByRole("alert").filter({ hasText: "is not connected." })
      // On any page, it leads to the consent of Google itself.
      await banner.getByRole("button", { name: "Reconnect" }).click()
      expect(await page.getByLabel("ads@wingtip.test").isChecked()).toBe(true)
      await press(page, "Continue")
      await page.getByText("The login works again.").waitFor()
      expect(await banner.count()).toBe(0)
      await page.goto("/o/wingtip")
      expect(await banner.count()).toBe(0)
    })

    campaignsInChromium({
      check,
      query: service.query,
      openAs: async (path) => {
        const page = await open(viewports[2])
        await openAs(page, "olivia@northwind.test", path)
        return page
      }
    })
  }
)
