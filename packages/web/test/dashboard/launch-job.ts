import type { Hand } from "../support/hand.ts"

const site = "http://northwind.test/"

/** Takes radiators-draft from its first blocker to live by the pages alone. It begins on the overview. */
export const launchDraft = async (
  { click, page, reads, type }: Hand,
  check: (name: string) => Promise<void>
): Promise<void> => {
  const fix = (label: string) => click(page.locator(".checks").getByRole("link", { name: label }).first())
  /** Previews what the open form contains, and presses the button of the preview. */
  const previewAndPress = async (button: string) => {
    await click(/^Preview/)
    await click(button)
    await reads("Done. The change is in the log.")
  }
  await click(page.getByRole("navigation", { name: "Organization" }).getByRole("link", { name: "Campaigns" }))
  await click("Radiators")
  await reads("Before it can go live")
  await check("campaign-draft")
  await fix("Set a budget")
  await type("New daily budget", "10")
  await previewAndPress("Set to $10.00")
  await fix("Use the linked account")
  await click("Use this account")
  await reads("Done. The change is in the log.")
  await fix("Choose locations")
  await type("City, region or country", "Seattle")
  await click(page.getByRole("main").getByRole("button", { name: "Search" }))
  await click(page.getByRole("checkbox").first())
  await check("draft-locations")
  await previewAndPress("Set the locations")
  await fix("Edit the sitelinks")
  await page.getByLabel("Text of sitelink 1").waitFor()
  await check("campaign-draft-sitelinks")
  for (const [n, text, path] of [
    [1, "Boiler Repair", "boiler-repair/"],
    [2, "Radiators", "radiators/"]
  ] as const) {
    await type(`Text of sitelink ${n}`, text)
    await type(`Page of sitelink ${n}`, `${site}${path}`)
  }
  await previewAndPress("Save the sitelinks")
  await fix("Edit the callouts")
  await type("Callouts", "Licensed and insured\nSame-day visits")
  await previewAndPress("Save the callouts")
  await fix("Edit the ad")
  // Each pause of the typing checks the lines, without a preview.
  await type("Headlines", "Radiators fitted and balanced\nFree radiators for life")
  await reads("2 of 3 lines unproven")
  await check("draft-unproven")
  await type("Headlines", "Radiators fitted and balanced\nSame-day visits\nLicensed and insured")
  await type(
    "Descriptions",
    "Radiators fitted, moved and balanced.\nA balanced system heats every room evenly and uses less gas."
  )
  await reads("All lines hold")
  await page.getByText("A balanced system heats every room evenly and uses less gas.").last().waitFor()
  await previewAndPress("Save the ad")
  await fix("Add keywords")
  await type("Keywords", "new radiators\nradiator fitting")
  await previewAndPress("Add 2 keywords")
  await click(page.getByRole("navigation", { name: "Campaign" }).getByRole("link", { name: "Summary" }))
  await reads("Ready to go live")
  await click("Preview the launch")
  await reads("This goes to the ad platform: 1 ad, 2 keywords")
  await reads("Ad 1: 5 lines and what proves each")
  await reads("up to $10.00 a day, $300.00 in 30 days")
  await check("draft-launch")
  await click("Launch Radiators")
  await reads("Done. The change is in the log.")
}
