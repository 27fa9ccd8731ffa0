import { expect, it } from "vitest"
import { obstacleOf } from "../../src/platform/google-ads/obstacles.ts"

it("takes the most certain reason that keeps a campaign from being shown, in words", () => {
  expect(obstacleOf("NOT_ELIGIBLE", ["BIDDING_STRATEGY_LIMITED", "NO_KEYWORDS"])).toEqual({
    about: "other",
    text: "it has no keywords"
  })
  expect(obstacleOf("ELIGIBLE", [])).toBeNull()
})

it("blames disapproved ads only where they stop the campaign altogether", () => {
  expect(obstacleOf("NOT_ELIGIBLE", ["HAS_ASSET_GROUPS_DISAPPROVED"])?.about).toBe("ads")
  expect(obstacleOf("LIMITED", ["HAS_ADS_DISAPPROVED"])).toEqual({
    about: "other",
    text: "some of its ads are disapproved"
  })
})

it("says nothing of reasons that lower no delivery, or that it does not know", () => {
  expect(
    obstacleOf("LIMITED", ["BUDGET_CONSTRAINED", "BIDDING_STRATEGY_LEARNING", "SOMETHING_NEW"])
  ).toBeNull()
})
