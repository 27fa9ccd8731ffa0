import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Invitations, Members, People } from "../../src/access/index.ts"
import { Administration } from "../../src/administration.ts"
import { messageOf, type Role } from "../../src/contract/index.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { addMember } from "../support/add-member.ts"
import { callEndpoint } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { signedIn } from "../support/sessions.ts"

const core = await runCore()
const administration = await core.run(Administration)
const query = <Row extends object>(text: string) =>
  core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const olivia = "olivia@northwind.test"

/** Calls an endpoint as a person in the dashboard. */
const callAs = async <Out>(email: string, endpoint: Endpoint<Out>) => {
  const { error, status } = await core.run(
    Effect.flatMap(signedIn(email), (session) => callEndpoint(endpoint, session, { surface: "dashboard" }))
  )
  return { status, message: error === null || "statusCode" in error ? null : messageOf(error) }
}

const rolesIn = async (org: string) =>
  Object.fromEntries(
    (
      await query<{ email: string; role: Role }>(
        `select u.email, m.role from memberships m join users u on u.id = m.user_id
         join organizations o on o.id = m.organization_id where o.slug = '${org}'`
      )
    ).map(({ email, role }) => [email, role])
  )

describe("an owner", () => {
  it.each<[string, (email: string) => Endpoint<unknown>]>([
    ["gives a role to", (email) => administration["people.role"]("northwind", { email, role: "admin" })],
    ["removes", (email) => administration["people.remove"]("northwind", { email })]
  ])("%s members alone, and learns of nobody else who has an account", async (_, endpoint) => {
    const before = await rolesIn("northwind")
    // A member of another organization in two spellings, staff, a text that is no address, and an unknown address.
    const addresses = [
      "carl@contoso.test",
      "Carl@Contoso.TEST",
      "ada@adops.test",
      "no address",
      "nobody@x.test"
    ]
    const answers = []
    for (const email of addresses) {
      const { message, status } = await callAs(olivia, endpoint(email))
      answers.push([status, message?.replace(email, "…")])
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]).toEqual([404, expect.stringContaining("invite the person first")])
    expect(await rolesIn("northwind")).toEqual(before)
  })

  it("changes the role of a member, whatever the case of the address", async () => {
    expect(
      (
        await callAs(
          olivia,
          administration["people.role"]("northwind", { email: "MIA@northwind.test", role: "admin" })
        )
      ).status
    ).toBe(200)
    expect(await rolesIn("northwind")).toMatchObject({ "mia@northwind.test": "admin" })
    await callAs(
      olivia,
      administration["people.role"]("northwind", { email: "mia@northwind.test", role: "member" })
    )
  })
})

it("an operator adds a known person directly", async () => {
  const endpoint = administration["people.role"]("northwind", { email: "carl@contoso.test", role: "member" })
  const { status } = await core.run(
    callEndpoint(endpoint, { kind: "operator", person: null }, { surface: "cli" })
  )
  expect([status, (await rolesIn("northwind"))["carl@contoso.test"]]).toEqual([200, "member"])
})

describe("open invitations", () => {
  let made = 0
  /** A second owner of northwind and fabrikam who invites a person to each; Olivia and the operator invite too. */
  const inviter = async () => {
    const email = `owner-${++made}@example.test`
    await core.run(Effect.flatMap(People, ({ add }) => add({ email, name: "Another owner" })))
    for (const org of ["northwind", "fabrikam"]) {
      await addMember(query, org, email, "owner")
      await callAs(
        email,
        administration["people.invite"](org, { email: `by-them-${made}@example.test`, role: "admin" })
      )
    }
    await callAs(
      olivia,
      administration["people.invite"]("northwind", { email: `by-olivia-${made}@example.test`, role: "owner" })
    )
    await core.run(
      callEndpoint(
        administration["people.invite"]("northwind", {
          email: `by-operator-${made}@example.test`,
          role: "owner"
        }),
        {
          kind: "operator",
          person: null
        }
      )
    )
    return email
  }
  const openIn = async (slug: string) => {
    const [row] = await query<{ id: number }>(`select id from organizations where slug = '${slug}'`)
    const open = await core.run(Effect.flatMap(Invitations, ({ listOpen }) => listOpen(row!.id)))
    return open.map(({ email }) => email.replace(/-\d+@.*/, "")).toSorted()
  }

  beforeEach(() =>
    query("update invitations set withdrawn_at = now() where withdrawn_at is null returning id")
  )

  const others = ["by-olivia", "by-operator"]
  const everything = ["by-olivia", "by-operator", "by-them"]

  it.each<[string, (email: string) => Promise<unknown>]>([
    [
      "is demoted",
      (email) => callAs(olivia, administration["people.role"]("northwind", { email, role: "admin" }))
    ],
    ["is removed", (email) => callAs(olivia, administration["people.remove"]("northwind", { email }))],
    ["leaves", async (email) => callAs(email, administration["people.leave"]("northwind"))]
  ])("of an owner who %s are withdrawn there, and no others", async (_, end) => {
    const email = await inviter()
    expect(await openIn("northwind")).toEqual(everything)
    await end(email)
    expect([await openIn("northwind"), await openIn("fabrikam")]).toEqual([others, ["by-them"]])
  })

  it.each<[string, (email: string) => Promise<unknown>]>([
    [
      "is removed everywhere",
      (email) =>
        core.run(
          callEndpoint(administration["people.remove_everywhere"]({ email }), {
            kind: "operator",
            person: null
          })
        )
    ],
    ["deletes their account", async (email) => callAs(email, administration["people.delete"]())]
  ])("of an owner who %s are withdrawn in every organization", async (_, end) => {
    const email = await inviter()
    await end(email)
    expect([await openIn("northwind"), await openIn("fabrikam")]).toEqual([others, []])
  })

  it("stay while their owner can still give that role", async () => {
    const email = await inviter()
    await callAs(olivia, administration["people.role"]("northwind", { email, role: "owner" }))
    expect(await openIn("northwind")).toEqual(everything)
  })

  it("of a demoted owner cannot be accepted, and stay withdrawn when the person is an owner again", async () => {
    const email = await inviter()
    const [row] = await query<{ id: number; organization_id: number }>(
      `select id, organization_id from invitations where email = 'by-them-${made}@example.test'
       order by id limit 1`
    )
    for (const role of ["admin", "owner"] as const)
      await callAs(olivia, administration["people.role"]("northwind", { email, role }))
    const accepted = core.run(
      Effect.flatMap(Invitations, ({ accept }) => accept(row!.organization_id, row!.id))
    )
    expect(await accepted).toBeNull()
    expect(await openIn("northwind")).toEqual(others)
  })
})

it("a role is changed for a member alone, also below the endpoints", async () => {
  const error = await core.run(
    Effect.flip(Effect.flatMap(Members, ({ changeRole }) => changeRole("contoso", olivia, "owner")))
  )
  expect(error._tag).toBe("not_found")
})
