import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type axe from "axe-core"
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core"
import { afterFile } from "../../../core/test/support/after-file.ts"
import { isLong } from "../../../core/test/support/counts.ts"
import { launch } from "./installed-chromium.ts"

export { installedChromium, noChromium } from "./installed-chromium.ts"

export const openChromium = async (executablePath: string): Promise<Browser> => {
  const browser = await launch(executablePath)
  afterFile(() => browser.close())
  return browser
}

/** For what is stuck: a busy machine is no failure. It is shorter than the timeout of a test, so that its error is shown. */
const stuckMillis = 120_000

/**
 * Returns a function that opens a page with a viewport and colour scheme. All pages with scripts are one, and
 * all without, because a browser context has its own processes, whose start costs more than a test.
 */
export const openPages = (browser: Browser, baseURL: string) => {
  const opened = new Map<boolean, Promise<Page>>()
  return async ({ colorScheme, viewport }: Look, javaScriptEnabled = true): Promise<Page> => {
    if (!opened.has(javaScriptEnabled))
      opened.set(javaScriptEnabled, browser.newPage({ baseURL, javaScriptEnabled }))
    const page = (await opened.get(javaScriptEnabled))!
    page.setDefaultTimeout(stuckMillis)
    page.removeAllListeners("request").removeAllListeners("console")
    await page.context().clearCookies()
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    return page
  }
}

/** Gives a page the session of a person, whose password would cost as much as several pages. */
export const signInPage = async (
  page: Page,
  origin: string,
  session: { readonly cookie: () => string }
): Promise<void> => {
  const [name, ...value] = session.cookie().split("=")
  await page.context().addCookies([{ name: name!, value: value.join("="), url: origin }])
}

export const viewports = [
  { name: "phone-light", viewport: { width: 390, height: 844 }, colorScheme: "light", checked: true },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark", checked: false },
  { name: "desktop-light", viewport: { width: 1280, height: 800 }, colorScheme: "light", checked: false },
  { name: "desktop-dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark", checked: true }
] as const satisfies ReadonlyArray<
  BrowserContextOptions & { readonly name: string; readonly checked: boolean }
>

type Viewport = (typeof viewports)[number]
type Look = Pick<Viewport, "colorScheme" | "viewport">

/** Screenshots are taken in all viewports. */
const tested = (covers: (viewport: Viewport) => boolean): ReadonlyArray<Viewport> =>
  process.env["PICTURES"] ? viewports : viewports.filter(covers)

/** Both widths and both colour schemes, which is all that a page's layout, contrast and requests depend on. */
const checkedViewports = tested(({ checked }) => checked)

/**
 * Checks the loaded page in both widths and colour schemes. Loading it again for each would cost as much as the checks,
 * and the service sends the same page to all. In any order, it begins with the width that the page has: each change
 * draws the page again.
 */
export const inViewports = async (
  page: Page,
  check: (look: Viewport) => Promise<void>,
  { inAnyOrder = false } = {}
): Promise<void> => {
  const width = page.viewportSize()?.width
  const isLater = ({ viewport }: Viewport) => inAnyOrder && viewport.width !== width
  for (const look of checkedViewports.toSorted(
    (one, other) => Number(isLater(one)) - Number(isLater(other))
  )) {
    await page.setViewportSize(look.viewport)
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await check(look)
  }
}

/**
 * Whether axe checks the nth page of a test in this viewport: in one of the checked two, by turns, so that both see the
 * parts that pages share. `npm run check long` checks each page in both.
 */
export const hasAxeTurn = ({ checked, name }: Viewport, n: number): boolean =>
  checked && (isLong || (n % 2 === 0) === (name === "phone-light"))

/** The colours of such a turn: every second one of a viewport has the other scheme, so that both widths see both. */
export const axeColours = ({ colorScheme }: Viewport, n: number): "light" | "dark" => {
  if (isLong || n % 4 < 2) return colorScheme
  return colorScheme === "light" ? "dark" : "light"
}

/**
 * The checked viewports, and an unchecked one for a test that disables scripts where axe does not run. Each is a whole
 * sign-in, and the unchecked one has a phone's width, so only `npm run check long` has the light phone too.
 */
export const viewportsAndOneUnchecked = tested(
  ({ name }) => name !== "desktop-light" && (isLong || name !== "phone-light")
)

/**
 * Presses a button and waits until the page that it leads to has loaded. A click alone returns when that page begins:
 * its styles and the rest of its text may still be on their way.
 */
export const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name, exact: true }).click()
  await page.waitForLoadState()
}

/** Waits until a field has the focus: a browser sets the focus that a page asks for only when it draws the page. */
export const waitForFocus = (field: Locator): Promise<void> =>
  field.and(field.page().locator(":focus")).waitFor()

/** Collects faults of a page: requests to other origins and violations of its security policy. */
export const collectFaults = (page: Page, origin: string): ReadonlyArray<string> => {
  const faults: Array<string> = []
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) faults.push(`asked for ${request.url()}`)
  })
  page.on("console", (message) => {
    // The error status of a page that is shown on purpose is no fault.
    if (message.type() === "error" && !message.text().includes("Failed to load resource"))
      faults.push(message.text())
  })
  return faults
}

/** The minified file has less than half the size, and each checked page receives it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/**
 * Runs axe's source in each page that follows, until `dispose`. The browser keeps it compiled, which costs less than half
 * of sending it again, but pages that are not checked pay it too.
 */
