import { Effect, ManagedRuntime } from "effect"
import { afterEach, expect, it } from "vitest"
import { Administration } from "../../src/administration.ts"
import { CampaignAdministration } from "../../src/campaign-services.ts"
import { messageOf, type OperationName } from "../../src/contract/index.ts"
import { asOperator, bearerCredential, call, callEndpoint } from "../support/call.ts"
import { coreOn } from "../support/demo.ts"
import { holdTransaction, untilBlocked } from "../support/hold-transaction.ts"
import { mcpResource, startOAuth } from "./oauth/support/oauth.ts"

const oauth = await startOAuth()
const olivia = "olivia@northwind.test"
const key = oauth.keys["northwind"]!.admin!
const lowerBudget = { slug: "boiler-repair", budget: 95, dry_run: false }

const change = (name: "suspend_access" | "lift_suspension", by: string | null = olivia, org = "northwind") =>
  oauth.run(
    Effect.flatMap(Administration, (administration) =>
      asOperator(administration[`organizations.${name}`](org), by)
    ).pipe(Effect.either)
  )
const tell = async (name: OperationName, token: string, values: Record<string, unknown> = {}) => {
  const { error, status } = await oauth.run(call(name, token, values))
  return { status, code: error?._tag ?? null }
}
const suspended = { status: 403, code: "org_access_denied" }

afterEach(async () => {
  await change("lift_suspension", null)
})

it("refuses every operation of every key at once, with a message that says where the suspension ends", async () => {
  expect(await change("suspend_access")).toMatchObject({ _tag: "Right", right: true })
  await oauth.query("delete from rate_limits")
  const { error, status } = await oauth.run(call("campaigns.list", key))
  expect(status).toBe(403)
  expect(messageOf(error as never)).toMatch(
    /An owner of "northwind" suspended.*under \{page\.settings_keys\}/
  )
  // Its requests still count against the key, not against an address that a person may sign in from.
  expect(await oauth.query("select left(subject, 4) as subject from rate_limits")).toEqual([
    { subject: "key:" }
  ])
  for (const name of ["organizations.list", "organizations.get", "campaigns.update"] as const)
    expect(await tell(name, key, name === "campaigns.update" ? lowerBudget : {})).toEqual(suspended)
  expect(await tell("campaigns.list", oauth.keys["fabrikam"]!.admin!)).toMatchObject({ status: 200 })
  expect(await change("suspend_access")).toMatchObject({ right: false })
  expect(await change("lift_suspension")).toMatchObject({ right: true })
  expect(await tell("campaigns.list", key)).toEqual({ status: 200, code: null })
})

it("holds on another host with its next request", async () => {
  const elsewhere = ManagedRuntime.make(coreOn(oauth.url, {}))
  const request = call("campaigns.list", key)
  expect((await elsewhere.runPromise(request)).status).toBe(200)
  await change("suspend_access")
  expect((await elsewhere.runPromise(request)).status).toBe(403)
  await change("lift_suspension")
  expect((await elsewhere.runPromise(request)).status).toBe(200)
  await elsewhere.dispose()
})

it("refuses connected apps there and nowhere else, before and after a refresh, on REST and MCP", async () => {
  const app = await oauth.connected()
  const agent = await oauth.connected({ sent: { resource: mcpResource } })
  await change("suspend_access")
  const refreshed = await oauth.tokensFor(app.refresh())
  for (const token of [app.tokens.access_token, refreshed.access_token]) {
    expect(await oauth.use(token)).toBe(403)
    expect(await oauth.use(token, "campaigns.list", { org: "fabrikam" })).toBe(200)
  }
  const onMcp = (org: string) => oauth.use(agent.tokens.access_token, "campaigns.list", { org }, "mcp")
  expect([await onMcp("northwind"), await onMcp("fabrikam")]).toEqual([403, 200])
  // An app that is connected meanwhile is suspended too.
  expect(await oauth.use((await oauth.connected()).tokens.access_token)).toBe(403)
  await change("lift_suspension")
  // The refresh was not refused, so the app did not lose its connection.
  expect(await oauth.use(refreshed.access_token)).toBe(200)
})

it("refuses a write that was authenticated before and has not committed", async () => {
  const release = await holdTransaction(
    oauth,
    "select from organization_locks where organization_id = 1 for no key update"
  )
  const writing = oauth.run(call("campaigns.update", key, lowerBudget))
  await untilBlocked(oauth, 1)
  await oauth.query("update organizations set access_suspended_at = now() where id = 1")
  await release()
  expect((await writing).error?._tag).toBe("org_access_denied")
  const [row] = await oauth.query<{ budget: number }>(
    "select budget from campaigns where organization_id = 1 and slug = 'boiler-repair'"
  )
  expect(row?.budget).toBe(100)
})

it("keeps a queued write of a suspended key pending: it is executed only after the suspension", async () => {
  const admin = oauth.keys["fabrikam"]!.admin!
  const { error } = await oauth.run(
    call("campaigns.update", admin, { ...lowerBudget, slug: "boiler-repair" })
  )
  if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
  const decision = { id: error.queued_recommendation_id }
  const approve = () =>
    oauth.run(
      Effect.flatMap(CampaignAdministration, (administration) =>
        asOperator(administration["approvals.approve"]("fabrikam", decision), olivia)
      ).pipe(Effect.either)
    )
  await change("suspend_access", olivia, "fabrikam")
  expect(await approve()).toMatchObject({ left: { _tag: "org_access_denied" } })
  await change("lift_suspension", olivia, "fabrikam")
  expect(await approve()).toMatchObject({ right: { status: "approved" } })
})

it("is for owners in person: no admin, key or app, and it is audited", async () => {
  expect(await change("suspend_access", "adam@northwind.test")).toMatchObject({
    left: { _tag: "role_denied" }
  })
  const endpoint = await oauth.run(
    Effect.map(Administration, (administration) =>
      administration["organizations.suspend_access"]("northwind")
    )
  )
  const { error } = await oauth.run(callEndpoint(endpoint, bearerCredential(oauth.keys["northwind"]!.owner!)))
  expect(error?._tag).toBe("unauthorized")
  await change("suspend_access")
  await change("lift_suspension")
  const events = await oauth.query(
    "select operation, user_email from audit_events where operation like 'organizations.%suspen%' and status_code = 200 order by at desc limit 2"
  )
  expect(events).toEqual([
    { operation: "organizations.lift_suspension", user_email: olivia },
    { operation: "organizations.suspend_access", user_email: olivia }
  ])
})
