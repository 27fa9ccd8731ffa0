import { expect, it } from "vitest"
import { startOAuth } from "../../../access/oauth/support/oauth.ts"
import { call } from "../../../support/call.ts"
import { dayIn } from "../../../support/days.ts"
import { reportBefore } from "../support/report-before.ts"

const core = await startOAuth()

it("reports the actions of a connected app as a program's, beside those of a key", async () => {
  const { tokens } = await core.connected({ scopes: ["campaigns:write"] })
  const rename = (token: string, slug: string) =>
    core.run(
      call("campaigns.update", token, { org: "northwind", slug, name: `${slug}, renamed`, dry_run: false })
    )
  expect(await rename(tokens.access_token, "spring-offers")).toMatchObject({ status: 200 })
  expect(await rename(core.keys["northwind"]!.admin!, "radiators-draft")).toMatchObject({ status: 200 })
  const nextWeek = dayIn("UTC", -7)
  const { facts } = await core.run(reportBefore(1, "weekly", nextWeek))
  if (facts.type !== "weekly") throw new Error("not a weekly report")
  expect(facts.done.list.slice(0, 2).map(({ by, who }) => `${by}: ${who}`)).toEqual([
    expect.stringMatching(/^program: key svc_live_.+… of adam@northwind\.test$/),
    "program: an app connected by olivia@northwind.test"
  ])
})
