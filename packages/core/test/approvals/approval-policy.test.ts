import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { raisesSpend } from "../../src/changes/guardrails/money.ts"
import { type CredentialApprovals, type OperationName, stricterPolicy } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const org = "fabrikam"
const query = (text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<object>(text)))
const setPolicy = (required: boolean, policy: "every_change" | "raises") =>
  query(
    `update organizations set approvals_required = ${required}, approvals_for = '${policy}' where slug = '${org}'`
  )

afterEach(async () => {
  await query("update queued_writes set status = 'rejected', decided_at = now() where status = 'pending'")
  await setPolicy(true, "every_change")
})

/** The code of the refusal, or the status of a success. */
const send = async (name: OperationName, fields: Record<string, unknown>) => {
  const { error, status } = await demo.run(
    call(name, demo.keys[org]!.admin!, { org, slug: "boiler-repair", dry_run: false, ...fields })
  )
  return error?._tag ?? status
}
const preview = async (fields: Record<string, unknown>) => {
  const { output } = await demo.run(
    call("campaigns.update", demo.keys[org]!.admin!, { org, slug: "boiler-repair", ...fields })
  )
  return (output as { needs_approval: boolean }).needs_approval
}

describe("approvals for changes that raise spend", () => {
  it("hold a higher budget and a campaign that goes live", async () => {
    await setPolicy(true, "raises")
    expect(await send("campaigns.update", { budget: 101 })).toBe("approval_required")
    expect(await send("campaigns.set_state", { slug: "bathroom-fitting", state: "live" })).toBe(
      "approval_required"
    )
    expect(await send("campaigns.update", { budget: 102, name: "Boiler repair now" })).toBe(
      "approval_required"
    )
  })

  it("execute everything else at once", async () => {
    await setPolicy(true, "raises")
    expect(await send("campaigns.update", { budget: 99 })).toBe(200)
    expect(await send("campaigns.update", { name: "Boiler repair and more" })).toBe(200)
    expect(await send("campaigns.set_state", { state: "paused" })).toBe(200)
  })

  it("say so in the preview, as the execution will do", async () => {
    await setPolicy(true, "raises")
    expect(await preview({ budget: 110 })).toBe(true)
    expect(await preview({ budget: 90 })).toBe(false)
    await setPolicy(true, "every_change")
    expect(await preview({ budget: 90 })).toBe(true)
    await setPolicy(false, "raises")
    expect(await preview({ budget: 110 })).toBe(false)
  })

  it("are in the organization's detail", async () => {
    const detail = async () => {
      const { output } = await demo.run(call("organizations.get", demo.keys[org]!.admin!, { org }))
      const { approval_policy, approvals_required } = output as Record<string, unknown>
      return [approval_policy, approvals_required]
    }
    expect(await detail()).toEqual(["every_change", true])
    await setPolicy(true, "raises")
    expect(await detail()).toEqual(["raises", false])
    await setPolicy(false, "raises")
    expect(await detail()).toEqual(["off", false])
  })
})

describe("the stricter of the organization's rule and the key's", () => {
  const hold = (approvals: CredentialApprovals) =>
    query(`update api_keys k set approvals = '${approvals}' from organizations o
      where o.id = k.organization_id and o.slug = '${org}'`)
  afterEach(() => hold("organization"))

  it.each([
    ["off", "organization", "off"],
    ["off", "raises", "raises"],
    ["raises", "organization", "raises"],
    ["raises", "every_change", "every_change"],
    ["every_change", "raises", "every_change"]
  ] as const)("%s and %s is %s", (organization, own, stricter) => {
    expect(stricterPolicy(organization, own)).toBe(stricter)
  })

  it("holds the changes of a key where the organization holds none, and its previews say so", async () => {
    await setPolicy(false, "every_change")
    await hold("raises")
    expect([await preview({ budget: 101 }), await preview({ budget: 97 })]).toEqual([true, false])
    expect(await send("campaigns.update", { budget: 101 })).toBe("approval_required")
    await hold("every_change")
    expect(await preview({ budget: 97 })).toBe(true)
    expect(await send("campaigns.update", { budget: 97 })).toBe("approval_required")
  })

  it("is the organization's where the key is held less", async () => {
    await hold("raises")
    expect(await preview({ budget: 97 })).toBe(true)
  })
})

describe("a write raises spend", () => {
  const move = { campaign: 1, from: 100, to: 100, committed: 100, left: 0, launched: true, goesLive: false }

  it.each([
    ["a higher budget", [{ ...move, to: 101 }], true],
    ["the same budget", [move], false],
    ["a lower budget", [{ ...move, to: 99 }], false],
    ["a first budget", [{ ...move, campaign: null, from: null, to: 1, committed: 0 }], true],
    ["no budget", [], false],
    ["a campaign that goes live", [{ ...move, goesLive: true }], true],
    [
      "a rise beside a larger fall",
      [
        { ...move, to: 101 },
        { ...move, campaign: 2, to: 1 }
      ],
      true
    ]
  ])("with %s", (_, moves, raises) => {
    expect(raisesSpend(moves)).toBe(raises)
  })
})
