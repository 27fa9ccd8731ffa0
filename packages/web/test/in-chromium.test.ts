import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { Administration } from "@adwarden/core"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isLong } from "../../core/test/support/counts.ts"
import {
  accessibilityViolations,
  collectFaults,
  hasAxeTurn,
  horizontalOverflow,
  installedChromium,
  inViewports,
  keepSampleOfSections,
  loadAxe,
  noChromium,
  openChromium,
  openPages,
  press,
  viewports,
  waitForFocus
} from "./support/chromium.ts"
import { startWebHost } from "./support/service.ts"

const found = installedChromium()

describe.skipIf(found === null)(
  `pages in a real browser${found === null ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    if (found === null) return
    const pages = await startWebHost()
    const chromium = await openChromium(found)
    const olivia = "olivia@northwind.test"
    let password = pages.passwordOf(olivia)
    /** A folder for screenshots of the pages. */
    const pictures = process.env["PICTURES"]
    if (pictures) mkdirSync(pictures, { recursive: true })

    const invited = async () => {
      const email = "new.colleague@example.test"
      await pages.operate(
        Effect.map(Administration, (people) => people["people.invite"]("northwind", { email, role: "admin" }))
      )
      return (await pages.mailedLink(email))!
    }
    const resetLink = () =>
      pages.operate(
        Effect.map(Administration, (people) =>
          people["people.reset_password_link"]({ email: "mia@northwind.test" })
        )
      )

    const open = openPages(chromium, pages.origin)

    const signIn = async (page: Page, typed = password) => {
      await page.goto("/sign-in")
      await page.getByLabel("Email").fill(olivia)
      await page.getByLabel("Password").fill(typed)
      await press(page, "Sign in")
    }

    const shown: ReadonlyArray<readonly [name: string, show: (page: Page) => Promise<unknown>]> = [
      ["sign-in", (page) => page.goto("/sign-in")],
      ["sign-in-refused", (page) => signIn(page, "a wrong one")],
      ["forgot-password", (page) => page.goto("/forgot-password")],
      ["reset-password", async (page) => page.goto(await resetLink())],
      ["link-spent", (page) => page.goto("/reset-password?token=none")],
      ["invitation", async (page) => page.goto(await invited())],
      [
        "invitation-problems",
        async (page) => {
          await page.goto(await invited())
          await page.getByLabel("Your name").fill("Noor")
          await page.getByLabel("Choose a password").fill("short")
          await press(page, "Accept and sign in")
        }
      ],
      ["home", (page) => signIn(page)],
      [
        "docs",
        async (page) => {
          await page.goto("/docs/api#campaigns.update")
          await page.locator('section[aria-labelledby="campaigns.update"] summary').click()
        }
      ],
      ["docs-index", (page) => page.goto("/docs")],
      ["docs-guide", (page) => page.goto("/docs/guides/undo")],
      ["docs-tables", (page) => page.goto("/docs/reference/configuration")],
      [
        "docs-search",
        async (page) => {
          await page.goto("/docs/concepts")
          await page.getByLabel("Search the documentation").fill("approve a change")
          await press(page, "Search")
        }
      ],
      ["docs-errors", (page) => page.goto("/docs/errors#budget_cap_exceeded")],
      ["nothing-here", (page) => page.goto("/nothing/here")],
      [
        "change-password-problems",
        async (page) => {
          await signIn(page)
          await page.goto("/account/password")
          await page.getByLabel("Current password").fill("not it")
          await page.getByLabel("New password").fill("not it either, but long")
          await press(page, "Change password")
        }
      ]
    ]

    it("fit the screen, are accessible and load nothing foreign", async () => {
      const page = await open(viewports[0])
      const faults = collectFaults(page, pages.origin)
      const axe = await loadAxe(page)
      for (const [n, [name, show]] of shown.entries()) {
        await pages.query("delete from rate_limits")
        await page.context().clearCookies()
        await show(page)
        await inViewports(page, async (look) => {
          if (pictures) await page.screenshot({ path: join(pictures, `${name}-${look.name}.png`) })
          expect([name, look.name, await horizontalOverflow(page)]).toEqual([name, look.name, 0])
          if (!isLong || look.name === "desktop-dark") await keepSampleOfSections(page)
          if (hasAxeTurn(look, n))
            expect([name, look.name, await accessibilityViolations(page)]).toEqual([name, look.name, []])
        })
        expect([name, faults]).toEqual([name, []])
      }
      await axe.dispose()
    })

    it("work without scripts: sign in, change the password, sign out, return", async () => {
      const page = await open(viewports[0], false)
      await page.goto("/account/password")
      expect(page.url()).toContain("/sign-in?next=%2Faccount%2Fpassword")
      await page.getByLabel("Email").fill(olivia)
      await page.getByLabel("Password").fill(password)
      await press(page, "Sign in")
      expect(new URL(page.url()).pathname).toBe("/account/password")
      await page.getByLabel("Current password").fill(password)
      await page.getByLabel("New password").fill("seven quiet herons")
      await press(page, "Change password")
      await page.getByRole("status").getByText("Your password was changed").waitFor()
      password = "seven quiet herons"
      await page.locator("summary", { hasText: "your account" }).click()
      await press(page, "Sign out")
      expect(new URL(page.url()).pathname).toBe("/sign-in")
      await page.goto("/")
      expect(new URL(page.url()).pathname).toBe("/sign-in")
      await page.getByLabel("Email").fill(olivia)
      await page.getByLabel("Password").fill(password)
      await page.keyboard.press("Enter")
      await page.getByText(`Signed in as ${olivia}`).waitFor()
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", expires: -1 })
    })

    it("work with the keyboard, and a problem links to its field", async () => {
      const page = await open(viewports[2])
      await page.goto(await invited())
      await page.getByLabel("Your name").fill("Noor")
      await page.getByLabel("Choose a password").fill("short")
      await page.keyboard.press("Enter")
      const link = page.getByRole("alert").getByRole("link")
      await link.focus()
      await page.keyboard.press("Enter")
      const password = page.getByLabel("Choose a password")
      await waitForFocus(password)
      expect(await password.getAttribute("aria-describedby")).toBe("password-hint password-problem")
      expect(await page.getByLabel("Your name").inputValue()).toBe("Noor")
      await page.goto("/sign-in")
      await waitForFocus(page.getByLabel("Email"))
    })

    it("cannot be framed, and other sites cannot send their forms", async () => {
      const page = await open(viewports[2])
      await signIn(page)
      const sent = await page.goto("/")
      expect(sent!.status()).toBe(200)
      await page.route("https://evil.test/**", (route) =>
        route.fulfill({
          contentType: "text/html",
          body: `<iframe src="${pages.origin}/"></iframe><form method="post" action="${pages.origin}/sign-out"><button>go</button></form>`
        })
      )
      const responses: Array<number> = []
      page.on("response", (response) => {
        if (response.url().endsWith("/sign-out")) responses.push(response.status())
      })
      await page.goto("https://evil.test/")
      const framed = page.frames().find((frame) => frame !== page.mainFrame())
      expect(await framed?.content().catch(() => "")).not.toContain(olivia)
      await page.getByRole("button", { name: "go" }).click()
      await page.getByText("is not accepted").waitFor()
      expect(responses).toEqual([403])
      await page.goto(`${pages.origin}/`)
      await page.getByText(`Signed in as ${olivia}`).waitFor()
    })
  }
)
