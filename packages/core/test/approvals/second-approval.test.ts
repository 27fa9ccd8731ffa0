import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { approvalStep } from "../../src/approvals/decide.ts"
import { dailyRise } from "../../src/changes/guardrails/money.ts"
import { approve, reject } from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { holdTransaction, untilBlocked } from "../support/hold-transaction.ts"
import { runCore } from "../support/run-core.ts"
import { raceRounds, rounds, staggered } from "../support/staggered.ts"

const demo = await runCore()
const organization = "fabrikam"
const [olivia, femi] = ["olivia@northwind.test", "femi@fabrikam.test"]
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

const holdCall = async (operation: "campaigns.update" | "campaigns.set_state", values: object) => {
  const { error } = await demo.run(
    call(operation, demo.keys[organization]!.admin!, {
      org: organization,
      slug: "boiler-repair",
      ...values,
      dry_run: false
    })
  )
  if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
  return error.queued_recommendation_id
}
const hold = (budget: number) => holdCall("campaigns.update", { budget })
const campaign =
  "slug = 'boiler-repair' and organization_id = (select id from organizations where slug = 'fabrikam')"
const setCampaign = (values: string) =>
  query(`update campaigns set ${values}, wanted_state = null, unpushed = '{}' where ${campaign}`)
const approveBy = async (id: string, by: string) => (await demo.run(approve({ organization, id, by }))).status
const budget = async () =>
  (await query<{ budget: number }>(`select budget from campaigns where ${campaign}`))[0]!.budget

beforeEach(async () => {
  await query(
    "update queued_writes set status = 'rejected', decided_at = now(), claimed_at = null where status = 'pending'"
  )
  await setCampaign("budget = 100, state = 'live'")
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
    await setCampaign("budget = 100")
    expect(await approveBy(await hold(120), olivia)).toBe("approved")
  })

  it("is executed once, by two different people, however they race", async () => {
    for (let round = 0; round < 5; round++) {
      await setCampaign("budget = 100")
      const id = await hold(112)
      const statuses = await staggered([() => approveBy(id, olivia), () => approveBy(id, femi)], round)
      // Whoever approved first reads how the write stands after it: the other approval may have been quicker.
      expect(statuses).toContain("approved")
      expect(["approved", "pending"]).toEqual(expect.arrayContaining([...statuses]))
      expect(await budget()).toBe(112)
      expect(await query(`select id from actions where queued_write_id = '${id}'`)).toHaveLength(1)
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

it("a rule that an owner sets while the first person approves holds for this approval", async () => {
  await query("update organizations set second_approval_above = null where slug = 'fabrikam'")
  const id = await hold(113)
  const commit = await holdTransaction(
    demo,
    `with held as (select from organization_locks where organization_id =
       (select id from organizations where slug = 'fabrikam') for no key update)
     update organizations set second_approval_above = 10 from (select count(*) from held) h where slug = 'fabrikam'`
  )
  const approving = approveBy(id, olivia)
  await untilBlocked(demo, 1)
  await commit()
  expect([await approving, await budget()]).toEqual(["pending", 100])
})

describe("a resume whose budget changes while it waits", () => {
  const holdResume = async (values: string, above: number) => {
    await query(`update organizations set second_approval_above = ${above} where slug = 'fabrikam'`)
    await setCampaign(`${values}, state = 'paused'`)
    return holdCall("campaigns.set_state", { state: "live" })
  }
  const stateOf = async () =>
    (await query<{ state: string }>(`select state from campaigns where ${campaign}`))[0]!.state

  it("needs two approvers if the budget is then above the amount", async () => {
    const id = await holdResume("budget = 100", 110)
    await setCampaign("budget = 111")
    expect(await approveBy(id, olivia)).toBe("pending")
    for (const surface of ["rest", "mcp"] as const) {
      const { output } = await demo.run(
        call("queued_writes.get", demo.keys[organization]!.admin!, { queued_id: id }, { surface })
      )
      expect(output).toMatchObject({ status: "pending" })
    }
    expect(await stateOf()).toBe("paused")
    expect(await approveBy(id, femi)).toBe("approved")
    expect(await stateOf()).toBe("live")
  })

  it("needs one approver if the budget is then at the amount", async () => {
    const id = await holdResume("budget = 111", 110)
    await setCampaign("budget = 110")
    expect(await approveBy(id, olivia)).toBe("approved")
  })

  it("never goes live with one approver after the budget was raised, however the approvals race", async () => {
    await rounds(raceRounds(6), async (round) => {
      const resume = await holdResume("budget = 100", 110)
      const raise = await hold(120)
      const [resumed, raised] = await staggered(
        [() => approveBy(resume, olivia), () => approveBy(raise, femi)],
        round
      )
      expect(raised).toBe("approved")
      const order = await query<{ queued_write_id: string }>(
        `select queued_write_id from actions where queued_write_id in ('${resume}', '${raise}') order by sequence`
      )
      expect(order.map((row) => row.queued_write_id)).toEqual(
        resumed === "approved" ? [resume, raise] : [raise]
      )
      if (resumed === "pending") await demo.run(reject({ organization, id: resume, by: olivia }))
    })
  })
})

describe("a first approval", () => {
  const user = `(select id from users where email = '${olivia}')`
  const membership = `organization_id = (select id from organizations where slug = 'fabrikam') and user_id = ${user}`
  const firstOf = async (id: string) =>
    (
      await query<{ email: string }>(
        `select u.email from queued_writes q join users u on u.id = q.first_approved_by where q.id = '${id}'`
      )
    )[0]?.email

  it.each([
    ["demoted", `update memberships set role = 'member' where ${membership}`],
    ["removed", `delete from memberships where ${membership}`],
    ["disabled", `update users set disabled_at = now() where id = ${user}`]
  ])("does not count once its giver was %s", async (_, lose) => {
    const id = await hold(114)
    expect(await approveBy(id, olivia)).toBe("pending")
    try {
      await query(lose)
      expect(await approveBy(id, femi)).toBe("pending")
      expect([await budget(), await firstOf(id)]).toEqual([100, femi])
    } finally {
      await query(`update users set disabled_at = null where id = ${user}`)
      await query(`insert into memberships (organization_id, user_id, role)
        select id, ${user}, 'owner' from organizations where slug = 'fabrikam'
        on conflict (organization_id, user_id) do update set role = 'owner'`)
    }
    expect(await approveBy(id, olivia)).toBe("approved")
    expect(await budget()).toBe(114)
  })

  it("of the person whose key asked is one of two, and never enough alone", async () => {
    const [key] = await query<{ email: string }>(
      `select requester_user_email as email from queued_writes where id = '${await hold(116)}'`
    )
    const other = key!.email === olivia ? femi : olivia
    for (const order of [
      [key!.email, other],
      [other, key!.email]
    ] as const) {
      await setCampaign("budget = 100")
      const id = await hold(116)
      expect(await approveBy(id, order[0])).toBe("pending")
      expect(await approveBy(id, order[0])).toBe("pending")
      expect(await approveBy(id, order[1])).toBe("approved")
    }
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
    (dailyRise, firstApprover, above, step) => {
      expect(approvalStep(dailyRise, firstApprover, above, 1)).toBe(step)
    }
  )
})

describe("the daily rise of a write", () => {
  const move = { campaign: 1, from: 100, to: 100, committed: 100, left: 0, launched: true, goesLive: false }

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
