import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { press } from "../support/chromium.ts"

interface Launch {
  /** Opens a page of the service as an owner of northwind. */
  readonly openAs: (path: string) => Promise<Page>
  readonly query: <Row extends object>(text: string) => Promise<ReadonlyArray<Row>>
  readonly check: (page: Page, name: string) => Promise<void>
}

/** The ways that people change a campaign in a browser, with the ad platform behind it. */
export const campaignsInChromium = ({ check, openAs, query }: Launch) => {
  const draft = "/o/northwind/campaigns/radiators-draft"
  const site = "http://northwind.test/"
  const stateOf = async (slug: string) =>
    (
      await query<{ state: string; budget: number }>(
        `select state, budget from campaigns where slug = '${slug}' and organization_id = 1`
      )
    )[0]!

  /** Previews what the open form contains, and presses the button of the preview. */
  const previewAndPress = async (page: Page, button: string) => {
    await page.getByRole("button", { name: /^Preview/ }).click()
    await press(page, button)
    await page.getByText("Done. The change is in the log.").waitFor()
  }
  /** Presses Enter on a button or link once its page has loaded: a page that loads can move the focus. */
  const enter = async (target: Locator) => {
    await target.waitFor()
    await target.page().waitForLoadState()
    await target.press("Enter")
  }
  const fix = (page: Page, label: string) =>
    page.locator(".checks").getByRole("link", { name: label }).first().click()

  it("launches a draft from its blockers to live by the page alone", async () => {
    const page = await openAs(draft)
    await page.getByText("Before it can go live").waitFor()
    await check(page, "draft")
    await fix(page, "Set a budget")
    await page.getByLabel("New daily budget").fill("10")
    await previewAndPress(page, "Set to $10.00")
    const account = page.locator(".checks").getByRole("link", { name: "Use the linked account" })
    if ((await account.count()) > 0) {
      await account.click()
      await press(page, "Use this account")
      await page.getByText("Done. The change is in the log.").waitFor()
    }
    await fix(page, "Choose locations")
    await page.getByLabel("City, region or country").fill("Seattle")
    await page.getByRole("button", { name: "Search" }).click()
    await page.getByRole("checkbox").first().check()
    await check(page, "draft-locations")
    await previewAndPress(page, "Set the locations")
    await fix(page, "Edit the sitelinks")
    for (const [n, text, path] of [
      [1, "Boiler Repair", "boiler-repair/"],
      [2, "Radiators", "radiators/"]
    ] as const) {
      await page.getByLabel(`Text of sitelink ${n}`).fill(text)
      await page.getByLabel(`Page of sitelink ${n}`).fill(`${site}${path}`)
    }
    await previewAndPress(page, "Save the sitelinks")
    await fix(page, "Edit the callouts")
    await page.getByRole("textbox", { name: "Callouts" }).fill("Licensed and insured\nSame-day visits")
    await previewAndPress(page, "Save the callouts")
    await fix(page, "Edit the ad")
    // Each pause of the typing checks the lines, without a preview.
    const headlines = page.getByRole("textbox", { name: "Headlines" })
    await headlines.fill("Radiators fitted and balanced\nFree radiators for life")
    await page.getByText("2 of 3 lines unproven").waitFor()
    await check(page, "draft-unproven")
    await page
      .getByRole("textbox", { name: "Headlines" })
      .fill("Radiators fitted and balanced\nSame-day visits\nLicensed and insured")
    await page
      .getByRole("textbox", { name: "Descriptions" })
      .fill(
        "Radiators fitted, moved and balanced.\nA balanced system heats every room evenly and uses less gas."
      )
    await page.getByText("All lines hold").waitFor()
    await page.getByText("A balanced system heats every room evenly and uses less gas.").last().waitFor()
    await check(page, "draft-lines")
    await previewAndPress(page, "Save the ad")
    await fix(page, "Add keywords")
    await page.getByRole("textbox", { name: "Keywords" }).fill("new radiators\nradiator fitting")
    await previewAndPress(page, "Add 2 keywords")
    await page.goto(draft)
    await page.getByText("Ready to go live").waitFor()
    await page.getByRole("link", { name: "Preview the launch" }).click()
    await page.getByText("This goes to the ad platform: 1 ad, 2 keywords").waitFor()
    await page.getByText("Ad 1: 5 lines and what proves each").waitFor()
    await page.getByText("up to $10.00 a day, $300.00 in 30 days").waitFor()
    await check(page, "draft-launch")
    expect((await stateOf("radiators-draft")).state).toBe("draft")
    await press(page, "Launch Radiators")
    await page.getByText("Done. The change is in the log.").waitFor()
    expect((await stateOf("radiators-draft")).state).toBe("live")
  })

  it("pauses and rewrites an ad of a running campaign, and replaces its callouts", async () => {
    const page = await openAs("/o/northwind/campaigns/emergency-plumber/ads")
    const ad = async () =>
      (
        await query<{ state: string; headlines: ReadonlyArray<string>; callouts: ReadonlyArray<string> }>(
          `select a.state, a.headlines, c.callouts from ads a
           join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
           where c.organization_id = 1 and c.slug = 'emergency-plumber' order by a.id limit 1`
        )
      )[0]!
    const { callouts, headlines } = await ad()
    await check(page, "running-ads")
    await page
      .getByRole("link", { name: /^Pause/ })
      .first()
      .click()
    await page.getByText("You would have lost, in the last 30 days").waitFor()
    await check(page, "running-ad-pause")
    await press(page, "Pause the ad")
    await page.getByText("Done. The change is in the log.").waitFor()
    expect(await ad()).toMatchObject({ state: "paused" })
    await page.getByRole("link", { name: /^Edit/ }).first().click()
    const field = page.getByRole("textbox", { name: "Headlines" })
    await field.fill([...headlines.slice(1), "Free drains for life"].join("\n"))
    const added = page.getByRole("listitem").filter({ hasText: "Free drains for life" })
    await added.getByText("was never read, so nothing proves what the line states").waitFor()
    await page.getByRole("link", { name: "Read the pages" }).waitFor()
    await check(page, "running-ad-unproven")
    await field.fill(headlines.slice(1).join("\n"))
    await added.waitFor({ state: "detached" })
    await previewAndPress(page, "Save the ad")
    expect((await ad()).headlines).toEqual(headlines.slice(1))
    await page.getByRole("link", { name: "Edit callouts" }).click()
    await page.getByRole("textbox", { name: "Callouts" }).fill(callouts.slice(1).join("\n"))
    await previewAndPress(page, "Save the callouts")
    expect((await ad()).callouts).toEqual(callouts.slice(1))
  })

  it("raises a budget by keyboard and undoes it", async () => {
    const page = await openAs("/o/northwind/campaigns/boiler-repair?change=budget")
    const { budget } = await stateOf("boiler-repair")
    await page.getByLabel("New daily budget").focus()
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.type(String(budget + 10))
    await page.keyboard.press("Enter")
    await page.getByText("nothing has changed yet").waitFor()
    await enter(page.getByRole("button", { name: `Raise to $${budget + 10}.00`, exact: true }))
    const undo = page.getByRole("status").getByRole("link", { name: "Undo" })
    await undo.waitFor()
    expect((await stateOf("boiler-repair")).budget).toBe(budget + 10)
    await enter(undo)
    await enter(page.getByRole("button", { name: /^Restore: Daily budget/ }))
    await page.getByText("The change was undone.").waitFor()
    expect((await stateOf("boiler-repair")).budget).toBe(budget)
  })
}
