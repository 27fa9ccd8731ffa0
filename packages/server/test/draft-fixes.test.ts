import { expect, it } from "vitest"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { campaignInDatabase, setAndFollow, startWorker } from "../../core/test/support/workers.ts"
import { runInProcess } from "./in-process.ts"
import { platformEnv } from "./platform-env.ts"

const demo = await runOnPlatform()
const campaign = "radiators-draft"
const site = "http://northwind.test/"

const run = async (...args: ReadonlyArray<string>) => {
  const by = ["--org", "northwind", "--as", "adam@northwind.test"]
  return runInProcess([...args, ...by], platformEnv(demo))
}
const checks = async () => (await run("drafts", "checks", campaign)).out

it("an admin fixes every blocker of a draft with commands, and launches it", async () => {
  const [{ id }] = (await demo.query<{ id: number }>(
    `select a.id from ads a join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
     where c.slug = '${campaign}' and c.organization_id = 1`
  )) as [{ id: number }]
  expect(await checks()).toMatch(/no\s+A location is set/)
  const of = [campaign]
  const fixes: ReadonlyArray<ReadonlyArray<string>> = [
    ["campaigns", "set-budget", ...of, "20"],
    ["drafts", "use-account", ...of],
    ["drafts", "set-locations", ...of, "Boston"],
    ["drafts", "set-language", ...of, "en"],
    ["drafts", "set-sitelinks", ...of, `Prices=${site}prices`, `Contact=${site}a`],
    ["drafts", "set-callouts", ...of, "Fixed prices", "Since 1998"],
    [
      "ads",
      "set-lines",
      String(id),
      ...["New Radiators", "Fitted in a Day", "Every Size"].flatMap((line) => ["--headline", line]),
      "--description",
      "Fitted in a day.",
      "--description",
      "Ask for a price."
    ],
    ["keywords", "add", String(id), "new radiators"]
  ]
  for (const fix of fixes) {
    expect(await run(...fix)).toMatchObject({ code: 0, out: expect.stringMatching(/^Preview: /) })
    expect(await run(...fix, "--execute")).toMatchObject({
      code: 0,
      err: expect.stringContaining("To undo it")
    })
  }
  expect(await checks()).not.toMatch(/^no/m)
  const stop = await startWorker(demo)
  await setAndFollow(demo, demo.keys["northwind"]!.admin!)(campaign, "live")
  await stop()
  expect(await campaignInDatabase(demo, campaign)).toMatchObject({ state: "live" })
  const late = await run("drafts", "set-callouts", ...of, "A", "B", "--execute")
  expect(late).toMatchObject({ code: 2, err: expect.stringContaining("was launched") })
  expect(await run("drafts", "set-sitelinks", ...of, "no address")).toMatchObject({ code: 2 })
})
