import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const getTask = patchesIn("packages/core/src/tasks/get-task.ts")
const getQueuedWrite = patchesIn("packages/core/src/changes/get-queued-write.ts")
const actionLog = patchesIn("packages/core/src/changes/action-log.ts")
const recommendation = patchesIn("packages/core/src/insight/recommendations/rows.ts")
const organizationAccess = patchesIn("packages/core/src/access/organization-access.ts")
const platformClient = patchesIn("packages/core/src/platform/google-ads/client.ts")
const organizationLock = patchesIn("packages/core/src/access/organization-lock.ts")

const surfaces = testsIn("packages/server/test/surfaces/attacks.test.ts")
const secrecy = testsIn("packages/core/test/platform/secrecy.test.ts")
const updates = testsIn("packages/core/test/changes/update.test.ts")

const never = "never sends a caller's token, and never logs or traces a token"

const byKey = "%s > for a key"
const byToken = "%s > for the token of a person in other organizations"

const anyTask = getTask("where organization_id = $1 and id = $2", "where $1::bigint is not null and id = $2")

const unlocked = organizationLock(
  "where organization_id = $1 for no key update",
  "where organization_id = $1"
)

export const organizationGuards: GuardGroup = {
  title: "Other organizations, the ad platform and money",
  guards: [
    {
      name: "foreign-task",
      attack: "The id of another organization's task",
      defence: "the lookup is limited to the key's own organization",
      patches: [anyTask],
      provingTests: [surfaces(byKey, "tasks.get")]
    },
    {
      name: "foreign-queued-write",
      attack: "The id of another organization's queued write",
      defence: "the lookup is limited to the key's own organization",
      patches: [
        getQueuedWrite("where organization_id = $1 and id = $2", "where $1::bigint is not null and id = $2")
      ],
      provingTests: [surfaces(byKey, "queued_writes.get")]
    },
    {
      name: "foreign-action",
      attack: "The id of another organization's action",
      defence: "the lookup is limited to the key's own organization",
      patches: [
        actionLog(
          "from actions where organization_id = ${organization} and id = ${id}`",
          "from actions where ${organization}::bigint is not null and id = ${id}`"
        )
      ],
      provingTests: [surfaces(byKey, "actions.undo")]
    },
    {
      name: "foreign-recommendation",
      attack: "The id of another organization's recommendation",
      defence: "the lookup is limited to the key's own organization",
      patches: [
        recommendation(
          "from recommendations as one where organization_id = $1 and id = $2`)",
          "from recommendations as one where $1::bigint is not null and id = $2`)"
        )
      ],
      provingTests: [surfaces(byKey, "recommendations.apply")]
    },
    {
      name: "foreign-by-person",
      attack: "An id from an organization to which the token's person does not belong",
      defence: "only the person's organizations are searched",
      patches: [
        organizationAccess(
          "where (m.role is not null or o.adops_team_id in (select team_id from adops_team_members where user_id = $1))`",
          "where (true or m.role is not null)`"
        )
      ],
      provingTests: [
        surfaces(byToken, "tasks.get"),
        surfaces(byToken, "queued_writes.get"),
        surfaces(byToken, "actions.undo"),
        surfaces(byToken, "recommendations.apply")
      ]
    },
    {
      name: "foreign-by-person-anywhere",
      attack: "The same, where the person belongs to some organization",
      defence: "the lookup is limited to that organization; behind that, so is the read",
      patches: [
        organizationAccess("rows.find((row) => row.id === owner?.organization_id)", "rows[0]"),
        anyTask
      ],
      provingTests: [surfaces(byToken, "tasks.get")]
    },
    {
      name: "token-passed-on",
      attack: "A caller's token is forwarded to the ad platform",
      defence: "the platform receives only tokens that it issued",
      patches: [
        platformClient(
          ".execute(requestFor(caller, request as ApiRequest<unknown, unknown>, token, traceparent))",
          `.execute(HttpClientRequest.setHeaders(requestFor(caller, request as ApiRequest<unknown, unknown>, token, traceparent), (() => {
            const asked = (callerContext as any).unsafeMap.get("@effect/platform/HttpServerRequest")
            return asked === undefined ? {} : { "x-caller": asked.headers.authorization }
          })()))`
        ),
        platformClient(
          "const traceparent = yield* traceParent",
          "const traceparent = yield* traceParent\n        const callerContext = yield* Effect.context<never>()"
        )
      ],
      provingTests: [secrecy(never)]
    },
    {
      name: "trace-passed-on",
      attack: "The ad platform receives the ids of our requests",
      defence: "Google receives no trace headers",
      patches: [
        platformClient(
          "HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)",
          "HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, true)"
        )
      ],
      provingTests: [secrecy(never)]
    },
    {
      name: "budget-race",
      attack: "Two hosts raise budgets at once, each within the cap alone",
      defence: "a write takes its organization's lock before it reads",
      patches: [unlocked],
      provingTests: [updates("do not both use the remaining headroom of the monthly cap")]
    },
    {
      name: "quota-race",
      attack: "Two hosts write at once when one write of the day is left",
      defence: "the quota is counted under the same lock",
      patches: [unlocked],
      provingTests: [updates("do not both use the last write of the day")]
    }
  ]
}
