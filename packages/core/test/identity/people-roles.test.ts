import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Administration } from "../../src/administration.ts"
import { canCreateOrganizations } from "../../src/organizations/manage.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { addMember } from "../support/add-member.ts"
import { callEndpoint } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const core = await runCore()
const administration = await core.run(Administration)
const query = <Row extends object>(text: string) =>
  core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

/** Northwind with the operator's team, so that staff have access to it. */
await query(`update organizations set adops_team_id = (select team_id from adops_team_members m
  join users u on u.id = m.user_id where u.email = 'ada@adops.test') where slug = 'northwind' returning 1`)

const callAs = async <Out>(person: string | null, endpoint: Endpoint<Out>) => {
  const { error, status } = await core.run(
    callEndpoint(endpoint, { kind: "operator", person }, { surface: "cli", allowAnonymous: true })
  )
  return {
    status,
    error: error?._tag ?? null,
    role: error?._tag === "role_denied" ? error.required_role : null
  }
}

it("lets nobody create an organization unless the service allows it", async () => {
  const canCreate = await core.run(canCreateOrganizations)
  const endpoint = administration["organizations.create_own"]({
    slug: "harbour",
    name: "Harbour",
    currency: "EUR"
  })
  const { error } = await core.run(
    callEndpoint(endpoint, { kind: "operator", person: "olivia@northwind.test" }, { surface: "cli" })
  )
  expect([canCreate, error]).toMatchObject([
    false,
    {
      _tag: "validation_error",
      fields: [{ path: "name", message: expect.stringMatching(/ask the people who run/) }]
    }
  ])
  expect(await query("select from organizations where slug = 'harbour'")).toEqual([])
})

let made = 0
/** An existing member, to change or to remove. */
const someone = async (): Promise<string> => {
  const email = `colleague-${++made}@example.test`
  await callAs(
    null,
    administration["people.create"]("northwind", { email, name: "A colleague", role: "member" })
  )
  return email
}

/** The result of an attempt: memberships, people and invitations of the organization. */
const currentRoles = async () => ({
  members: await query(`select u.email, m.role from memberships m join users u on u.id = m.user_id
    join organizations o on o.id = m.organization_id where o.slug = 'northwind' order by u.email`),
  invitations: await query("select email, role, withdrawn_at from invitations order by id"),
  people: await query("select count(*)::int as n from users"),
  mails: await query("select count(*)::int as n from emails")
})

const attempts: ReadonlyArray<readonly [string, (email: string) => Endpoint<unknown>]> = [
  [
    "invite",
    () =>
      administration["people.invite"]("northwind", {
        email: `invited-${++made}@example.test`,
        role: "member"
      })
  ],
  [
    "invite as owner",
    () =>
      administration["people.invite"]("northwind", { email: `invited-${++made}@example.test`, role: "owner" })
  ],
  [
    "create",
    () =>
      administration["people.create"]("northwind", {
        email: `new-${++made}@example.test`,
        name: "New",
        role: "admin"
      })
  ],
  ["role", (email) => administration["people.role"]("northwind", { email, role: "admin" })],
  ["role of owner", (email) => administration["people.role"]("northwind", { email, role: "owner" })],
  ["remove", (email) => administration["people.remove"]("northwind", { email })]
]

const refused: ReadonlyArray<readonly [string, string]> = [
  ["an admin", "adam@northwind.test"],
  ["a member", "mia@northwind.test"],
  ["staff of the team that looks after it", "ada@adops.test"],
  ["the owner of another organization", "carl@contoso.test"]
]

describe.each(attempts)("people %s", (_, attempt) => {
  it.each(refused)("is rejected for %s, and nothing changes", async (_who, person) => {
    const email = await someone()
    const before = await currentRoles()
    expect(await callAs(person, attempt(email))).toEqual({ status: 403, error: "role_denied", role: "owner" })
    expect(await currentRoles()).toEqual(before)
  })

  it.each([
    ["an owner", "olivia@northwind.test"],
    ["the operator in nobody's name", null]
  ])("is allowed for %s", async (_who, person) => {
    const email = await someone()
    expect(await callAs(person, attempt(email))).toMatchObject({ status: 200, error: null })
  })
})

it("an admin who is an owner elsewhere is not an owner here", async () => {
  await addMember(query, "contoso", "adam@northwind.test", "owner")
  const email = await someone()
  for (const [, attempt] of attempts) {
    expect(await callAs("adam@northwind.test", attempt(email))).toMatchObject({ error: "role_denied" })
  }
})

it("a person who was just demoted is no longer an owner", async () => {
  const email = await someone()
  await callAs(null, administration["people.role"]("northwind", { email, role: "owner" }))
  expect(
    (
      await callAs(
        email,
        administration["people.invite"]("northwind", { email: "x1@example.test", role: "member" })
      )
    ).status
  ).toBe(200)
  await callAs(null, administration["people.role"]("northwind", { email, role: "admin" }))
  expect(
    (
      await callAs(
        email,
        administration["people.invite"]("northwind", { email: "x2@example.test", role: "member" })
      )
    ).error
  ).toBe("role_denied")
})

it("a second invitation in another case replaces the first", async () => {
  await callAs(
    null,
    administration["people.invite"]("northwind", { email: "Case.Test@Example.test", role: "member" })
  )
  await callAs(
    null,
    administration["people.invite"]("northwind", { email: "case.test@example.TEST", role: "admin" })
  )
  await callAs(
    null,
    administration["people.invite"]("northwind", { email: "CASE.TEST@EXAMPLE.TEST", role: "owner" })
  )
  const open = await query<{ role: string }>(
    `select role from invitations where lower(email) = 'case.test@example.test' and withdrawn_at is null`
  )
  expect(open).toEqual([{ role: "owner" }])
})

it("an address in another case is the same person", async () => {
  const email = await someone()
  const again = administration["people.create"]("northwind", {
    email: email.toUpperCase(),
    name: "Again",
    role: "owner"
  })
  expect((await callAs(null, again)).error).toBe("validation_error")
  expect(
    (
      await callAs(
        null,
        administration["people.role"]("northwind", { email: email.toUpperCase(), role: "admin" })
      )
    ).status
  ).toBe(200)
  const [row] = await query(`select m.role from memberships m join users u on u.id = m.user_id
    where u.email = '${email}'`)
  expect(row).toEqual({ role: "admin" })
  expect(
    (
      await callAs(
        "OLIVIA@Northwind.test",
        administration["people.remove"]("northwind", { email: email.toUpperCase() })
      )
    ).status
  ).toBe(200)
})
