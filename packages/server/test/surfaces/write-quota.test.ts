import { type AnyOperation, type OperationName, operationByName } from "@adwarden/core/contract"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { AccessTokens } from "../../../core/test/support/access-tokens.ts"
import { testOrigin } from "../../../core/test/support/demo.ts"
import { restRequest, runSurfaces, toolRequest } from "./surfaces.ts"

const { fetchMcp, fetchRest, keys, run } = await runSurfaces({ writeQuota: 50 })
const owner = keys["northwind"]!.owner!
const member = keys["northwind"]!.member!
const held = keys["fabrikam"]!.admin!

type Values = Readonly<Record<string, unknown>>

const result = async (response: Response) => {
  const { headers } = response
  return {
    text: await response.text(),
    limit: headers.get("x-writequota-limit"),
    remaining: headers.get("x-writequota-remaining")
  }
}
const both = async (name: OperationName, values: Values, key: string) => {
  const operation = operationByName.get(name) as AnyOperation
  return [
    await result(await fetchRest(restRequest(operation, values, key))),
    await result(await fetchMcp(toolRequest(operation.tool!, values, key)))
  ]
}

const slug = "boiler-repair"
const responses: ReadonlyArray<readonly [string, OperationName, Values, string, string]> = [
  ["a preview", "campaigns.update", { slug, budget: 101 }, owner, "would_change"],
  [
    "a preview of an unknown campaign",
    "campaigns.update",
    { slug: "nothing", budget: 1 },
    owner,
    "not_found"
  ],
  ["invalid input", "campaigns.update", { slug, budget: "much" }, owner, "validation_error"],
  ["a scope that is missing", "campaigns.update", { slug, budget: 101 }, member, "insufficient_scope"],
  ["a limit", "campaigns.update", { slug, budget: 9000, dry_run: false }, owner, "budget_cap_exceeded"],
  [
    "a blocked launch",
    "campaigns.set_state",
    { slug: "radiators-draft", state: "live", dry_run: false },
    owner,
    "launch_blocked"
  ],
  ["invalid terms", "keywords.add_negatives", { slug, keywords: ["a!"] }, owner, "validation_error"],
  [
    "a change that waits for approval",
    "campaigns.update",
    { slug, name: "Held", dry_run: false },
    held,
    "approval_required"
  ]
]

it.each(responses)("%s reports the remaining write quota", async (_, name, values, key, said) => {
  for (const { limit, remaining, text } of await both(name, values, key)) {
    expect(text).toContain(said)
    expect(limit).toBe("50")
    expect(Number(remaining)).toBeGreaterThan(0)
  }
})

it("so do too low a role, an undo, and a repeated undo", async () => {
  const token = (audience: string) =>
    run(
      Effect.flatMap(AccessTokens, (tokens) =>
        Effect.map(
          tokens.mint({ userEmail: "mia@northwind.test", scopes: ["campaigns:write"], audience }),
          (minted) => minted.token
        )
      )
    )
  const asked = { org: "northwind", slug, budget: 101 }
  const [over] = await both("campaigns.update", asked, await token(`${testOrigin}/v1`))
  const [, tool] = await both("campaigns.update", asked, await token(`${testOrigin}/mcp`))
  for (const { limit, text } of [over!, tool!]) {
    expect([text.includes("role_denied"), limit]).toEqual([true, "50"])
  }

  const operation = operationByName.get("campaigns.update") as AnyOperation
  const done = await result(
    await fetchRest(restRequest(operation, { slug, budget: 101, dry_run: false }, owner))
  )
  const { action_id } = JSON.parse(done.text) as { action_id: string }
  for (const { limit, remaining, text } of await both("actions.undo", { id: action_id }, owner)) {
    expect(text).toContain("restored")
    expect(limit).toBe("50")
    expect(Number(remaining)).toBe(Number(done.remaining) - 1)
  }
})

it("reads, and callers of an unknown organization, get no quota", async () => {
  for (const { limit } of await both("campaigns.get", { slug }, owner)) expect(limit).toBeNull()
  for (const { limit } of await both("campaigns.update", { org: "fabrikam", slug, budget: 101 }, member)) {
    expect(limit).toBeNull()
  }
})
