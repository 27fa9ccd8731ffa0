import { mkdirSync } from "node:fs"
import { join } from "node:path"
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
      await banner.getByRole("link", { name: "Reconnect" }).click()
      await press(page, "Reconnect ads@wingtip.test")
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
