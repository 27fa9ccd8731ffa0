import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { parametersOf } from "../../src/access/index.ts"
import { recordStep } from "../../src/access/second-factors.ts"
import { Administration } from "../../src/administration.ts"
import { ApprovalReviews } from "../../src/approvals/index.ts"
import { messageOf, operationByName } from "../../src/contract/index.ts"
import { resourceOf } from "../../src/http/index.ts"
import { oauthEndpoints } from "../../src/identity/oauth-endpoints.ts"
import { Pages, Portfolio } from "../../src/pages/index.ts"
import { Pipeline } from "../../src/pipeline/pipeline.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import type { CallerCredentials } from "../../src/request/pipeline-request.ts"
import { Settings } from "../../src/settings.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import { addMember } from "../support/add-member.ts"
import { call, callEndpoint, requestFacts } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { signedIn } from "../support/sessions.ts"

const core = await runCore()
const query = <Row extends object>(text: string) =>
  core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const [olivia, adam, mia, ada] = [
  "olivia@northwind.test",
  "adam@northwind.test",
  "mia@northwind.test",
  "ada@adops.test"
] as const

const sessionOf = (email: string) => core.run(signedIn(email))
const resultOf = async (endpoint: Endpoint<unknown, never>, credentials: CallerCredentials) => {
  const { error, status } = await core.run(callEndpoint(endpoint, credentials, { surface: "dashboard" }))
  return [status, error === null ? null : messageOf(error)]
}

/** Every way in which the dashboard reaches an organization. */
const pages = await core.run(Pages)
const page = (org: string) => pages.ofOrganization("pages.test", org, () => Effect.succeed(null))
const operation = (credentials: CallerCredentials) =>
  core.run(
    Effect.flatMap(Pipeline, (pipeline) =>
      pipeline.run({
        name: "campaigns.list",
        credentials,
        facts: requestFacts("dashboard"),
        invocation: Effect.succeed({
          operation: operationByName.get("campaigns.list")!,
          input: { values: { org: "northwind" }, unreadable: null }
        }),
        allowAnonymous: false
      })
    )
  )
const open = async (org: string, credentials: CallerCredentials) => {
  const { error, status } = await core.run(callEndpoint(page(org), credentials, { surface: "dashboard" }))
  return { status, secondFactor: error?._tag === "org_access_denied" && error.secondFactor === true }
}

const setFactor = (email: string) =>
  query(`insert into second_factors (user_id, secret, enabled_at)
    select id, '\\x00', now() from users where email = '${email}' returning user_id`)
/** Begins to set one up: no code was entered yet. */
const beginFactor = (email: string) =>
  query(`insert into second_factors (user_id, secret)
    select id, '\\x00' from users where email = '${email}' returning user_id`)
/** The owner turns the rule on. */
const require = async () => {
  const endpoint = (await core.run(Administration))["organizations.set_security"]("northwind", {
    second_factor_required: true,
    confirm_approval_above: null
  })
  expect(await resultOf(endpoint, await sessionOf(olivia))).toEqual([200, null])
}
const refused = { status: 403, secondFactor: true }
const admitted = { status: 200, secondFactor: false }

await query(`update organizations set adops_team_id = (select team_id from adops_team_members m
  join users u on u.id = m.user_id where u.email = '${ada}') where slug = 'northwind' returning 1`)

beforeEach(async () => {
  await query("delete from second_factors")
  await query("update organizations set second_factor_required = false returning id")
  await setFactor(olivia)
})

