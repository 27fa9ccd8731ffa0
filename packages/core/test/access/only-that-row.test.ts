import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { MailedLinks, Members, People, Sessions } from "../../src/access/index.ts"
import { Invitations } from "../../src/access/invitations.ts"
import { revokeExposedKey } from "../../src/access/key-notices.ts"
import { addToTeam, findTeam, insertTeam, readTeams, removeFromTeam } from "../../src/access/membership.ts"
import { readReachableOrganizations } from "../../src/access/organizations.ts"
import type { HashedPassword } from "../../src/access/people.ts"
import { hashSecret } from "../../src/access/secrets.ts"
import { newKey } from "../../src/contract/index.ts"
import { runSql } from "../../src/storage/index.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

const idOf = async (email: string) =>
  (await query<{ id: number }>(`select id from users where email = '${email}'`))[0]!.id

it("revokes a published key and no other", async () => {
  const key = await demo.run(
    insertKey({ organization: "northwind", email: "olivia@northwind.test", scopes: ["campaigns:read"] })
  )
  const revoked = () => query<{ id: number }>("select id from api_keys where revoked_at is not null")
  const before = (await revoked()).length
  const report = (secret: string) =>
    demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => revokeExposedKey(sql, hashSecret(secret))))
  expect(await report(key)).toMatchObject({ last_four: key.slice(-4) })
  expect((await revoked()).length).toBe(before + 1)
  // A repeated report finds it known, and one of an unknown key does nothing.
  expect([await report(key), await report(newKey())]).toEqual([true, false])
  expect((await revoked()).length).toBe(before + 1)
})

it("replaces an open invitation of the same person to the same organization, and no other", async () => {
  const ids = await query<{ id: number }>(
    "select id from organizations where slug in ('northwind', 'contoso') order by slug"
  )
  const [contoso, northwind] = ids.map(({ id }) => id)
  const invite = (organization: number, email: string) =>
    demo.run(
      Effect.flatMap(Invitations, (invitations) =>
        invitations.create({ organization, email, role: "member", invitedBy: null })
      )
    )
  const open = async (organization: number) =>
    (await demo.run(Effect.flatMap(Invitations, (invitations) => invitations.listOpen(organization)))).map(
      ({ id }) => id
    )
  const [before, beforeThere] = [await open(northwind!), await open(contoso!)]
  const first = await invite(northwind!, "zoe@example.test")
  const other = await invite(northwind!, "yan@example.test")
  const elsewhere = await invite(contoso!, "zoe@example.test")
  expect(await open(northwind!)).toEqual([...before, first, other])
  const again = await invite(northwind!, "ZOE@example.test")
  expect(await open(northwind!)).toEqual([...before, other, again])
  expect(await open(contoso!)).toEqual([...beforeThere, elsewhere])
  const find = (organization: number, id: number) =>
    demo.run(Effect.flatMap(Invitations, (invitations) => invitations.find(organization, id)))
  expect(await find(northwind!, again)).toMatchObject({ id: again })
  expect([await find(northwind!, first), await find(northwind!, elsewhere)]).toEqual([null, null])
  const accept = (organization: number, id: number) =>
    demo.run(Effect.flatMap(Invitations, (invitations) => invitations.accept(organization, id)))
  for (const [organization, id] of [
    [northwind, first],
    [northwind, elsewhere],
    [contoso, again]
  ] as const)
    expect(await accept(organization!, id)).toBeNull()
  expect(await open(northwind!)).toEqual([...before, other, again])
  expect([await accept(northwind!, again), await accept(northwind!, again)]).toEqual(["member", null])
  expect([await open(northwind!), await open(contoso!)]).toEqual([
    [...before, other],
    [...beforeThere, elsewhere]
  ])
  await query(`update invitations set expires_at = now() where id = ${other}`)
  expect(await accept(northwind!, other)).toBeNull()
})

it("lists the members of one organization and the staff of one team, without disabled people", async () => {
  const members = async (slug: string) => {
    const [row] = await query<{ id: number }>(`select id from organizations where slug = '${slug}'`)
    const listed = await demo.run(Effect.flatMap(Members, ({ list }) => list(row!.id)))
    return listed.map(({ email, role }) => [email, role])
  }
  const setDisabled = (email: string, to: string) =>
    query(`update users set disabled_at = ${to} where email = '${email}'`)
  const northwind = [
    ["olivia@northwind.test", "owner"],
    ["adam@northwind.test", "admin"],
    ["mia@northwind.test", "member"]
  ]
  expect(await members("northwind")).toEqual(northwind)
  expect(await members("contoso")).toEqual([["carl@contoso.test", "owner"]])
  await setDisabled("adam@northwind.test", "now()")
  expect(await members("northwind")).toEqual([northwind[0], northwind[2]])
  await setDisabled("adam@northwind.test", "null")

  const reachable = async (email: string, organization: number | null = null) =>
    (await demo.run(runSql(readReachableOrganizations(await idOf(email), organization)))).map(
      ({ access, role, slug }) => [slug, access, role]
    )
  const managed = await query<{ id: number; slug: string }>(
    "select id, slug from organizations where adops_team_id is not null order by slug"
  )
  const throughTeam = managed.map(({ slug }) => [slug, "adops_team", null])
  expect(await reachable("ada@adops.test")).toEqual(throughTeam)
  expect(await reachable("ada@adops.test", managed[0]!.id)).toEqual([throughTeam[0]])
  expect(await reachable("adam@northwind.test")).toEqual([["northwind", "membership", "admin"]])
  expect(await reachable("adam@northwind.test", managed[0]!.id)).toEqual([])

  await demo.run(insertTeam("Empty team"))
  const staff = async () => (await demo.run(readTeams)).map(({ name, staff }) => [name, staff])
  expect(await staff()).toEqual([
    ["Blue Team", ["ada@adops.test"]],
    ["Empty team", []]
  ])
  await setDisabled("ada@adops.test", "now()")
  expect(await staff()).toContainEqual(["Blue Team", []])
  await setDisabled("ada@adops.test", "null")

  const [blue, empty] = [await demo.run(findTeam("Blue Team")), await demo.run(findTeam("Empty team"))]
  const [ada, adam] = [await idOf("ada@adops.test"), await idOf("adam@northwind.test")]
  await demo.run(addToTeam(empty!, ada))
  await demo.run(addToTeam(blue!, adam))
  const remove = (team: number, user: number) => demo.run(removeFromTeam(team, user))
  expect([await remove(blue!, ada), await remove(blue!, ada)]).toEqual([true, false])
  expect(await staff()).toEqual([
    ["Blue Team", ["adam@northwind.test"]],
    ["Empty team", ["ada@adops.test"]]
  ])
})

