import { mkdirSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it } from "vitest"
import {
  accessibilityViolations,
  collectFaults,
  horizontalOverflow,
  installedChromium,
  noChromium,
  openChromium,
  openPages,
  press,
  viewportsAndOneUnchecked
} from "../support/chromium.ts"
import { startAllSurfaces } from "./support/all-surfaces.ts"
import { registerAt, requestUrl } from "./support/raw-client.ts"

const executable = installedChromium()
const pictures = process.env["PICTURES"]

describe.skipIf(executable === null)(
  `consent in a real browser${executable === null ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    if (executable === null) return
    const service = await startAllSurfaces()
    const open = openPages(await openChromium(executable), service.origin)
    /** The client on the person's machine. It redirects the browser, as some do, and then reports success. */
    const client = createServer((request, response) => {
      if (request.url?.startsWith("/callback")) response.writeHead(302, { location: "/done" }).end()
      else response.setHeader("content-type", "text/html").end("<h1>You may close this window</h1>")
    })
    await new Promise<void>((done) => client.listen(0, "127.0.0.1", () => done()))
    afterAll(() => void client.close())
    const callback = `http://localhost:${(client.address() as AddressInfo).port}/callback`
    const client_name = 'Weekly <b>report</b> for "everyone"'
    /** Registers a new client for each viewport, so that it is always unverified. */
    const register = () =>
      registerAt(service.origin, { client_name, redirect_uris: ["http://localhost/callback"] })

    it.each(viewportsAndOneUnchecked)(
      "a person signs in, narrows the scopes, approves and is redirected ($name)",
      async ({ checked, name, ...look }) => {
        // axe is a script, so scripts run where it checks. The other runs disable them.
        const page = await open(look, checked)
        const email = "mia@northwind.test"
        await page.goto(requestUrl(service, await register(), { redirect_uri: callback }).href)
        await page.getByLabel("Email").fill(email)
        await page.getByLabel("Password", { exact: true }).fill(service.passwordOf(email))
        await press(page, "Sign in")
        await page.getByRole("heading", { name: "Connect" }).waitFor()
        expect(await page.locator("h1").textContent()).toBe(`Connect ${client_name}?`)
        expect(await page.locator('input[name="scope"]').count()).toBe(10)
        expect(await page.locator('input[name="scope"]:checked').count()).toBe(6)
        const faults = collectFaults(page, service.origin)
        expect(await horizontalOverflow(page)).toBe(0)
        // The buttons are in view at the top of the page, at its end, and where a checkbox has the focus.
        const inView = async () => {
          const box = (await page.getByRole("button", { name: "Allow", exact: true }).boundingBox())!
          return box.y >= 0 && box.y + box.height <= look.viewport.height
        }
        expect(await inView()).toBe(true)
        if (pictures !== undefined) {
          mkdirSync(pictures, { recursive: true })
          await page.screenshot({ path: `${pictures}/consent-${name}.png` })
        }
        if (checked) expect(await accessibilityViolations(page)).toEqual([])
        await page.locator('input[value="keywords:write"]').scrollIntoViewIfNeeded()
        expect(await inView()).toBe(true)
        await page.mouse.wheel(0, 5000)
        expect(await inView()).toBe(true)
        if (pictures !== undefined) await page.screenshot({ path: `${pictures}/consent-end-${name}.png` })
        expect(await page.locator('input[name="scope"]:disabled').count()).toBe(4)
        expect(await page.locator('input[value="campaigns:write"]').isDisabled()).toBe(true)
        for (const scope of await page.locator('input[name="scope"]:enabled').all()) await scope.uncheck()
        await press(page, "Allow")
        await page.getByRole("alert").waitFor()
        if (pictures !== undefined) await page.screenshot({ path: `${pictures}/consent-refused-${name}.png` })
        expect(faults).toEqual([])
        await page.locator('input[value="campaigns:read"]').check()
        await press(page, "Allow")
        await page.getByRole("heading", { name: "You may close this window" }).waitFor()
        await page.goto(`${service.origin}/account/apps`)
        await page.getByRole("heading", { name: "Connected apps" }).waitFor()
        expect(await horizontalOverflow(page)).toBe(0)
        if (checked) expect(await accessibilityViolations(page)).toEqual([])
        if (pictures !== undefined) await page.screenshot({ path: `${pictures}/apps-${name}.png` })
        const stranger = await registerAt(service.origin, { client_name: "Stranger" })
        await page.goto(requestUrl(service, stranger, { response_type: "token" }).href)
        await page.getByRole("heading", { name: "Stranger cannot be connected" }).waitFor()
        if (checked) expect(await accessibilityViolations(page)).toEqual([])
        if (pictures !== undefined) await page.screenshot({ path: `${pictures}/target-${name}.png` })
        if (pictures !== undefined) {
          await page.goto(`${service.origin}/account/password`)
          await page.screenshot({ path: `${pictures}/password-${name}.png` })
        }
        await page.goto(`${service.origin}/account/apps`)
        await page.getByRole("button", { name: "Disconnect" }).click()
        await page.getByRole("status").getByText("The app was disconnected").waitFor()
      }
    )
  }
)
