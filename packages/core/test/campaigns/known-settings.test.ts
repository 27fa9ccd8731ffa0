import { describe, expect, it } from "vitest"
import { knownSettings, mayOverwrite } from "../../src/campaigns/known-settings.ts"
import type { PlatformCampaign } from "../../src/platform/model.ts"
import { findOutsideChanges } from "../../src/platform/outside-changes.ts"

type Row = Parameters<typeof knownSettings>[0]

const row = (more: Partial<Row> = {}): Row => ({
  id: 7,
  name: "One",
  budget: 10,
  target_cpa: null,
  ai_max: false,
  state: "live",
  wanted_state: null,
  unpushed: [],
  unpushed_from: {},
  last_synced_at: "2026-01-05T09:00:00.000Z",
  platform_resource_name: "c/1",
  platform_budget_resource_name: "b/1",
  ...more
})
const there = (more: Partial<PlatformCampaign> = {}): PlatformCampaign => ({
  ref: "c/1",
  platformId: "1",
  name: "One",
  channel: "search",
  aiMax: false,
  textAutomation: false,
  state: "live",
  budgetRef: "b/1",
  budget: 10,
  total: null,
  ends: null,
  budgetUsers: 1,
  bidding: "MAXIMIZE_CONVERSIONS",
  portfolio: false,
  targetCpa: null,
  ...more
})
const fieldsOf = (ours: Row, theirs: PlatformCampaign) =>
  findOutsideChanges(knownSettings(ours, 1)!, theirs).map(({ field }) => field)

describe("settings that others changed", () => {
  it.each([
    ["nothing differs", row(), there(), []],
    ["another budget", row(), there({ budget: 14 }), ["budget"]],
    ["a fraction of our budget's last unit", row(), there({ budget: 9.01 }), []],
    ["a fraction above our budget", row(), there({ budget: 10.01 }), ["budget"]],
    ["a new target", row(), there({ targetCpa: 20 }), ["target_cpa"]],
    ["a target within a cent", row({ target_cpa: 20.01 }), there({ targetCpa: 20.009 }), []],
    ["name and state", row(), there({ name: "Two", state: "paused" }), ["name", "state"]],
    ["a draft is paused there", row({ state: "draft" }), there({ state: "paused" }), []],
    [
      "the value before our own change",
      row({ budget: 12, unpushed: ["budget"], unpushed_from: { budget: [10] } }),
      there(),
      []
    ],
    [
      "an earlier change of ours that arrived",
      row({ budget: 12, unpushed: ["budget"], unpushed_from: { budget: [10, 11] } }),
      there({ budget: 11 }),
      []
    ],
    [
      "neither ours nor the value before it",
      row({ budget: 12, unpushed: ["budget"], unpushed_from: { budget: [10] } }),
      there({ budget: 14 }),
      ["budget"]
    ],
    [
      "a change from before values were recorded",
      row({ budget: 12, unpushed: ["budget"] }),
      there({ budget: 14 }),
      []
    ],
    ["a state that is being sent", row({ unpushed: ["state"] }), there({ state: "paused" }), []],
    ["a campaign that is being created", row({ last_synced_at: null }), there({ name: "Two" }), []]
  ])("%s", (_title, ours, theirs, fields) => expect(fieldsOf(ours, theirs)).toEqual(fields))

  it("are unknown for a campaign that is not there", () =>
    expect(knownSettings(row({ platform_resource_name: null }), 1)).toBeNull())
})

describe("a change of others is overwritten", () => {
  const may = (field: "budget" | "target_cpa" | "name", ours: number, theirs: number, before: number) =>
    mayOverwrite({ field, ours, theirs }, { expected: { [field]: [before] } })

  it.each([
    ["by a budget below both", may("budget", 8, 14, 10), true],
    ["not by one that equals what was seen", may("budget", 10, 14, 10), false],
    ["not by one between both", may("budget", 11, 14, 10), false],
    ["not by one above theirs", may("budget", 8, 5, 10), false],
    ["not by one that equals theirs", may("budget", 8, 8, 10), false],
    ["by a target below both", may("target_cpa", 8, 14, 10), true],
    ["never by a name", may("name", 8, 14, 10), false],
    ["by a pause", mayOverwrite({ field: "state", ours: "paused", theirs: "live" }, { expected: {} }), true],
    [
      "not by a launch",
      mayOverwrite({ field: "state", ours: "live", theirs: "paused" }, { expected: {} }),
      false
    ],
    [
      "by a target where there was none",
      mayOverwrite({ field: "target_cpa", ours: 8, theirs: null }, { expected: { target_cpa: [null] } }),
      true
    ]
  ])("%s", (_title, allowed, expected) => expect(allowed).toBe(expected))
})