describe("an organization that requires a second factor", () => {
  it.each([mia, ada])("closes to %s who is signed in when an owner turns the rule on", async (email) => {
    const session = await sessionOf(email)
    expect(await open("northwind", session)).toEqual(admitted)
    await require()
    expect(await open("northwind", session)).toEqual(refused)
    expect(await operation(session)).toMatchObject({
      status: 403,
      error: { _tag: "org_access_denied", secondFactor: true }
    })
    // Beginning to set one up proves nothing.
    await beginFactor(email)
    expect(await open("northwind", session)).toEqual(refused)
    expect((await operation(session)).status).toBe(403)
    await query("delete from second_factors where enabled_at is null")
    // Setting it up opens it, in the same session.
    await setFactor(email)
    expect(await open("northwind", session)).toEqual(admitted)
    expect((await operation(session)).status).toBe(200)
  })

  it("stays closed to a signed-in person who joins later, and leaves their other organizations open", async () => {
    await require()
    const session = await sessionOf("carl@contoso.test")
    await addMember(query, "northwind", "carl@contoso.test", "owner")
    expect([await open("northwind", session), await open("contoso", session)]).toEqual([refused, admitted])
  })

  it("says what to do, and does so before it says anything about roles", async () => {
    await require()
    const forOwners = (await core.run(Administration))["people.invite"]("northwind", {
      email: "x@example.test",
      role: "owner"
    })
    expect(await resultOf(forOwners, await sessionOf(mia))).toEqual([
      403,
      '"northwind" requires a second factor, and you have not set one up. Set it up in the dashboard under {page.account_factor}, then open this again.'
    ])
  })

  it("shows nothing of itself on the person's own pages", async () => {
    await query(`update organizations set approvals_required = true where slug = 'northwind' returning id`)
    const held = await core.run(
      call("campaigns.update", core.keys["northwind"]!.admin!, {
        org: "northwind",
        slug: "boiler-repair",
        budget: 101,
        dry_run: false
      })
    )
    expect(held.error?._tag).toBe("approval_required")
    const read = async () => {
      const [portfolio, reviews] = [await core.run(Portfolio), await core.run(ApprovalReviews)]
      const own = pages.ofPerson("pages.test", (clearance) =>
        Effect.all({ rows: portfolio.of(clearance, 7), pending: reviews.pendingOf(clearance) })
      )
      const { output } = await core.run(callEndpoint(own, await sessionOf(adam), { surface: "dashboard" }))
      const { data, frame } = output as {
        data: {
          rows: ReadonlyArray<{ slug: string; max_spend: number | null; committed_monthly: number }>
          pending: ReadonlyArray<unknown>
        }
        frame: { organizations: ReadonlyArray<{ slug: string; pending: number }> }
      }
      const row = data.rows.find(({ slug }) => slug === "northwind")!
      return {
        figures: row.max_spend !== null || row.committed_monthly > 0,
        pending: data.pending.length,
        counted: frame.organizations.find(({ slug }) => slug === "northwind")!.pending
      }
    }
    expect(await read()).toEqual({ figures: true, pending: 1, counted: 1 })
    await require()
    expect(await read()).toEqual({ figures: false, pending: 0, counted: 0 })
    await beginFactor(adam)
    expect(await read()).toEqual({ figures: false, pending: 0, counted: 0 })
    await query(`update organizations set approvals_required = false where slug = 'northwind' returning id`)
  })

  it("lets keys, connected apps and operators act as before", async () => {
    await require()
    expect((await core.run(call("campaigns.list", core.keys["northwind"]!.member!))).status).toBe(200)
    const audience = resourceOf(await core.run(Settings), "rest")
    const { token } = await core.run(
      Effect.flatMap(AccessTokens, ({ mint }) =>
        mint({ userEmail: mia, scopes: ["campaigns:read"], audience })
      ).pipe(Effect.provide(AccessTokens.layer))
    )
    expect((await core.run(call("campaigns.list", token, { org: "northwind" }))).status).toBe(200)
    expect(await open("northwind", { kind: "operator", person: mia })).toEqual(admitted)
  })

  it("lets no app be connected by a person who cannot open it, who can still decline", async () => {
    const { authorize, decide } = await core.run(oauthEndpoints)
    const parameters = parametersOf([])
    const tags = async () => {
      const session = await sessionOf(mia)
      const [shown, allowed, declined] = [
        await core.run(callEndpoint(authorize(parameters), session)),
        await core.run(callEndpoint(decide(parameters, { allow: true, checked: [] }), session)),
        await core.run(callEndpoint(decide(parameters, { allow: false, checked: [] }), session))
      ]
      return [shown.error?._tag, allowed.error?._tag, declined.error?._tag]
    }
    // The request itself is not valid; that is found out only for a person who may connect apps.
    expect(await tags()).toEqual(["oauth_error", "oauth_error", "oauth_error"])
    await require()
    expect(await tags()).toEqual(["org_access_denied", "org_access_denied", "oauth_error"])
  })
})

it("a code counts once, whichever of two requests records it first", async () => {
  const [row] = await query<{ user_id: number }>(
    `insert into second_factors (user_id, secret, last_step)
     select id, '\\x01', 5 from users where email = '${mia}' returning user_id::int`
  )
  const record = (step: number) => core.run(recordStep(row!.user_id, step))
  expect((await Promise.all([record(6), record(6)])).toSorted()).toEqual([false, true])
  expect(await record(5)).toBe(false)
  await query(`delete from second_factors where user_id = ${row!.user_id}`)
})
