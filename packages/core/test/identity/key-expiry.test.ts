import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { sendExpiryNotices } from "../../src/identity/mail/key-expiry.ts"
import { mailEndpoints } from "../../src/identity/mail/outbox.ts"
import { asOperator } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore()
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const mia = "mia@northwind.test"
const mine = `user_id = (select id from users where email = '${mia}')`

/** The notices since the last check: how long before expiry, and to whom. */
const sendNotices = async () => {
  await demo.run(sendExpiryNotices)
  const rows = await query<{ days: number; recipient: string }>(
    "with told as (update emails set sent_at = now() where kind = 'key_expiry' and sent_at is null returning *) select days, recipient from told order by id"
  )
  return rows.map(({ days, recipient }) => [days, recipient])
}
const expiresIn = (interval: string) =>
  query(`update api_keys set expires_at = now() + interval '${interval}' where ${mine}`)

const forgetNotices = () =>
  query(
    `update api_keys set expires_at = now() + interval '300 days', expiry_notice_30d_at = null, expiry_notice_7d_at = null,
       revoked_at = null, replaced_by = null where ${mine}`
  )

beforeEach(forgetNotices)

it("notifies the creator of a key 30 and 7 days before it expires, once each", async () => {
  await expiresIn("30 days 1 minute")
  expect(await sendNotices()).toEqual([])
  await expiresIn("29 days 23 hours")
  expect(await sendNotices()).toEqual([[30, mia]])
  expect(await sendNotices()).toEqual([])
  await expiresIn("7 days 1 minute")
  expect(await sendNotices()).toEqual([])
  await expiresIn("6 days 23 hours")
  expect(await sendNotices()).toEqual([[7, mia]])
  expect(await sendNotices()).toEqual([])
})

it("notifies once if several workers check concurrently", async () => {
  for (let round = 0; round < 20; round++) {
    await forgetNotices()
    await expiresIn("20 days")
    const worker = () => demo.run(sendExpiryNotices)
    await staggered([worker, worker, worker], round)
    expect(await sendNotices()).toEqual([[30, mia]])
  }
})

it("sends only the second notice if the first one was missed", async () => {
  await expiresIn("3 days")
  expect(await sendNotices()).toEqual([[7, mia]])
})

it.each([
  ["was revoked", "revoked_at = now()"],
  ["was replaced", "replaced_by = id"],
  ["has expired", "expires_at = now() - interval '1 second'"]
])("sends no notice for a key that %s", async (_, condition) => {
  await expiresIn("20 days")
  await query(`update api_keys set ${condition} where ${mine}`)
  expect(await sendNotices()).toEqual([])
})

it("sends no notice to a former member", async () => {
  await expiresIn("20 days")
  const [was] = await query<{ organization_id: number; user_id: number; role: string }>(
    `delete from memberships where ${mine} returning organization_id, user_id, role`
  )
  expect(await sendNotices()).toEqual([])
  await query(
    `insert into memberships (organization_id, user_id, role) values (${was!.organization_id}, ${was!.user_id}, '${was!.role}')`
  )
})

it("names the key by its visible parts, and its expiry", async () => {
  await expiresIn("20 days")
  await demo.run(sendExpiryNotices)
  const [row] = await query<{ id: number }>("select max(id) as id from emails")
  const { mail } = await demo.run(
    Effect.flatMap(mailEndpoints, (endpoints) => asOperator(endpoints.show(row!.id), null))
  )
  const [key] = await query<{ prefix: string; last_four: string; expires_at: string }>(
    `select prefix, last_four, expires_at from api_keys where ${mine}`
  )
  expect(mail!.text).toContain(`${key!.prefix}…${key!.last_four}`)
  expect(mail!.subject).toContain(key!.expires_at.slice(0, 10))
})
