import { expect, it } from "vitest"
import { call } from "../../core/test/support/call.ts"
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
    ["drafts", "confirm-category", ...of, "credit", "Licensed lender 4711"],
    ["drafts", "read-pages", ...of]
  ]
  for (const fix of fixes) {
    expect(await run(...fix)).toMatchObject({ code: 0, out: expect.stringMatching(/^Preview: /) })
    expect(await run(...fix, "--execute")).toMatchObject({
      code: 0,
      err: expect.stringContaining("To undo it")
    })
  }
  const contents = [
    ["keywords.update", { keywords: [{ op: "add", text: "new radiators" }] }],
    [
      "assets.update",
      {
        sitelinks: ["prices", "a"].map((page) => ({ text: page, url: `${site}${page}` })),
        callouts: ["Fixed prices", "Same-day visits"]
      }
    ],
    [
      "ads.update",
      {
        ad_id: id,
        headlines: ["Radiators fitted and balanced", "Fixed prices", "Same-day visits"],
        descriptions: ["Radiators fitted, moved and balanced.", "A balanced system heats every room evenly."]
      }
    ]
  ] as const
  for (const [name, values] of contents) {
    const input = { slug: campaign, ...values, dry_run: false }
    const { output } = await demo.run(call(name, demo.keys["northwind"]!.admin!, input))
    expect(output).toMatchObject({ applied: true })
  }
  expect(await checks()).not.toMatch(/^no/m)
  const stop = await startWorker(demo)
  await setAndFollow(demo, demo.keys["northwind"]!.admin!)(campaign, "live")
  await stop()
  expect(await campaignInDatabase(demo, campaign)).toMatchObject({ state: "live" })
  const late = await run("drafts", "set-language", ...of, "de", "--execute")
  expect(late).toMatchObject({ code: 2, err: expect.stringContaining("was launched") })
})

it("the checks of a draft that is being written say what is not known yet", async () => {
  const [profile] = await demo.query<{ url: string }>(
    "select url from business_profiles where organization_id = 1"
  )
  const { error } = await demo.run(
    call("campaigns.create", demo.keys["northwind"]!.admin!, {
      website_url: profile!.url,
      name: "Garden taps"
    })
  )
  expect(error).toBeNull()
  const { out } = await run("drafts", "checks", "garden-taps")
  expect(out).toMatch(/^\?\s+Headlines follow the rules\s+Known once the draft is written\.$/m)
  expect(out).not.toMatch(/^ok\s+(Headlines|A location|Every ad)/m)
  const list = JSON.parse((await run("drafts", "checks", "garden-taps", "--json")).out) as {
    readonly passes: boolean
    readonly being_written: boolean
    readonly checks: ReadonlyArray<{ readonly check: string; readonly passes: boolean | null }>
  }
  expect(list).toMatchObject({ passes: false, being_written: true })
  expect(list.checks.find(({ check }) => check === "location_missing")?.passes).toBeNull()
})
