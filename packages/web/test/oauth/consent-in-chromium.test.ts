import { mkdirSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it } from "vitest"
import { barriers, installedChromium, looks, openChromium, watch } from "../support/chromium.ts"
import { startEverything } from "./support/everything.ts"
import { registerAt, requestUrl } from "./support/raw-client.ts"

const executable = installedChromium()
const pictures = process.env["PICTURES"]

const why = "there is no Chromium on this machine: install Debian's chromium, or name one by CHROMIUM"

describe.skipIf(executable === null)(
  `consent in a real browser${executable === null ? ` (skipped: ${why})` : ""}`,
  async () => {
    if (executable === null) return
    const service = await startEverything()
    const browser = await openChromium(executable)
    /** The client on the person's own machine: it sends the browser on, as some do, and then says that all is well. */
    const client = createServer((request, response) => {
      if (request.url?.startsWith("/callback")) response.writeHead(302, { location: "/done" }).end()
      else response.setHeader("content-type", "text/html").end("<h1>You may close this window</h1>")
    })
    await new Promise<void>((done) => client.listen(0, "127.0.0.1", () => done()))
    afterAll(() => void client.close())
    const callback = `http://localhost:${(client.address() as AddressInfo).port}/callback`
    const client_name = 'Weekly <b>report</b> for "everyone"'
    const clientId = await registerAt(service.origin, {
      client_name,
      redirect_uris: ["http://localhost/callback"]
    })
    const url = requestUrl(service, clientId, { redirect_uri: callback }).href

    it.each(looks)(
      "somebody signs in, narrows, approves and is sent back ($name)",
      async ({ checked, name, ...look }) => {
        // axe is itself a script: where it looks, scripts run. Elsewhere all goes without.
        const context = await browser.newContext({ ...look, javaScriptEnabled: checked })
        const page = await context.newPage()
        const email = "mia@northwind.test"
        await page.goto(url)
        await page.getByLabel("E-mail").fill(email)
        await page.getByLabel("Password", { exact: true }).fill(service.passwordOf(email))
        await page.getByRole("button", { name: "Sign in" }).click()
        await page.getByRole("heading", { name: "Connect" }).waitFor()
        expect(await page.locator("h1").textContent()).toBe(`Connect ${client_name}?`)
        expect(await page.locator('input[name="scope"]').count()).toBe(10)
        expect(await page.locator('input[name="scope"]:checked').count()).toBe(6)
        const faults = watch(page, service.origin)
        if (checked) expect(await barriers(page)).toEqual([])
        if (pictures !== undefined) {
          mkdirSync(pictures, { recursive: true })
          await page.screenshot({ path: `${pictures}/consent-${name}.png`, fullPage: true })
        }
        await page.locator('input[value="campaigns:write"]').check()
        await page.getByRole("button", { name: "Allow", exact: true }).click()
        await page.getByRole("alert").waitFor()
        if (pictures !== undefined)
          await page.screenshot({ path: `${pictures}/consent-refused-${name}.png`, fullPage: true })
        expect(faults).toEqual([])
        await page.locator('input[value="campaigns:write"]').uncheck()
        await page.locator('input[value="reports:generate"]').uncheck()
        await page.getByRole("button", { name: "Allow", exact: true }).click()
        await page.getByRole("heading", { name: "You may close this window" }).waitFor()
        await context.close()
      }
    )
  }
)
