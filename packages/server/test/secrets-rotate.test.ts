import { Database, Vault } from "@adwarden/core"
import { createEmulator } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { vaultKey } from "../../core/test/support/core-on-platform.ts"
import { demoDatabase, demoEmulatorDirectory, demoReady } from "../../core/test/support/demo.ts"
import { startProcess, startServer } from "./adwarden.ts"
import { runInProcessEffect } from "./in-process.ts"
import { platformEnv } from "./platform-env.ts"

await demoReady()

const oldKey = Redacted.value(vaultKey)
const newKey = Buffer.alloc(32, 9).toString("base64")
const logins = 250

const vaultOf = (keys: string) => Effect.provide(Vault, Vault.layer(Redacted.make(keys))).pipe(Effect.orDie)

/** Stores secrets under the old key: many logins, a webhook and a second factor. */
const storeSecrets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* vaultOf(oldKey)
  const [{ organization, person }] = (yield* sql<{ organization: number; person: number }>`
    select m.organization_id as organization, m.user_id as person from memberships m
    order by m.organization_id, m.user_id limit 1`) as [{ organization: number; person: number }]
  const seal = (text: string, context: string) => vault.seal(Redacted.make(text), context)
  for (let n = 0; n < logins; n++) {
    const token = seal(`token ${n}`, `ad_platform_login/${organization}`)
    yield* sql`insert into ad_platform_logins (organization_id, email, refresh_token)
      values (${organization}, ${`login-${n}@contoso.test`}, ${token})`
  }
  const webhook = (text: string) => seal(text, `webhook/${organization}`)
  yield* sql`insert into webhook_endpoints (organization_id, host, format, events, url, secret, previous_secret)
    values (${organization}, 'hooks.test', 'signed', '{test}', ${webhook("https://hooks.test/")}, ${webhook("secret")},
      ${webhook("the one before")})`
  yield* sql`insert into second_factors (user_id, secret) values (${person}, ${seal("totp", `second_factor/${person}`)})`
})

/** An update of a row of the last batch waits while the table `hold` has a row, so that the command stops half-way. */
const holdSecondBatch = [
  "create table hold as select 1 as n",
  `create function wait_for_hold() returns trigger language plpgsql as $$ begin
    while exists (select from hold) loop perform pg_sleep(0.02); end loop; return new;
  end $$`,
  `create trigger wait_for_hold before update on ad_platform_logins for each row
    when (new.email = 'login-200@contoso.test') execute function wait_for_hold()`
]

interface Sealed {
  readonly value: Uint8Array
  readonly context: string
}

/** Every sealed value of the database. */
const sealedValues = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Sealed>`
    select refresh_token as value, 'ad_platform_login/' || organization_id as context from ad_platform_logins
      where refresh_token is not null
    union all select url, 'webhook/' || organization_id from webhook_endpoints
    union all select secret, 'webhook/' || organization_id from webhook_endpoints
    union all select previous_secret, 'webhook/' || organization_id from webhook_endpoints
    union all select secret, 'second_factor/' || user_id from second_factors`
)

/** How many stored values open with these keys. */
const readableWith = (keys: string) =>
  Effect.gen(function* () {
    const vault = yield* vaultOf(keys)
    const opened = yield* Effect.forEach(yield* sealedValues, ({ context, value }) =>
      Effect.isSuccess(vault.open(value, context))
    )
    return opened.filter(Boolean).length
  })

/** A host that started before the rotation, with both keys. Its previews need the stored login of the ad account. */
const startReader = (url: string, key: string) =>
  Effect.gen(function* () {
    const directory = yield* demoEmulatorDirectory
    const emulator = yield* Effect.acquireRelease(
      Effect.promise(() => createEmulator({ directory })),
      (emulator) => Effect.promise(() => emulator.close())
    )
    const keys = { SECRETS_KEY: `${oldKey},${newKey}` }
    const { port } = yield* startServer(url, { ...platformEnv({ emulator, url }), ...keys })
    const reads: Array<string> = []
    /** The answer of the ad platform to a change that is only checked. */
    const read = Effect.promise(async () => {
      const response = await fetch(
        `http://127.0.0.1:${port}/v1/organizations/northwind/campaigns/boiler-repair`,
        {
          method: "PATCH",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({ budget: 101 })
        }
      )
      const { platform_check: check } = (await response.json()) as { platform_check?: { verdict: string } }
      reads.push(check?.verdict ?? `${response.status}`)
      return reads.at(-1)
    })
    return { read, reads }
  })

it.scopedLive("secrets rotate survives a kill, and the old key can be removed afterwards", () =>
  Effect.gen(function* () {
    const { credentials, url } = yield* demoDatabase
    yield* Effect.gen(function* () {
      const host = yield* startReader(url, credentials.keys["northwind"]!.owner!)
      expect(yield* host.read).toBe("accepted")
      const reading = yield* Effect.fork(
        Effect.forever(Effect.zipRight(host.read, Effect.sleep("50 millis")))
      )
      yield* storeSecrets
      const sql = yield* SqlClient.SqlClient
      const total = (yield* sealedValues).length
      const env = (keys: string) => ({ DATABASE_URL: url, SECRETS_KEY: keys })

      for (const statement of holdSecondBatch) yield* sql.unsafe(statement)
      const command = yield* startProcess(["secrets", "rotate"], env(`${newKey},${oldKey}`))
      while ((yield* readableWith(newKey)) < 150) yield* Effect.sleep("20 millis")
      command.signal("SIGKILL")
      yield* Effect.promise(() => command.ended)
      yield* sql`delete from hold`

      // The host reads logins while some are sealed with each key.
      expect(yield* host.read).toBe("accepted")
      // Hosts with both keys read everything, in either order of the keys.
      expect(yield* readableWith(newKey)).toBeLessThan(total)
      expect(yield* readableWith(`${oldKey},${newKey}`)).toBe(total)

      const without = yield* runInProcessEffect(["secrets", "rotate"], { DATABASE_URL: url })
      expect([without.code === 0, without.err]).toEqual([
        false,
        expect.stringContaining("SECRETS_KEY: is not set")
      ])
      const incomplete = yield* runInProcessEffect(["secrets", "rotate"], env(newKey))
      expect(incomplete.code).not.toBe(0)
      expect(incomplete.err).toContain("do not open with any key in SECRETS_KEY")

      const before = total - (yield* readableWith(newKey))
      const rest = yield* runInProcessEffect(["secrets", "rotate", "--json"], env(`${newKey},${oldKey}`))
      const { kinds } = JSON.parse(rest.out) as {
        kinds: ReadonlyArray<{ kind: string; resealed: number }>
      }
      const counted = Object.fromEntries(kinds.map(({ kind, resealed }) => [kind, resealed]))
      // A webhook has three sealed values.
      expect(counted["logins"]! + counted["second_factors"]! + 3 * counted["webhooks"]!).toBe(before)
      expect(yield* readableWith(newKey)).toBe(total)
      expect(yield* host.read).toBe("accepted")
      yield* Fiber.interrupt(reading)
      expect(host.reads.length).toBeGreaterThan(5)
      expect(new Set(host.reads)).toEqual(new Set(["accepted"]))

      const again = yield* runInProcessEffect(["secrets", "rotate"], env(newKey))
      expect([again.code, again.err]).toEqual([0, expect.stringContaining("can be removed")])
      const [audited] = yield* sql<{ n: number }>`
        select count(*)::int as n from audit_events where operation = 'secrets.rotate'`
      expect(audited!.n).toBeGreaterThan(4)
    }).pipe(Effect.provide(Database.layer(url)))
  })
)
