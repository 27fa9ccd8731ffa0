import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Invitations } from "../../src/access/invitations.ts"
import { revokeExposedKey } from "../../src/access/key-notices.ts"
import { hashSecret } from "../../src/access/secrets.ts"
import { newKey } from "../../src/contract/index.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

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
})
