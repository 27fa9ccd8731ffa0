import { type Chapter, cutsIn, testsIn } from "../guard.ts"

const check = cutsIn("packages/core/src/changes/platform-check.ts")
const changes = cutsIn("packages/core/src/changes/changes.ts")
const setState = cutsIn("packages/core/src/campaigns/set-state.ts")
const direction = cutsIn("packages/core/src/campaigns/edits/direction.ts")
const mutate = cutsIn("packages/core/src/platform/google-ads/mutate.ts")
const save = cutsIn("packages/core/src/insight/recommendations/save.ts")
const advise = cutsIn("packages/core/src/insight/engine/advise.ts")

const checks = testsIn("packages/core/test/changes/platform-check.test.ts")
const stale = testsIn("packages/core/test/insight/recommendations/apply-stale.test.ts")
const applying = testsIn("packages/core/test/insight/recommendations/approved-plan.test.ts")

export const platformCheckGuards: Chapter = {
  title: "The platform's check, and plans that no longer hold",
  guards: [
    {
      name: "check-changes-nothing",
      attack: "A preview changes the campaign in the ad platform",
      held: "the platform is asked to validate only",
      cuts: [mutate("...(validateOnly ? { validateOnly } : {})", "...(validateOnly ? {} : {})")],
      witnesses: [checks("accepts what it would take, and nothing is changed anywhere")]
    },
    {
      name: "check-refused",
      attack: "A preview promises a change that the ad platform refuses",
      held: "the platform's refusal is the verdict, a warning, and a blocker of a launch",
      cuts: [check(`failure._tag === "PlatformRefused"`, `failure._tag === "SqlError"`)],
      witnesses: [
        checks("refuses what only the platform knows, also among the warnings; executing does not ask again"),
        checks("blocks the preview of a launch that it refuses")
      ]
    },
    {
      name: "check-worst",
      attack: "One account accepts a change and hides that another refuses it",
      held: "the worst verdict decides",
      cuts: [check(`["refused", "unchecked", "accepted"]`, `["accepted", "unchecked", "refused"]`)],
      witnesses: [checks("one refused account decides for all")]
    },
    {
      name: "check-pause",
      attack: "The ad platform's refusal blocks a pause",
      held: "only launches are blocked by it",
      cuts: [setState(`to === "live" ? refusedThere(check) : null`, "refusedThere(check)")],
      witnesses: [checks("blocks the preview of a launch that it refuses")]
    },
    {
      name: "check-slow",
      attack: "An ad platform that does not answer holds up every preview",
      held: "the check has two seconds",
      cuts: [check("const timeLimit = Duration.seconds(2)", "const timeLimit = Duration.seconds(900)")],
      witnesses: [checks("is given up after two seconds")]
    },
    {
      name: "check-approver",
      attack: "An approver decides without the ad platform's verdict",
      held: "the check completes the preview of a queued write",
      cuts: [changes("completePreview(organization, queued, show(check))", "Effect.void")],
      witnesses: [checks("is what an approver sees, for a change and for an undo")]
    },
    {
      name: "stale-direction",
      attack: "A recommended raise lowers a budget that a person raised further since",
      held: "a plan whose direction changed is stale",
      cuts: [
        direction(
          `direction === "none" || direction === directionOf(planned.from, planned.to)`,
          `direction !== undefined`
        )
      ],
      witnesses: [
        stale("is stale where applying it would lower a budget that a person raised"),
        stale("is stale where applying it would raise a budget that a person lowered")
      ]
    },
    {
      name: "applying-detect",
      attack: "A detector replaces the details of a recommendation while it is being applied",
      held: "details are frozen from the claim of an apply to its settlement",
      cuts: [save("where recommendations.applying_at is null\n", "")],
      witnesses: [
        applying("keeps its details until it is settled, whatever a detector finds meanwhile"),
        applying("keeps its details also from a run that began before it was claimed")
      ]
    },
    {
      name: "applying-engine",
      attack: "The engine's own refresh dismisses a recommendation while it is being applied",
      held: "the refresh leaves it alone until it is settled",
      cuts: [advise("\n        and applying_at is null", "")],
      witnesses: [applying("is neither replaced nor dismissed by the engine's own refresh")]
    }
  ]
}
