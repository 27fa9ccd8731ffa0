import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const underLock = patchesIn("packages/core/src/changes/under-lock.ts")
const keptPlan = patchesIn("packages/core/src/changes/approvals/queued-plan.ts")
const decide = patchesIn("packages/core/src/changes/approvals/decide.ts")
const queuedWrite = patchesIn("packages/core/src/changes/approvals/queued-write.ts")
const queueLimit = patchesIn("packages/core/src/changes/approvals/queue-limit.ts")
const hold = patchesIn("packages/core/src/changes/approvals/hold.ts")

const keptPlans = testsIn("packages/core/test/changes/queued-plans.test.ts")
const approvedPlan = testsIn("packages/core/test/insight/recommendations/approved-plan.test.ts")
const order = testsIn("packages/core/test/changes/approval-order.test.ts")
const queue = testsIn("packages/core/test/changes/approval-queue.test.ts")
const limits = testsIn("packages/core/test/changes/queue-limit.test.ts")
const queuedWrites = testsIn("packages/core/test/changes/queued-writes.test.ts")

const unchanged = underLock(
  "return planDifferences(plan, planned).map(",
  "return planDifferences(plan, planned).slice(0, 0).map("
)

export const approvalGuards: GuardGroup = {
  title: "Approvals",
  guards: [
    {
      name: "approved-plan",
      attack: "A detector replaces the details of a recommendation while its apply waits for approval",
      defence: "approval executes the stored plan; behind that, a plan that differs from it is stale",
      patches: [underLock("approved?.plan ?? undefined\n  )", "undefined\n  )"), unchanged],
      provingTests: [
        approvedPlan("does what its approver saw, and the recommendation shows that"),
        approvedPlan("sets the target that the approver saw")
      ]
    },
    {
      name: "approved-plan-stale",
      attack: "The campaign changes while a write waits, so that approving it does something else",
      defence: "the approval fails as `preview_stale` if the plan differs from the stored one",
      patches: [unchanged],
      provingTests: [
        keptPlans("fails as stale, with the differences, if it would not do what was queued"),
        keptPlans("shows its approver the current plan"),
        keptPlans("that undoes an action restores what the approver saw, or nothing")
      ]
    },
    {
      name: "approved-plan-lowered",
      attack:
        "A queued decrease lowers a budget, which a person raised meanwhile, by more than the preview showed",
      defence: "only a write that stops spend without changing a budget can start from another state",
      patches: [keptPlan(" && !queued.movesBudget && !current.movesBudget", "")],
      provingTests: [keptPlans("does not lower a budget by more than its approver saw")]
    },
    {
      name: "approved-without-plan",
      attack: "The same, with a write that an older version queued without a plan",
      defence: "the approval requires the hash of the preview that the approver saw",
      patches: [
        underLock(
          "previewedHash === null || previewedHash === previewHash(request, planned)",
          "previewedHash !== undefined"
        )
      ],
      provingTests: [keptPlans("is stale otherwise")]
    },
    {
      name: "approval-claim",
      attack: "The rejected call of a second approver marks a write as failed that the first call executed",
      defence: "only the holder of the claim settles a write; behind that, only a claimed write is settled",
      patches: [
        decide(
          `if (problem !== null) return yield* problem
      // The approver`,
          "// The approver"
        ),
        queuedWrite(
          `const isClaimedSql = "status = 'pending' and claimed_at is not null"`,
          `const isClaimedSql = "true"`
        )
      ],
      provingTests: [
        approvedPlan("the second, refused approval does not settle the write that the first executes")
      ]
    },
    {
      name: "approval-lock",
      attack: "One person rejects a write while another approves it",
      defence: "the row is locked before its status is read",
      patches: [queuedWrite(`lock ? "for no key update" : ""`, `lock ? "" : ""`)],
      provingTests: [order("is not executed after its rejection commits, however far the approval has come")]
    },
    {
      name: "withdraw-others",
      attack: "Another key of the same person withdraws a queued write",
      defence: "only the credential that requested a write withdraws it",
      patches: [
        queuedWrite("queuedWrite.requester_key_id === caller.keyId", "queuedWrite.requester_key_id !== null")
      ],
      provingTests: [
        queuedWrites("needs no scope, and works only for the credential that requested the write")
      ]
    },
    {
      name: "queue-stops-spend",
      attack: "A full approval queue prevents pausing a campaign",
      defence: "a write that stops spend is always queued",
      patches: [queueLimit("if (stopsSpend) return null", "")],
      provingTests: [queue("accepts a write that stops spend"), limits("with %j returns %j")]
    },
    {
      name: "queue-per-caller",
      attack: "One caller fills the approval queue for everyone",
      defence: "one caller can fill at most half of the queue",
      patches: [queueLimit("own >= callerMax ?", "own > limit ?")],
      provingTests: [queue("holds at most half of its limit from one caller"), limits("with %j returns %j")]
    },
    {
      name: "queue-limit",
      attack: "Unlimited queued writes hide the ones that a person has to decide",
      defence: "the queue has a limit",
      patches: [queueLimit("if (pending >= limit)", "if (limit < 0)")],
      provingTests: [queue("refuses with its limit, on both surfaces, and accepts replays and previews")]
    },
    {
      name: "queue-repetition",
      attack: "A retrying caller queues one change several times, and a person approves it twice",
      defence: "the same write of the same caller is queued once",
      patches: [hold("if (same !== null) return", "if (same === undefined) return")],
      provingTests: [queue("returns the same id, is marked as a replay, and is queued once")]
    }
  ]
}
