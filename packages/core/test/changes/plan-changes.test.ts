import { describe, expect, it } from "vitest"
import { planDifferences, type QueuedPlan } from "../../src/changes/approvals/queued-plan.ts"
import type { PlannedWrite } from "../../src/changes/write.ts"

type QueuedStep = QueuedPlan["actions"][number]["steps"][number]

const pause: QueuedStep = {
  kind: "campaign.state",
  version: 1,
  input: { campaign: 1, to: "paused" },
  sentence: { subject: "State", of: "boiler-repair", did: "Paused, from live" },
  essence: { from: "live", to: "paused" },
  empty: false,
  stopsSpend: true,
  movesBudget: false
}
const lower: QueuedStep = {
  kind: "campaign.field",
  version: 1,
  input: { campaign: 1, field: "budget", to: 90 },
  sentence: { subject: "Daily budget", of: "boiler-repair", from: "100", to: "90" },
  essence: { field: "budget", from: 100, to: 90 },
  empty: false,
  stopsSpend: true,
  movesBudget: true
}

const queuedPlan = (...steps: ReadonlyArray<QueuedStep>): QueuedPlan => ({
  actions: [{ op: "test", campaign: 1, undoes: null, steps }]
})

/** A plan of the engine that does these steps. */
const planned = (steps: ReadonlyArray<QueuedStep>, more: object = {}): Pick<PlannedWrite, "actions"> =>
  ({
    actions: [
      {
        op: "test",
        campaign: { id: 1, slug: "boiler-repair" },
        ...more,
        planned: steps.map(({ empty, essence, input, kind, movesBudget, sentence, stopsSpend, version }) => ({
          step: { kind, version, input },
          edit: { kind, version },
          plan: { sentence, hashedContent: essence, empty, stopsSpend, moves: movesBudget ? [{}] : [] }
        }))
      }
    ]
  }) as unknown as Pick<PlannedWrite, "actions">

describe("a plan that is compared with the kept one", () => {
  it("is the same whatever the order of fields in what was stored", () => {
    const stored = { ...lower, essence: { to: 90, field: "budget", from: 100 } }
    expect(planDifferences(queuedPlan(pause, stored), planned([pause, lower]))).toEqual([])
  })

  it("differs where a budget starts from elsewhere, also where it is lowered", () => {
    const now: QueuedStep = {
      ...lower,
      essence: { field: "budget", from: 110, to: 90 },
      sentence: { ...lower.sentence, from: "110" }
    }
    expect(planDifferences(queuedPlan(lower), planned([now]))).toEqual([
      "queued: boiler-repair: Daily budget from 100 to 90; now: boiler-repair: Daily budget from 110 to 90"
    ])
  })

  it("is the same where it stops the same spend from elsewhere", () => {
    const now: QueuedStep = { ...pause, essence: { from: "error", to: "paused" } }
    expect(planDifferences(queuedPlan(pause), planned([now]))).toEqual([])
    for (const other of [
      { ...now, stopsSpend: false },
      { ...now, movesBudget: true },
      { ...now, input: { campaign: 2, to: "paused" } },
      { ...now, version: 2 },
      { ...now, kind: "keywords.state" }
    ]) {
      expect(planDifferences(queuedPlan(pause), planned([other]))).toHaveLength(1)
    }
    expect(planDifferences(queuedPlan({ ...pause, stopsSpend: false }), planned([now]))).toHaveLength(1)
    expect(planDifferences(queuedPlan({ ...pause, movesBudget: true }), planned([now]))).toHaveLength(1)
  })

  it("differs where a step came, went or has nothing left to do", () => {
    expect(planDifferences(queuedPlan(lower), planned([lower, pause]))).toEqual([
      "queued: nothing; now: boiler-repair: Paused, from live"
    ])
    expect(planDifferences(queuedPlan(lower, pause), planned([lower]))).toEqual([
      "queued: boiler-repair: Paused, from live; now: nothing"
    ])
    expect(planDifferences(queuedPlan(lower), planned([{ ...lower, empty: true }]))).toEqual([
      "queued: boiler-repair: Daily budget from 100 to 90; now: nothing"
    ])
  })

  it("differs on another campaign, where another action is undone, and where an action came or went", () => {
    const other = { campaign: { id: 2, slug: "emergency-plumber" } }
    expect(planDifferences(queuedPlan(pause), planned([pause], other))).toHaveLength(1)
    expect(
      planDifferences(queuedPlan(pause), planned([pause], { undoes: { action: "act_1" } }))
    ).toHaveLength(1)
    expect(planDifferences({ actions: [] }, planned([pause]))).toHaveLength(1)
    expect(planDifferences(queuedPlan(pause), { actions: [] })).toHaveLength(1)
  })
})
