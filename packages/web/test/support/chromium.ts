import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import axe from "axe-core"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { afterAll } from "vitest"

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]

/** A browser that is on this machine, or null. CHROMIUM names another. */
export const installedChromium = (): string | null => {
  const named = process.env["CHROMIUM"]
  if (named) return named
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null
}

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

export const openChromium = async (executablePath: string): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath, args })
  afterAll(() => browser.close())
  return browser
}

export const looks = [
  { name: "phone-light", viewport: { width: 390, height: 844 }, colorScheme: "light", checked: true },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark", checked: false },
  { name: "desktop-light", viewport: { width: 1280, height: 800 }, colorScheme: "light", checked: false },
  { name: "desktop-dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark", checked: true }
] as const satisfies ReadonlyArray<
  BrowserContextOptions & { readonly name: string; readonly checked: boolean }
>

/** Notes what a page should never do: ask anybody but us for something, or run into its own security policy. */
export const watch = (page: Page, origin: string): ReadonlyArray<string> => {
  const faults: Array<string> = []
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) faults.push(`asked for ${request.url()}`)
  })
  page.on("console", (message) => {
    // The status of a page that is shown on purpose is no fault.
    if (message.type() === "error" && !message.text().includes("Failed to load resource"))
      faults.push(message.text())
  })
  return faults
}

/** What axe finds wrong for people who cannot see, point or tell colours apart. */
export const barriers = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return violations.map(
    ({ help, id, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(" ")})`
  )
}

/** How far the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = (
      globalThis as unknown as { document: { documentElement: { clientWidth: number; scrollWidth: number } } }
    ).document.documentElement
    return scrollWidth - clientWidth
  })
