import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { hash } from "@node-rs/argon2"
import { Deferred, Effect, Fiber, Layer, Runtime } from "effect"
import { Connections, Keys, MailedLinks, Members, People, Sessions } from "../../src/access/index.ts"
import { checkPassword, hashPassword, needsRehash } from "../../src/access/passwords.ts"
import { emailOf } from "../../src/access/people.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import { TestDatabase } from "../support/postgres.ts"
import { until } from "../support/until.ts"
import { people } from "./seed-people.ts"

const organization = (slug: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ id: number }>`select id from organizations where slug = ${slug}`, ([row]) => ({
      id: row!.id,
      slug
    }))
  )

layer(
  Layer.mergeAll(
    ...[People.layer, Members.layer, Sessions.layer],
    ...[AccessTokens.layer, Connections.layer, Keys.layer, MailedLinks.layer]
  ).pipe(Layer.provideMerge(TestDatabase.with({ maxConnections: 4 })))
)("people", (it) => {
  it.effect("a password with weaker parameters is rehashed when its owner signs in", () =>
    Effect.gen(function* () {
      yield* people
      const sql = yield* SqlClient.SqlClient
      const { verify } = yield* People
      const weak = yield* Effect.promise(() =>
        hash("seven quiet herons", { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 })
      )
      yield* sql`update users set password_hash = ${weak} where email = 'owner@north.test'`
      const kept = Effect.map(
        sql<{ password_hash: string }>`select password_hash from users where email = 'owner@north.test'`,
        ([row]) => row!.password_hash
      )
      expect((yield* verify("owner@north.test", "seven loud herons")).matches).toBe(false)
      expect(yield* kept).toBe(weak)
      expect((yield* verify("OWNER@north.test", "seven quiet herons")).matches).toBe(true)
      expect(needsRehash(weak)).toBe(true)
      expect(needsRehash(yield* kept)).toBe(false)
      expect((yield* verify("owner@north.test", "seven quiet herons")).matches).toBe(true)
    })
  )

  it.effect("a password is the same for all encodings of its accents", () =>
    Effect.gen(function* () {
      const stored = yield* hashPassword("cafe\u0301 au lait encore")
      expect(yield* checkPassword("café au lait encore", stored)).toBe(true)
    })
  )

  it.effect("an organization keeps an owner, even if its owners remove each other concurrently", () =>
    Effect.gen(function* () {
      const { list, remove, setRole } = yield* Members
      const north = yield* organization("north")
      const owners = () =>
        Effect.map(list(north.id), (rows) => rows.filter(({ role }) => role === "owner").length)
      expect(yield* owners()).toBe(2)
      const sql = yield* SqlClient.SqlClient
      const [removed, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const first = yield* Effect.fork(
        sql.withTransaction(
          remove("north", "owner@north.test").pipe(
            Effect.zipRight(Deferred.succeed(removed, undefined)),
            Effect.zipRight(Deferred.await(go))
          )
        )
      )
      yield* Deferred.await(removed)
      const second = yield* Effect.fork(Effect.either(remove("north", "other@north.test")))
      // It either waits for the first, or has ended already, which must not happen.
      const waits = Effect.map(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        (rows) => rows.length > 0
      )
      const run = Runtime.runPromise(yield* Effect.runtime<never>())
      yield* Effect.promise(() =>
        until("the second waits, or is over", () => second.unsafePoll() !== null || run(Effect.orDie(waits)))
      )
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(first)
      expect((yield* Fiber.join(second))._tag).toBe("Left")
      expect(yield* owners()).toBe(1)
      const [left] = yield* sql<{ user_id: number }>`
        select user_id from memberships where organization_id = ${north.id} and role = 'owner'`
      const demoted = yield* Effect.flip(setRole(north, left!.user_id, "admin"))
      expect(demoted).toMatchObject({ _tag: "validation_error" })
      expect(yield* owners()).toBe(1)
    })
  )

  it.effect("a disabled person loses all access, and regains none by returning", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { add, find, verify } = yield* People
      const { disable } = yield* Members
      const { open } = yield* Sessions
      const admin = (yield* find({ email: "admin@north.test" }))!
      const member = (yield* find({ email: "member@north.test" }))!
      for (const { email, id } of [admin, member]) {
        yield* open(id, { ip: null, userAgent: null })
        yield* (yield* MailedLinks).mint({ user: id, linkMinutes: 5 })
        yield* (yield* Keys).create({
          organization: "north",
          creator: email,
          name: "A key",
          scopes: ["campaigns:read"]
        })
        yield* (yield* AccessTokens).mint({ userEmail: email, scopes: ["campaigns:read"], audience: "x" })
        const [team] = yield* sql<{
          id: number
        }>`insert into adops_teams (name) values (${email}) returning id`
        yield* sql`insert into adops_team_members (team_id, user_id) values (${team!.id}, ${id})`
      }
      /** Everything that gives a person access. */
      const accessOf = (user: number) =>
        Effect.map(
          sql<{ kind: string }>`
            select 'membership' as kind from memberships where user_id = ${user}
            union all select 'team' from adops_team_members where user_id = ${user}
            union all select 'session' from dashboard_sessions where user_id = ${user} and ended_at is null
            union all select 'link' from mailed_links where user_id = ${user} and used_at is null
            union all select 'key' from api_keys where user_id = ${user} and revoked_at is null
            union all select 'app' from oauth_connections where user_id = ${user} and ended_at is null`,
          (rows) => rows.map(({ kind }) => kind)
        )
      const every = ["membership", "team", "session", "link", "key", "app"]
      expect(yield* accessOf(admin.id)).toEqual(every)
      yield* disable(admin.id)
      expect([yield* accessOf(admin.id), yield* accessOf(member.id)]).toEqual([[], every])
      expect([yield* find({ email: "admin@north.test" }), yield* find({ id: admin.id })]).toEqual([
        null,
        null
      ])
      expect(yield* find({ id: member.id })).toEqual(member)
      expect([yield* emailOf(admin.id), yield* emailOf(999_999)]).toEqual(["admin@north.test", null])
      expect((yield* verify("admin@north.test", "anything at all")).matches).toBe(false)
      const again = yield* add({ email: "Admin@north.test", name: "Admin again" })
      expect(again).toMatchObject({ id: admin.id, hasPassword: false, name: "Admin again" })
      expect(yield* add({ email: "admin@north.test", name: "Another" })).toBeNull()
    })
  )
})