export const loadAxe = (page: Page) => page.addInitScript({ content: axeSource })

/** What axe has checked in each browser context: frames around the main part, and combinations of colours. */
const checkedBefore = new WeakMap<object, Set<string>>()

interface Style {
  readonly color: string
  readonly backgroundColor: string
  readonly backgroundImage: string
  readonly fontSize: string
  readonly fontWeight: string
  readonly opacity: string
}
interface Node {
  readonly nodeType: number
  readonly textContent: string
}
interface Element {
  readonly localName: string
  readonly parentElement: Element | null
  readonly childNodes: Iterable<Node>
  checkVisibility(): boolean
  matches(selector: string): boolean
  getAttribute(name: string): string | null
  toggleAttribute(name: string, force: boolean): void
  querySelectorAll(selector: string): Iterable<Element>
}
interface Window {
  readonly axe: typeof axe
  readonly document: Element
  readonly innerWidth: number
  getComputedStyle(element: Element): Style
  matchMedia(query: string): { readonly matches: boolean }
}

/**
 * The accessibility violations that axe finds. A page that is checked again, in another viewport, has axe already. The
 * frame around the main part is most of a page's elements. axe checks it whenever it has new kinds of elements, and the
 * contrast of text, which is most of its work, whenever its colours and size are new: always in the long run.
 */
export const accessibilityViolations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.waitForLoadState()
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axeSource)
  const context = page.context()
  const before = checkedBefore.get(context) ?? new Set()
  checkedBefore.set(context, before)
  const { checked, violations } = await page.evaluate(
    async ({ all, before }) => {
      const { axe, document, getComputedStyle, innerWidth, matchMedia } = globalThis as unknown as Window
      const known = new Set(before)
      const parts = [...document.querySelectorAll("body > header, .side, body > footer")]
      const kinds = parts
        .flatMap((part) => [part, ...part.querySelectorAll("*")])
        .map((one) => `${one.localName}.${one.getAttribute("class")}.${one.getAttribute("open")}`)
      const isDark = matchMedia("(prefers-color-scheme: dark)").matches
      const hasCurrent = [...document.querySelectorAll(".side [aria-current]")].length > 0
      const frame = [innerWidth, isDark, hasCurrent, ...kinds].join(" ")
      const checked = [frame]
      /** What the contrast of an element's text depends on besides its own style. */
      const grounds = new Map<Element | null, string>([[null, ""]])
      const groundOf = (one: Element | null): string => {
        const found = grounds.get(one)
        if (found !== undefined) return found
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one!)
        const own = `${backgroundColor} ${backgroundImage} ${opacity}`
        const below = groundOf(one!.parentElement)
        const ground = own === "rgba(0, 0, 0, 0) none 1" ? below : `${below}/${own}`
        grounds.set(one, ground)
        return ground
      }
      for (const one of document.querySelectorAll("body *")) {
        const hasText =
          ["input", "select", "textarea"].includes(one.localName) ||
          [...one.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== "")
        if (!hasText || !one.checkVisibility()) continue
        const { color, fontSize, fontWeight } = getComputedStyle(one)
        // Its kind too: axe does not judge text that is disabled or for screen readers alone.
        const kind = [one.localName, one.getAttribute("class"), one.matches(":disabled")]
        const colours = [...kind, color, fontSize, fontWeight, groundOf(one)].join(" ")
        one.toggleAttribute("data-contrast", all || !known.has(colours))
        if (!known.has(colours)) checked.push(colours)
        known.add(colours)
      }
      axe.configure({ rules: [{ id: "color-contrast", selector: "[data-contrast]" }] })
      // Omits the passing elements, which are most of the work on long pages, and style sheets: no rule that runs reads
      // them.
      const { violations } = await axe.run(
        { exclude: before.includes(frame) ? (parts as unknown as Array<axe.CrossTreeSelector>) : [] },
        { resultTypes: ["violations"], selectors: false, preload: false }
      )
      return { checked, violations }
    },
    { all: isLong, before: isLong ? [] : [...before] }
  )
  for (const one of checked) before.add(one)
  return violations.map(
    ({ help, id, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(" ")})`
  )
}

/**
 * Removes most sections of a long page before axe runs again. All sections have the same layout and colours, so one
 * viewport checks all of them and the other one a sample.
 */
export const keepSampleOfSections = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { querySelectorAll(selector: string): Iterable<{ remove(): void }> }
    }
    const closed = document.querySelectorAll("main section:not(:has(details[open]))")
    for (const [n, section] of [...closed].entries()) {
      if (n % 8 > 0) section.remove()
    }
  })

/** The number of the page's main headings. A locator would load its own script into each page. */
export const mainHeadings = (page: Page): Promise<number> =>
  page.evaluate('document.querySelectorAll("h1").length')

/** How far the page is wider than the window. */
export const horizontalOverflow = async (page: Page): Promise<number> => {
  await page.waitForLoadState()
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = (
      globalThis as unknown as { document: { documentElement: { clientWidth: number; scrollWidth: number } } }
    ).document.documentElement
    return scrollWidth - clientWidth
  })
}

/** The tables that are wider than their cards, by the titles that name them. On a desktop nothing has to be scrolled. */
export const clippedTables = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(
    '[...document.querySelectorAll(".scroll")].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.getAttribute("aria-labelledby") ?? one.getAttribute("aria-label"))'
  )
