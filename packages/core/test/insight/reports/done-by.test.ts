import { expect, it } from "vitest"
import { plusDays } from "../../../src/contract/index.ts"
import { startOAuth } from "../../oauth/support/oauth.ts"
import { call } from "../../support/call.ts"
import { reportBefore } from "./support/reading.ts"

const core = await startOAuth()
const { connected } = core

it("what a connected app did in a person's name is told as a program's doing, beside what a key did", async () => {
  const { tokens } = await connected({ scopes: ["campaigns:write"] })
  const rename = (token: string, slug: string) =>
    core.run(
      call("campaigns.update", token, { org: "northwind", slug, name: `${slug}, renamed`, dry_run: false })
    )
  expect(await rename(tokens.access_token, "spring-offers")).toMatchObject({ status: 200 })
  expect(await rename(core.keys["northwind"]!.admin!, "radiators-draft")).toMatchObject({ status: 200 })
  const nextWeek = plusDays(new Date().toISOString().slice(0, 10), 7)
  const { facts } = await core.run(reportBefore(1, "weekly", nextWeek))
  if (facts.type !== "weekly") throw new Error("not a weekly report")
  expect(facts.done).toMatchObject({ total: 2, person: 0, program: 2, service: 0 })
  expect(facts.done.list.map(({ who }) => who)).toEqual([
    expect.stringMatching(/^key svc_live_.+… of adam@northwind\.test$/),
    "an app connected by olivia@northwind.test"
  ])
})
