import { describe, expect, it } from "vitest"
import { planDifferences, type StoredPlan } from "../../src/changes/stored-plan.ts"
import type { PlannedWrite } from "../../src/changes/write.ts"

type QueuedStep = StoredPlan["actions"][number]["steps"][number]

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
  sentence: { subject: "Daily budget", of: "boiler-repair", from: "100", to: "90", currency: "USD" },
  essence: { field: "budget", from: 100, to: 90 },
  empty: false,
  stopsSpend: true,
  movesBudget: true
}

const queuedPlan = (...steps: ReadonlyArray<QueuedStep>): StoredPlan => ({
  actions: [{ op: "test", campaign: 1, undoes: null, steps }]
})

/** Returns a plan with these steps. */
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

describe("a plan compared with the stored one", () => {
  it("is the same in any order of stored fields", () => {
    const stored = { ...lower, essence: { to: 90, field: "budget", from: 100 } }
    expect(planDifferences(queuedPlan(pause, stored), planned([pause, lower]))).toEqual([])
  })

  it("differs if a budget starts from another value, even if it is lowered", () => {
    const now: QueuedStep = {
      ...lower,
      essence: { field: "budget", from: 110, to: 90 },
      sentence: { ...lower.sentence, from: "110" }
    }
    expect(planDifferences(queuedPlan(lower), planned([now]))).toEqual([
      {
        queued: "boiler-repair: Daily budget from $100 to $90",
        now: "boiler-repair: Daily budget from $110 to $90"
      }
    ])
  })

  it("is the same if it stops the same spend from another state", () => {
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

  it("differs if a step was added, removed or became empty", () => {
    expect(planDifferences(queuedPlan(lower), planned([lower, pause]))).toEqual([
      { queued: "nothing", now: "boiler-repair: Paused, from live" }
    ])
    expect(planDifferences(queuedPlan(lower, pause), planned([lower]))).toEqual([
      { queued: "boiler-repair: Paused, from live", now: "nothing" }
    ])
    expect(planDifferences(queuedPlan(lower), planned([{ ...lower, empty: true }]))).toEqual([
      { queued: "boiler-repair: Daily budget from $100 to $90", now: "nothing" }
    ])
  })

  it("differs for another campaign or undone action, and if an action was added or removed", () => {
    const other = { campaign: { id: 2, slug: "emergency-plumber" } }
    expect(planDifferences(queuedPlan(pause), planned([pause], other))).toHaveLength(1)
    expect(
      planDifferences(queuedPlan(pause), planned([pause], { undoes: { action: "act_1" } }))
    ).toHaveLength(1)
    expect(planDifferences({ actions: [] }, planned([pause]))).toHaveLength(1)
    expect(planDifferences(queuedPlan(pause), { actions: [] })).toHaveLength(1)
  })
})
