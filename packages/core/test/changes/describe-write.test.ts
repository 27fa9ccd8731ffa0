import { describe, expect, it } from "vitest"
import { describeWrite } from "../../src/changes/approvals/describe.ts"
import type { OperationName } from "../../src/contract/index.ts"

const said = (operation: OperationName, input: object, preview: object | null = null) =>
  describeWrite({ operation, input, preview, campaign: "boiler-repair" })

describe("a queued write in one sentence", () => {
  it.each<[string, OperationName, object, object | null]>([
    [
      "Change boiler-repair: state from paused to live",
      "campaigns.set_state",
      { state: "live" },
      { would_change: { state: { from: "paused", to: "live" } } }
    ],
    ["Change boiler-repair: daily budget to 70", "campaigns.update", { budget: 70 }, null],
    [
      "Exclude from boiler-repair (exact): a, b, c, d, e and 2 more",
      "keywords.add_negatives",
      { keywords: [..."abcdefg"], match_type: "exact" },
      null
    ],
    [
      "Draft a brand campaign from https://a.test with a daily budget of 20",
      "campaigns.create",
      { type: "brand", website_url: "https://a.test", budget: 20 },
      null
    ],
    [
      "Add an ad to boiler-repair for https://a.test/b",
      "campaigns.create_ad",
      { url: "https://a.test/b" },
      null
    ],
    [
      "Apply rec_1 on boiler-repair: Pause 3 keywords",
      "recommendations.apply",
      { id: "rec_1" },
      { would_apply: [{ op: "pause_keyword", summary: "Pause 3 keywords" }] }
    ],
    ["Undo act_1", "actions.undo", { id: "act_1" }, null],
    ['reports.generate {"type":"weekly"}', "reports.generate", { type: "weekly" }, null]
  ])("%s", (sentence, operation, input, preview) => {
    expect(said(operation, input, preview)).toBe(sentence)
  })
})
