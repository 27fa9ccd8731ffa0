import { existsSync } from "node:fs"
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { until } from "../../../core/test/support/until.ts"
import { startAllSurfaces } from "../../../web/test/oauth/support/all-surfaces.ts"
import {
  accessibilityViolations,
  horizontalOverflow,
  installedChromium,
  noChromium,
  openChromium,
  openPages,
  viewports,
  viewportsAndOneUnchecked
} from "../../../web/test/support/chromium.ts"
import { addressToOpen, makeHome } from "./home.ts"

const executable = installedChromium()
const pictures = process.env["PICTURES"]

describe.skipIf(executable === null)(
  `signing in from the terminal in a real browser${executable === null ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    if (executable === null) return
    const service = await startAllSurfaces()
    const open = openPages(await openChromium(executable), service.origin)
    const email = "olivia@northwind.test"
    type Page = Awaited<ReturnType<typeof open>>

    const signIn = async (page: Page, url: string) => {
      await page.goto(url)
      await page.getByLabel("Email").fill(email)
      await page.getByLabel("Password", { exact: true }).fill(service.passwordOf(email))
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("heading", { name: /^Connect Command line on / }).waitFor()
      await page.getByRole("button", { name: "Allow", exact: true }).click()
    }
    const picture = async (page: Page, name: string) => {
      if (pictures === undefined) return
      await mkdir(pictures, { recursive: true })
      await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
    }

    it("the browser that the system opens redirects to the command, and confirms the sign-in", async () => {
      const home = await makeHome({ ADWARDEN_URL: service.origin })
      const opened = `${home.folder}/opened`
      const opener = `${home.folder}/opener`
      await writeFile(opener, `#!/bin/sh\nprintf '%s' "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`)
      await chmod(opener, 0o700)
      const command = home.start(["login"], { BROWSER: opener })
      await until("the browser was opened", () => existsSync(opened))
      const url = await readFile(opened, "utf8")
      // Any page could send a request to the port. Without this login's state it changes nothing.
      const callback = new URL(url).searchParams.get("redirect_uri")!
      expect(new URL(callback).hostname).toBe("127.0.0.1")
      expect((await fetch(`${callback}?code=x&state=y&iss=${service.origin}`)).status).toBe(400)
      const page = await open(viewports[2])
      await signIn(page, url)
      await page.getByRole("heading", { name: "You are signed in" }).waitFor()
      await picture(page, "login-done")
      expect(await page.locator("p").textContent()).toContain(email)
      expect(await command.ended).toMatchObject({ code: 0, err: expect.stringContaining(`as ${email}.`) })
      expect((await home.run(["whoami"])).out).toContain(email)
    })

    it.each(viewportsAndOneUnchecked)(
      "the manual code page shows a code to paste ($name)",
      async ({ checked, name, ...look }) => {
        const home = await makeHome({ ADWARDEN_URL: service.origin })
        const command = home.start(["login", "--no-browser"])
        const page = await open(look, checked)
        await signIn(page, await addressToOpen(command))
        await page.getByRole("heading", { name: "Paste this code" }).waitFor()
        if (checked) expect(await accessibilityViolations(page)).toEqual([])
        if (checked) expect(await horizontalOverflow(page)).toBe(0)
        await picture(page, `code-${name}`)
        command.write(`${await page.locator(".copied code").textContent()}\n`)
        expect(await command.ended).toMatchObject({ code: 0 })
      }
    )
  }
)
