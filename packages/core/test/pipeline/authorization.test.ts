import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import {
  type AnyOperation,
  type EffectiveRole,
  maxScopes,
  operationByName,
  operations,
  type Role,
  roles,
  type Scope,
  scopes
} from "../../src/contract/index.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import { call, exampleInput } from "../support/call.ts"
import { testOrigin } from "../support/demo.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()

const emails: Record<Role, string> = {
  owner: "olivia@northwind.test",
  admin: "adam@northwind.test",
  member: "mia@northwind.test"
}

/**
 * Only the credential that requested a write can withdraw it, and no credential here requested this file's.
 */
const requesterOnly = "queued_writes.withdraw"

/** The outcome that the contract requires for a recognised caller: an error, or success. */
const expected = (
  operation: AnyOperation,
  standing: EffectiveRole,
  granted: ReadonlyArray<Scope>
): string => {
  if (operation.name === requesterOnly) return "role_denied"
  if (operation.role !== null && standing !== operation.role) return "role_denied"
  if (operation.scope === null) return "through"
  if (!granted.includes(operation.scope)) return "insufficient_scope"
  return maxScopes(standing).has(operation.scope) ? "through" : "role_denied"
}

const refusals = ["unauthorized", "insufficient_scope", "org_access_denied", "role_denied"]

/** Existing records, so that only access decides. */
const things: Record<string, string | number> = {}

beforeAll(() =>
  demo.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [task] = yield* sql<{ id: number }>`
        insert into tasks (organization_id, type) select id, 'test' from organizations where slug = 'northwind' returning id`
      things["task"] = task!.id
      yield* sql`insert into queued_writes (organization_id, id, operation, input, summary, requester_type, requester_scopes)
        select id, 'qw_matrix0000', 'campaigns.update', '{}', 'test', 'user', '{}' from organizations where slug = 'northwind'`
      things["queued_write"] = "qw_matrix0000"
      yield* sql`insert into actions (organization_id, id, op, detail, source, actor_type)
        select id, 'act_matrix000', 'test', 'test', 'dashboard', 'user' from organizations where slug = 'northwind'`
      things["action"] = "act_matrix000"
      yield* sql`insert into recommendations (organization_id, id, campaign_id, type, summary, details)
        select organization_id, 'rec_matrix000', id, 'tcpa', 'test', jsonb_build_object('version', 1,
          'findings', '[]'::jsonb, 'operations', '[{"op":"set_target_cpa","from":null,"to":40}]'::jsonb)
        from campaigns
        where slug = 'boiler-repair' and organization_id = (select id from organizations where slug = 'northwind')`
      things["recommendation"] = "rec_matrix000"
    })
  )
)

const inputFor = (operation: AnyOperation, org: string) => {
  const input = exampleInput(operation.name)
  if (operation.organization === "named") input["org"] = org
  if (operation.owner !== null) input[operation.pathNames[0]!] = things[operation.owner]
  return input
}

const outcome = (operation: AnyOperation, token: string, org = "northwind") =>
  Effect.map(call(operation.name, token, inputFor(operation, org)), ({ error }) =>
    error !== null && refusals.includes(error._tag) ? error._tag : "through"
  )

/** Runs every operation with one credential and compares with the contract. */
const hold = async (token: string, want: (operation: AnyOperation) => string, org?: string) => {
  const all = operations
  const got = await demo.run(
    Effect.forEach(all, (operation) => outcome(operation, token, org), { concurrency: 16 })
  )
  const byName = (outcomes: ReadonlyArray<string>) =>
    Object.fromEntries(all.map((one, n) => [one.name, outcomes[n]]))
  expect(byName(got)).toEqual(byName(all.map(want)))
}

const key = (email: string, granted: ReadonlyArray<Scope>, condition = {}) =>
  demo.run(insertKey({ organization: "northwind", email, scopes: granted, ...condition }))

const token = (userEmail: string, granted: ReadonlyArray<Scope>) =>
  demo.run(
    Effect.flatMap(AccessTokens, (tokens) =>
      Effect.map(
        tokens.mint({ userEmail, scopes: granted, audience: `${testOrigin}/v1` }),
        (minted) => minted.token
      )
    )
  )

/** Every scope alone, none, and all. */
const grants: ReadonlyArray<ReadonlyArray<Scope>> = [[], ...scopes.map((scope) => [scope]), scopes]
const named = grants.map(
  (granted) => [granted.length > 1 ? "all scopes" : (granted[0] ?? "no scope"), granted] as const
)

