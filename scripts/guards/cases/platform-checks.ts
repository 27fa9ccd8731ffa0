import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const check = patchesIn("packages/core/src/changes/platform-check.ts")
const changes = patchesIn("packages/core/src/changes/changes.ts")
const push = patchesIn("packages/core/src/campaigns/push/settings.ts")
const state = patchesIn("packages/core/src/campaigns/edits/state.ts")
const setState = patchesIn("packages/core/src/campaigns/set-state.ts")
const direction = patchesIn("packages/core/src/campaigns/edits/direction.ts")
const mutate = patchesIn("packages/core/src/platform/google-ads/mutate.ts")
const externalChanges = patchesIn("packages/core/src/platform/google-ads/external-changes.ts")
const localTime = patchesIn("packages/core/src/platform/local-time.ts")
const save = patchesIn("packages/core/src/insight/recommendations/save.ts")
const advise = patchesIn("packages/core/src/insight/engine/advise.ts")

const checks = testsIn("packages/core/test/changes/platform-check.test.ts")
const outside = testsIn("packages/core/test/campaigns/outside-changes.test.ts")
const clocks = testsIn("packages/core/test/platform/clock-change.test.ts")
const stale = testsIn("packages/core/test/insight/recommendations/apply-stale.test.ts")
const applying = testsIn("packages/core/test/insight/recommendations/approved-plan.test.ts")

export const platformCheckGuards: GuardGroup = {
  title: "Platform checks and stale plans",
  guards: [
    {
      name: "check-changes-nothing",
      attack: "A preview changes the campaign in the ad platform",
      defence: "the request only validates",
      patches: [mutate("...(validateOnly ? { validateOnly } : {})", "...(validateOnly ? {} : {})")],
      provingTests: [checks("accepts a valid change and changes nothing")]
    },
    {
      name: "outside-overwritten",
      attack: "A raise replaces what somebody else has just set in the ad platform, and nobody notices",
      defence: "a push leaves a value that is not ours, unless its own is lower",
      patches: [push("conflicts: met.filter((change) => !mayOverwrite(change, known))", "conflicts: []")],
      provingTests: [
        outside("a raise does not overwrite a budget that others changed, and the campaign is in conflict")
      ]
    },
    {
      name: "outside-launched",
      attack: "A launch starts what others changed in the ad platform, after a sync has read it",
      defence: "a campaign in conflict is not launched",
      patches: [state('to === "live" && !empty ? yield* conflictProblem(context, campaign) : null', "null")],
      provingTests: [
        outside("a pause is written in a conflict, and a launch is refused until somebody has decided")
      ]
    },
    {
      name: "check-refused",
      attack: "A preview promises a change that the ad platform rejects",
      defence: "the platform's error appears as verdict and warning, and blocks a launch",
      patches: [check(`failure._tag === "PlatformRefused"`, `failure._tag === "SqlError"`)],
      provingTests: [
        checks("reports what only the platform refuses, also as a warning; execution does not check again"),
        checks("blocks the preview of a launch that it refuses")
      ]
    },
    {
      name: "check-worst",
      attack: "One account accepts a change, which hides another account's rejection",
      defence: "the worst verdict decides",
      patches: [check(`["refused", "unchecked", "accepted"]`, `["accepted", "unchecked", "refused"]`)],
      provingTests: [checks("refuses the whole plan if one account refuses")]
    },
    {
      name: "check-pause",
      attack: "The ad platform's error blocks a pause",
      defence: "it blocks only launches",
      patches: [setState(`to === "live" ? blockerOf(check) : null`, "blockerOf(check)")],
      provingTests: [checks("blocks the preview of a launch that it refuses")]
    },
    {
      name: "check-slow",
      attack: "An ad platform that does not respond delays every preview",
      defence: "a timeout of two seconds for the check",
      patches: [check("const timeLimit = Duration.seconds(2)", "const timeLimit = Duration.seconds(900)")],
      provingTests: [checks("times out after two seconds")]
    },
    {
      name: "check-approver",
      attack: "An approver decides without the ad platform's verdict",
      defence: "the check completes the preview of a queued write",
      patches: [changes("completePreview(organization, queued, render(findings))", "Effect.void")],
      provingTests: [checks("is shown to an approver, for a change and for an undo")]
    },
    {
      name: "stale-direction",
      attack: "A recommended increase lowers a budget that a person meanwhile raised further",
      defence: "a plan whose direction changed is stale",
      patches: [
        direction(
          `direction === "none" || direction === directionOf(planned.from, planned.to)`,
          `direction !== undefined`
        )
      ],
      provingTests: [
        stale("is stale if it would lower a budget that a person raised"),
        stale("is stale if it would raise a budget that a person lowered")
      ]
    },
    {
      name: "applying-detect",
      attack: "A detector replaces the details of a recommendation while it is being applied",
      defence: "details are frozen from the claim of an apply to its settlement",
      patches: [save("where recommendations.applying_at is null\n", "")],
      provingTests: [
        applying("keeps its details until it is settled, whatever a detector finds meanwhile"),
        applying("keeps its details also from a run that started before the claim")
      ]
    },
    {
      name: "applying-engine",
      attack: "The engine's own refresh dismisses a recommendation while it is being applied",
      defence: "the refresh does not change it until it is settled",
      patches: [advise("\n        and applying_at is null", "")],
      provingTests: [applying("is neither replaced nor dismissed by the engine's own refresh")]
    },
    {
      name: "repeated-hour-query",
      attack: "Someone edits a campaign in the hour that repeats when clocks go back, and a sync misses it",
      defence: "the query starts at the earliest local time that the edit can have",
      patches: [externalChanges("earliestLocalFrom(from, timeZone)", "localOf(from, timeZone)")],
      provingTests: [clocks("are found from the last look on, and none from before it")]
    },
    {
      name: "repeated-hour-time",
      attack: "The same: the edit is found, but dated before the last sync",
      defence: "an ambiguous local time is read as the later one, unless that is in the future",
      patches: [localTime("past.length > 0 ? Math.max(...past)", "past.length > 0 ? Math.min(...past)")],
      provingTests: [
        clocks("are found from the last look on, and none from before it"),
        clocks(
          "a change at %s, read at %s UTC, was made at %s UTC",
          "01:30:00.000000",
          "12:00:00",
          "09:30:00"
        )
      ]
    }
  ]
}
