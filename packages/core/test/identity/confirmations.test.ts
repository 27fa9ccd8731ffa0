import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { peopleEndpoints } from "../../src/identity/people/index.ts"
import { deletePersonEndpoint, emailAddressEndpoints } from "../../src/identity/people/own-account.ts"
import { secondFactorEndpoints } from "../../src/identity/people/second-factor-endpoints.ts"
import { WebhookEndpoints } from "../../src/identity/webhook/endpoints.ts"
import { AccountEndpoints, EmergencyStop, type StopOvertaken } from "../../src/index.ts"
import { accountEndpoints, connectEndpoints } from "../../src/organizations/accounts/index.ts"
import { deleteOrganizationEndpoint } from "../../src/organizations/delete.ts"
import { membershipEndpoints, organizationEndpoints } from "../../src/organizations/manage.ts"
import { securityEndpoints } from "../../src/organizations/rules.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import type { CallerCredentials } from "../../src/request/pipeline-request.ts"
import { callEndpoint } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { signedIn } from "../support/sessions.ts"

const core = await runCore()
const query = <Row extends object>(text: string) =>
  core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const [olivia, org] = ["olivia@northwind.test", "northwind"]

const people = await core.run(peopleEndpoints)
const webhooks = await core.run(WebhookEndpoints)
const accounts = await core.run(accountEndpoints)
const connect = await core.run(connectEndpoints)
const organizations = await core.run(organizationEndpoints)
const stops = await core.run(EmergencyStop)
const keys = await core.run(AccountEndpoints)
const factor = await core.run(secondFactorEndpoints)

/** A session that was opened 11 minutes ago and has confirmed nothing since. */
const stale = async (email = olivia): Promise<CallerCredentials> => {
  const session = await core.run(signedIn(email))
  await query("update dashboard_sessions set created_at = now() - interval '11 minutes' returning user_id")
  return session
}
const asksFor = (error: unknown): boolean => {
  const { fields = [] } = (error ?? {}) as { fields?: ReadonlyArray<{ path: string }> }
  return fields.some(({ path }) => path === "confirmation")
}

beforeEach(() => query("delete from rate_limits"))

/** Everything of a signed-in person that widens power, or ends what cannot be brought back. */
const sensitive: ReadonlyArray<readonly [string, Endpoint<unknown, StopOvertaken>]> = [
  ["inviting", people.invite(org, "x@example.test", "member", "owner")],
  ["a higher role", people.role(org, "mia@northwind.test", "owner", "owner")],
  ["a webhook", webhooks.set(org, "https://example.com/hook")],
  ["connecting a login", connect.begin(org, "session", null)],
  ["connecting a login by a code", connect.redeem(org, {} as never, "owner")],
  ["a login's new token", accounts.reconnect(org, null, Redacted.make("t"), "owner")],
  ["linking an ad account", accounts.link(org, "5550000001", { email: null, refreshToken: null }, "owner")],
  ["a new key", keys.createKey(org, { name: "k", scopes: ["campaigns:read"], validDays: 30 })],
  ["a rotated key", keys.rotateKey(org, 1)],
  ["a resumed key", keys.resumeKey(org, 1)],
  ["limits and approvals", organizations.set(org, { max_spend: 20_000 }, "owner")],
  ["a lifted suspension", organizations.liftSuspension(org, "owner")],
  ["an undone stop", stops.undo(org, { id: "stop_1", generation: 1 })],
  [
    "rules for people",
    (await core.run(securityEndpoints)).set(
      org,
      { second_factor_required: false, confirm_approval_above: null },
      "owner"
    )
  ],
  ["a second factor", factor.start],
  ["a second factor's first code", factor.enable("000000", null)],
  ["recovery codes", factor.newRecoveryCodes],
  ["no second factor", factor.disable],
  ["another email address", (await core.run(emailAddressEndpoints)).request("x@example.test")],
  ["a deleted account", await core.run(deletePersonEndpoint)],
  ["a deleted organization", (await core.run(deleteOrganizationEndpoint))(org, "northwind")]
]

/** What only takes away works at once. */
const immediate: ReadonlyArray<readonly [string, Endpoint<unknown>]> = [
  ["a withdrawn invitation", people.withdrawInvitation(org, 1, "owner")],
  ["a removed member", people.remove(org, "mia@northwind.test", "owner")],
  ["a removed webhook", webhooks.remove(org)],
  ["a revoked key", keys.revokeKey(org, 1)],
  ["a suspended key", keys.suspendKey(org, 1)],
  ["an unlinked account", accounts.unlink(org, "5550000001", "owner")],
  ["suspended access", organizations.suspendAccess(org, "owner")],
  ["leaving", (await core.run(membershipEndpoints)).leave(org)]
]

describe("without a recent confirmation", () => {
  it.each(sensitive)("%s is refused", async (_, endpoint) => {
    const { error, status } = await core.run(callEndpoint(endpoint, await stale()))
    expect([status, asksFor(error)]).toEqual([400, true])
  })

  it.each(immediate)("%s is not asked to be confirmed", async (_, endpoint) => {
    const { error } = await core.run(callEndpoint(endpoint, await stale()))
    expect(asksFor(error)).toBe(false)
  })
})