it("ends one session, or a person's others, and knows from where a person signed in lately", async () => {
  const sessions = await demo.run(Sessions)
  const people = ["adam@northwind.test", "mia@northwind.test"] as const
  const [adam, mia] = [await idOf(people[0]), await idOf(people[1])]
  const open = (user: number, ip: string) => demo.run(sessions.open(user, { ip, userAgent: "vitest" }))
  const [first, second, third] = [
    await open(adam, "192.0.2.1"),
    await open(adam, "192.0.2.2"),
    await open(adam, "192.0.2.2")
  ]
  const other = await open(mia, "192.0.2.3")
  const ended = async () => {
    const rows = await query<{ hash: Buffer; at: string | null }>(
      "select token_hash as hash, ended_at as at from dashboard_sessions"
    )
    return [first, second, third, other].map(
      (token) => rows.find(({ hash }) => hashSecret(token).equals(hash))!.at
    )
  }
  await demo.run(sessions.end(first))
  const [at] = await ended()
  expect(await ended()).toEqual([expect.any(String), null, null, null])
  await demo.run(sessions.endAll(adam, second))
  expect(await ended()).toEqual([at, null, expect.any(String), null])
  await demo.run(sessions.endAll(adam))
  expect(await ended()).toEqual([at, expect.any(String), expect.any(String), null])

  const known = (email: string, ip: string) => demo.run(sessions.isKnownAddress(email, ip))
  const old = (days: number) =>
    query(
      `update dashboard_sessions set created_at = now() - interval '${days} days' where user_id = ${adam}`
    )
  expect([await known("ADAM@northwind.test", "192.0.2.1"), await known(people[1], "192.0.2.1")]).toEqual([
    true,
    false
  ])
  await old(89)
  expect(await known(people[0], "192.0.2.1")).toBe(true)
  await old(91)
  expect(await known(people[0], "192.0.2.1")).toBe(false)
})

it("redeems a mailed link once and for its own purpose", async () => {
  const [adam, mia] = [await idOf("adam@northwind.test"), await idOf("mia@northwind.test")]
  const links = await demo.run(MailedLinks)
  const people = await demo.run(People)
  const reset = (user: number) => demo.run(links.mint({ user, linkMinutes: 5 }))
  const [invited] = await query<{ organization: number; invitation: number }>(
    "select organization_id as organization, id as invitation from invitations order by id desc limit 1"
  )
  const invitation = await demo.run(links.mint(invited!))
  const [first, second, other] = [await reset(adam), await reset(adam), await reset(mia)]
  const expired = await reset(adam)
  await demo.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update mailed_links set expires_at = now() where token_hash = ${hashSecret(expired)}`
    )
  )
  const unknown = `${first.slice(0, -1)}${first.endsWith("a") ? "b" : "a"}`
  const personOf = (token: string) => demo.run(links.person(token))
  const persons = (...tokens: ReadonlyArray<string>) => Promise.all(tokens.map(personOf))
  expect(await persons(first, second, other)).toEqual([adam, adam, mia])
  const useless = [invitation, expired, unknown, "nonsense"]
  expect(await persons(...useless)).toEqual(useless.map(() => null))
  for (const token of useless) expect(await demo.run(links.redeem(token))).toBeNull()
  const invitationOf = (token: string) => demo.run(links.invitation(token))
  expect(await invitationOf(invitation)).toEqual(invited)
  for (const token of [first, expired, unknown]) expect(await invitationOf(token)).toBeNull()

  expect(await demo.run(links.redeem(first))).toBe(adam)
  expect(await persons(first, second, other)).toEqual([null, null, mia])
  expect(await demo.run(links.redeem(first))).toBeNull()
  const third = await reset(adam)
  await demo.run(people.setPassword(adam, "a hash" as HashedPassword))
  expect(await persons(third, other)).toEqual([null, mia])
  expect(await invitationOf(invitation)).toEqual(invited)
  const changed = await query<{ email: string }>("select email from users where password_hash = 'a hash'")
  expect(changed).toEqual([{ email: "adam@northwind.test" }])
})
