import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { approvalStep } from "../../src/changes/approvals/second-approval.ts"
import { dailyRise } from "../../src/changes/guardrails/money.ts"
import { approve, reject } from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore()
const organization = "fabrikam"
const [olivia, femi] = ["olivia@northwind.test", "femi@fabrikam.test"]
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

const hold = async (budget: number) => {
  const { error } = await demo.run(
    call("campaigns.update", demo.keys[organization]!.admin!, {
      org: organization,
      slug: "boiler-repair",
      budget,
      dry_run: false
    })
  )
  if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
  return error.queued_recommendation_id
}
const approveBy = async (id: string, by: string) => (await demo.run(approve({ organization, id, by }))).status
const budget = async () =>
  (
    await query<{ budget: number }>(
      "select c.budget from campaigns c join organizations o on o.id = c.organization_id where o.slug = 'fabrikam' and c.slug = 'boiler-repair'"
    )
  )[0]!.budget

beforeEach(async () => {
  await query(
    "update queued_writes set status = 'rejected', decided_at = now(), claimed_at = null where status = 'pending'"
  )
  await query("update campaigns set budget = 100, unpushed = '{}' where slug = 'boiler-repair'")
  await query("update organizations set second_approval_above = 10 where slug = 'fabrikam'")
})

describe("a rise above the owner's amount", () => {
  it("is executed when a second person approves, not when the first does so twice", async () => {
    const id = await hold(111)
    expect(await approveBy(id, olivia)).toBe("pending")
    expect(await approveBy(id, olivia)).toBe("pending")
    expect(await budget()).toBe(100)
    expect(await approveBy(id, femi)).toBe("approved")
    expect(await budget()).toBe(111)
  })

  it("can still be rejected after the first approval", async () => {
    const id = await hold(111)
    await approveBy(id, olivia)
    expect((await demo.run(reject({ organization, id, by: femi }))).status).toBe("rejected")
    expect(await budget()).toBe(100)
  })

  it("needs one approver at the amount itself, below it, and without a rule", async () => {
    expect(await approveBy(await hold(110), olivia)).toBe("approved")
    await query("update organizations set second_approval_above = null where slug = 'fabrikam'")
    await query("update campaigns set budget = 100, unpushed = '{}' where slug = 'boiler-repair'")
    expect(await approveBy(await hold(120), olivia)).toBe("approved")
  })

  it("is executed once, by two different people, however they race", async () => {
    for (let round = 0; round < 5; round++) {
      await query("update campaigns set budget = 100, unpushed = '{}' where slug = 'boiler-repair'")
      const id = await hold(112)
      const statuses = await staggered([() => approveBy(id, olivia), () => approveBy(id, femi)], round)
      expect([...statuses].sort()).toEqual(["approved", "pending"])
      expect(await budget()).toBe(112)
    }
  })

  it("records both approvals in the audit trail", async () => {
    const id = await hold(113)
    await approveBy(id, olivia)
    await approveBy(id, femi)
    const rows = await query<{ user_email: string; status_code: number }>(
      "select user_email, status_code from audit_events where operation = 'approvals.approve' order by at desc, id desc limit 2"
    )
    expect(rows.map(({ user_email }) => user_email).sort()).toEqual([femi, olivia])
  })
})

describe("the step of an approval", () => {
  it.each([
    [10, null, null, "execute"],
    [10, null, 10, "execute"],
    [10.01, null, 10, "record"],
    [10.01, 1, 10, "wait"],
    [10.01, 2, 10, "execute"],
    [0, null, 0, "execute"]
  ] as const)(
    "with a rise of %d, first approver %s and the amount %s: %4$s",
    (daily_rise, first_approved_by, above, step) => {
      expect(approvalStep({ daily_rise, first_approved_by }, above, 1)).toBe(step)
    }
  )
})

describe("the daily rise of a write", () => {
  const move = { campaign: 1, from: 100, to: 100, committed: 100, launched: true, goesLive: false }

  it.each([
    ["nothing", [], 0],
    ["a higher budget", [{ ...move, to: 115 }], 15],
    ["a lower budget", [{ ...move, to: 50 }], 0],
    [
      "a rise and a fall",
      [
        { ...move, to: 115 },
        { ...move, campaign: 2, to: 1 }
      ],
      15
    ],
    [
      "two new campaigns",
      [
        { ...move, campaign: null, from: null, to: 5 },
        { ...move, campaign: null, from: null, to: 6 }
      ],
      11
    ],
    ["a campaign that goes live", [{ ...move, goesLive: true }], 100]
  ])("of %s", (_, moves, rise) => {
    expect(dailyRise(moves)).toBe(rise)
  })
})
