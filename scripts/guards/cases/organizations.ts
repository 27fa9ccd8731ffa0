import { type Chapter, cutsIn, testsIn } from "../guard.ts"

const getTask = cutsIn("packages/core/src/tasks/get-task.ts")
const getQueuedWrite = cutsIn("packages/core/src/changes/get-queued-write.ts")
const actionLog = cutsIn("packages/core/src/changes/action-log.ts")
const recommendation = cutsIn("packages/core/src/insight/recommendations/rows.ts")
const organizationAccess = cutsIn("packages/core/src/access/organization-access.ts")
const platformClient = cutsIn("packages/core/src/platform/google-ads/client.ts")
const rules = cutsIn("packages/core/src/changes/organization.ts")

const surfaces = testsIn("packages/cli/test/surfaces/attacks.test.ts")
const secrecy = testsIn("packages/core/test/platform/secrecy.test.ts")
const updates = testsIn("packages/core/test/changes/update.test.ts")

const never = "a caller's token is never sent, and no token is ever logged or traced"

const byKey = "%s > for a key"
const byToken = "%s > for the token of somebody who belongs to other organizations"

const anyTask = getTask("where organization_id = $1 and id = $2", "where $1::bigint is not null and id = $2")

const unlocked = rules("bound(lock ? locking : looking, [id])", "bound(lock ? looking : looking, [id])")

export const organizationGuards: Chapter = {
  title: "Other organizations, the ad platform and money",
  guards: [
    {
      name: "foreign-task",
      attack: "The id of another organization's task",
      held: "it is looked for in the key's own organization",
      cuts: [anyTask],
      witnesses: [surfaces(byKey, "tasks.get")]
    },
    {
      name: "foreign-queued-write",
      attack: "The id of another organization's queued write",
      held: "it is looked for in the key's own organization",
      cuts: [
        getQueuedWrite(
          "where q.organization_id = $1 and q.id = $2",
          "where $1::bigint is not null and q.id = $2"
        )
      ],
      witnesses: [surfaces(byKey, "queued_writes.get")]
    },
    {
      name: "foreign-action",
      attack: "The id of another organization's action",
      held: "it is looked for in the key's own organization",
      cuts: [
        actionLog(
          "where a.organization_id = ${organization} and a.id = ${id}`",
          "where ${organization}::bigint is not null and a.id = ${id}`"
        )
      ],
      witnesses: [surfaces(byKey, "actions.undo")]
    },
    {
      name: "foreign-recommendation",
      attack: "The id of another organization's recommendation",
      held: "it is looked for in the key's own organization",
      cuts: [
        recommendation(
          "from recommendations where organization_id = $1 and id = $2`)",
          "from recommendations where $1::bigint is not null and id = $2`)"
        )
      ],
      witnesses: [surfaces(byKey, "recommendations.apply")]
    },
    {
      name: "foreign-by-person",
      attack: "An id of an organization to which the person of a token does not belong",
      held: "only organizations of the person are looked through",
      cuts: [
        organizationAccess(
          "where (m.role is not null or o.adops_team_id in (select team_id from adops_team_members where user_id = $1))`",
          "where (true or m.role is not null)`"
        )
      ],
      witnesses: [
        surfaces(byToken, "tasks.get"),
        surfaces(byToken, "queued_writes.get"),
        surfaces(byToken, "actions.undo"),
        surfaces(byToken, "recommendations.apply")
      ]
    },
    {
      name: "foreign-by-person-anywhere",
      attack: "The same, where the person belongs to some organization",
      held: "a thing is looked for in that organization; behind that, it is read there",
      cuts: [organizationAccess("t.organization_id = r.id and t.id", "t.id"), anyTask],
      witnesses: [surfaces(byToken, "tasks.get")]
    },
    {
      name: "token-passed-on",
      attack: "A caller's token is handed on to the ad platform",
      held: "the platform only sees tokens that it gave out itself",
      cuts: [
        platformClient(
          "const sent = http.execute(requestFor(caller, call as Call<unknown, unknown>, token)).pipe(",
          `const asked = (yield* Effect.context<never>()).unsafeMap.get("@effect/platform/HttpServerRequest")
        const passedOn = asked === undefined ? {} : { "x-caller": asked.headers.authorization }
        const sent = http.execute(HttpClientRequest.setHeaders(requestFor(caller, call as Call<unknown, unknown>, token), passedOn)).pipe(`
        )
      ],
      witnesses: [secrecy(never)]
    },
    {
      name: "trace-passed-on",
      attack: "The ad platform learns which of our requests it works for",
      held: "no trace goes along",
      cuts: [
        platformClient(
          "HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)",
          "HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, true)"
        )
      ],
      witnesses: [secrecy(never)]
    },
    {
      name: "budget-race",
      attack: "Two hosts raise budgets at once, each within the cap alone",
      held: "writers of an organization take its lock before they look",
      cuts: [unlocked],
      witnesses: [updates("do not both take what is left of the monthly cap")]
    },
    {
      name: "quota-race",
      attack: "Two hosts write at once when one write of the day is left",
      held: "the quota is counted under the same lock",
      cuts: [unlocked],
      witnesses: [updates("do not both take the last of the day's writes")]
    }
  ]
}