describe.each(roles)("a key of a %s", (role) => {
  const within = named.filter(([, granted]) => granted.every((scope) => maxScopes(role).has(scope)))

  it.each([...within, ["its whole ceiling", [...maxScopes(role)]] as const])(
    "with %s",
    async (_, granted) => {
      await hold(await key(emails[role], granted), (operation) => expected(operation, role, granted))
    }
  )

  it.each(named.filter(([, granted]) => !granted.every((scope) => maxScopes(role).has(scope))))(
    "is rejected completely if it has more scopes than the role allows: %s",
    async (_, granted) => hold(await key(emails[role], granted), () => "unauthorized")
  )

  it("is rejected when it is revoked, expired, or replaced and past its overlap", async () => {
    const all = [...maxScopes(role)]
    await hold(await key(emails[role], all, { revoked: true }), () => "unauthorized")
    await hold(await key(emails[role], all, { expires: "-1 second" }), () => "unauthorized")
    await hold(await key(emails[role], all, { validUntil: "-1 second" }), () => "unauthorized")
    await hold(await key(emails[role], all, { validUntil: "47 hours" }), (operation) =>
      expected(operation, role, all)
    )
  })

  it.each(["fabrikam", "no-such-org", "Not A Slug", ""])("cannot act in %j", async (org) => {
    const all = [...maxScopes(role)]
    const own = await key(emails[role], all)
    await hold(
      own,
      (operation) =>
        operation.organization === "named" ? "org_access_denied" : expected(operation, role, all),
      org
    )
  })

  it("acts in its own organization as _", async () => {
    const all = [...maxScopes(role)]
    await hold(await key(emails[role], all), (operation) => expected(operation, role, all), "_")
  })
})

describe.each(roles)("an access token of a %s", (role) => {
  it.each(named)("with %s is limited by the role in the organization", async (_, granted) => {
    await hold(await token(emails[role], granted), (operation) => expected(operation, role, granted))
  })

  it("must name an organization, and one of the person's", async () => {
    const own = await token(emails[role], scopes)
    for (const org of ["_", "contoso", "no-such-org"]) {
      await hold(
        own,
        (operation) =>
          operation.organization === "named" ? "org_access_denied" : expected(operation, role, scopes),
        org
      )
    }
  })
})

describe("ad-operations staff", () => {
  it.each(named)("can only read a client organization, whatever was granted: %s", async (_, granted) => {
    await hold(
      await token("ada@adops.test", granted),
      // northwind's tasks and actions are not visible to them: those calls end in not_found, which counts as
      // "through" here.
      (operation) =>
        operation.name === requesterOnly
          ? "through"
          : operation.owner !== null
            ? expected({ ...operation, role: null }, "owner", granted)
            : expected(operation, "adops_team", granted),
      "contoso"
    )
  })

  it("have no access to other teams' organizations", async () => {
    await hold(
      await token("ada@adops.test", scopes),
      (operation) => (operation.organization === "named" ? "org_access_denied" : "through"),
      "northwind"
    )
  })
})

describe("the organization that a call names", () => {
  it("is the key's own without a name; a token must name one", async () => {
    const own = await demo.run(call("campaigns.list", demo.keys["northwind"]!.member!, {}))
    expect(own.status).toBe(200)
    const connected = await token(emails.owner, scopes)
    expect((await demo.run(call("campaigns.list", connected, {}))).error).toMatchObject({
      _tag: "org_access_denied",
      org: "_"
    })
  })

  it("is in the error, up to a hundred characters", async () => {
    const denied = async (org: string) =>
      (await demo.run(call("campaigns.list", demo.keys["northwind"]!.owner!, { org }))).error
    expect(await denied("fabrikam")).toMatchObject({ _tag: "org_access_denied", org: "fabrikam" })
    const long = `a${"b".repeat(98)}cd`
    expect(await denied(long)).toMatchObject({ org: `a${"b".repeat(98)}c` })
    expect(await denied("\ud800")).toMatchObject({ org: "\ufffd" })
  })
})

describe("another organization's records", () => {
  it.each(["tasks.get", "queued_writes.get", "actions.undo", "recommendations.apply"] as const)(
    "%s answers not_found, for keys and tokens alike",
    async (name) => {
      const operation = operationByName.get(name)!
      const input = inputFor(operation, "")
      const strangers = [
        demo.keys["contoso"]!.owner!,
        // Its creator owns both organizations, but a key belongs to one.
        await demo.run(insertKey({ organization: "fabrikam", email: emails.owner, scopes })),
        await token("carl@contoso.test", scopes),
        await token("ada@adops.test", scopes)
      ]
      for (const stranger of strangers) {
        const answer = await demo.run(call(name, stranger, input))
        expect(answer.error?._tag).toBe("not_found")
      }
    }
  )
})

describe("a person who leaves or is demoted", () => {
  it("loses keys and tokens at the next request", async () => {
    const mine = await key(emails.admin, [...maxScopes("admin")])
    const connected = await token(emails.admin, scopes)
    const setRole = (role: Role | null) =>
      demo.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          role === null
            ? sql`delete from memberships where user_id = (select id from users where email = ${emails.admin})`
            : sql`update memberships set role = ${role} where user_id = (select id from users where email = ${emails.admin})`
        )
      )
    await hold(mine, (operation) => expected(operation, "admin", [...maxScopes("admin")]))
    await setRole("member")
    await hold(mine, () => "unauthorized")
    await hold(connected, (operation) => expected(operation, "member", scopes))
    await setRole(null)
    await hold(mine, () => "unauthorized")
    await hold(connected, (operation) =>
      operation.organization === "named" ? "org_access_denied" : "through"
    )
  })
})
