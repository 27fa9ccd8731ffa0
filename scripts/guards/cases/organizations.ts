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
const byToken = "%s > for the token of somebody who belongs to other organizations"

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
      defence: "it is looked for in the key's own organization",
      patches: [anyTask],
      provingTests: [surfaces(byKey, "tasks.get")]
    },
    {
      name: "foreign-queued-write",
      attack: "The id of another organization's queued write",
      defence: "it is looked for in the key's own organization",
      patches: [
        getQueuedWrite("where organization_id = $1 and id = $2", "where $1::bigint is not null and id = $2")
      ],
      provingTests: [surfaces(byKey, "queued_writes.get")]
    },
    {
      name: "foreign-action",
      attack: "The id of another organization's action",
      defence: "it is looked for in the key's own organization",
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
      defence: "it is looked for in the key's own organization",
      patches: [
        recommendation(
          "from recommendations where organization_id = $1 and id = $2`)",
          "from recommendations where $1::bigint is not null and id = $2`)"
        )
      ],
      provingTests: [surfaces(byKey, "recommendations.apply")]
    },
    {
      name: "foreign-by-person",
      attack: "An id of an organization to which the person of a token does not belong",
      defence: "only organizations of the person are looked through",
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
      defence: "a thing is looked for in that organization; behind that, it is read there",
      patches: [
        organizationAccess("rows.find((row) => row.id === owner?.organization_id)", "rows[0]"),
        anyTask
      ],
      provingTests: [surfaces(byToken, "tasks.get")]
    },
    {
      name: "token-passed-on",
      attack: "A caller's token is handed on to the ad platform",
      defence: "the platform only sees tokens that it gave out itself",
      patches: [
        platformClient(
          "const sent = http.execute(requestFor(caller, request as ApiRequest<unknown, unknown>, token)).pipe(",
          `const asked = (yield* Effect.context<never>()).unsafeMap.get("@effect/platform/HttpServerRequest")
        const passedOn = asked === undefined ? {} : { "x-caller": asked.headers.authorization }
        const sent = http.execute(HttpClientRequest.setHeaders(requestFor(caller, request as ApiRequest<unknown, unknown>, token), passedOn)).pipe(`
        )
      ],
      provingTests: [secrecy(never)]
    },
    {
      name: "trace-passed-on",
      attack: "The ad platform learns which of our requests it works for",
      defence: "no trace goes along",
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
      defence: "writers of an organization take its lock before they look",
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
