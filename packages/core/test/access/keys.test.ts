import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { hashSecret, Keys } from "../../src/access/index.ts"
import { isWellFormedKey, maxScopes, type Role, type Scope, scopes } from "../../src/contract/index.ts"
import { TestDatabase } from "../support/postgres.ts"
import { staggeredEffects } from "../support/staggered.ts"
import { people, setRole } from "./seed-people.ts"

const World = Keys.layer.pipe(
  Layer.provideMerge(Layer.effectDiscard(people)),
  Layer.provideMerge(TestDatabase.layer)
)

const yearInMillis = 365 * 86_400_000
const from = (text: string) => Date.parse(text) - Date.now()
const read: ReadonlyArray<Scope> = ["campaigns:read"]
const create = (creator: string, wanted: ReadonlyArray<Scope> = read, name = "A key") =>
  Effect.flatMap(Keys, (keys) =>
    keys.create({ organization: "north", creator: `${creator}@north.test`, name, scopes: wanted })
  )
const asked = (id: number, by: string) => ({ organization: "north", key: { id }, by: `${by}@north.test` })
const rotate = (id: number, by: string) => Effect.flatMap(Keys, (keys) => keys.rotate(asked(id, by)))
const revoke = (id: number, by: string) => Effect.flatMap(Keys, (keys) => keys.revoke(asked(id, by)))
const statusOf = (id: number) =>
  Effect.flatMap(Keys, (keys) => keys.list("north")).pipe(
    Effect.map((rows) => rows.find((row) => row.id === id)?.status)
  )

layer(World)("Keys", (it) => {
  it.effect("a new key is shown once, stored as a hash and valid for a year", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const made = yield* create("member", ["performance:read", "campaigns:read", "campaigns:read"])
      expect(isWellFormedKey(made.key)).toBe(true)
      expect(made.key.startsWith(made.prefix) && made.key.endsWith(made.last_four)).toBe(true)
      expect(made.prefix).toHaveLength(13)
      expect(made.scopes).toEqual(["campaigns:read", "performance:read"])
      expect(Math.abs(from(made.expires_at) - yearInMillis)).toBeLessThan(2 * 86_400_000)
      const [row] = yield* sql<{ hash: Buffer; row: string }>`
        select hash, to_jsonb(k)::text as row from api_keys k where id = ${made.id}`
      expect(row!.hash.equals(hashSecret(made.key))).toBe(true)
      expect(row!.row).not.toContain(made.key)
      expect(row!.row).not.toContain(Buffer.from(made.key).toString("hex"))
    })
  )

  it.effect("a key can be created for fewer days, and is not announced as expiring at once", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const sql = yield* SqlClient.SqlClient
      const createFor = (validDays: number) =>
        keys.create({
          organization: "north",
          creator: "member@north.test",
          name: `For ${validDays}`,
          scopes: read,
          validDays
        })
      const [week, month, quarter] = yield* Effect.all([createFor(7), createFor(30), createFor(90)])
      expect(
        [week, month, quarter].map(({ expires_at }) => Math.round(from(expires_at) / 86_400_000))
      ).toEqual([7, 30, 90])
      const notices = yield* sql<{ month: boolean; week: boolean }>`
        select expiry_notice_30d_at is not null as month, expiry_notice_7d_at is not null as week from api_keys
        where id in (${week.id}, ${month.id}, ${quarter.id}) order by id`
      expect(notices).toEqual([
        { month: true, week: true },
        { month: true, week: false },
        { month: false, week: false }
      ])
      const [organization] = yield* sql<{ id: number }>`select id from organizations where slug = 'north'`
      const expiring = keys
        .expiring(organization!.id, null)
        .pipe(
          Effect.map((rows) =>
            rows.flatMap(({ id }) => ([week.id, month.id, quarter.id].includes(id) ? [id] : []))
          )
        )
      expect(yield* expiring).toEqual([week.id])
      yield* sql`update api_keys set expires_at = now() + interval '6 days' where id in (${month.id}, ${quarter.id})`
      expect(new Set(yield* expiring)).toEqual(new Set([week.id, month.id, quarter.id]))
      for (const days of [0, 366, 1.5, Number.NaN])
        expect(yield* Effect.flip(createFor(days))).toMatchObject({
          _tag: "validation_error",
          fields: [{ path: "valid_days" }]
        })
    })
  )

  for (const role of ["member", "admin", "owner"] as const satisfies ReadonlyArray<Role>) {
    it.effect(`${role} can grant a key every scope of the role and none above it`, () =>
      Effect.gen(function* () {
        const made = yield* create(role, [...maxScopes(role)])
        expect(new Set(made.scopes)).toEqual(maxScopes(role))
        for (const scope of scopes.filter((scope) => !maxScopes(role).has(scope))) {
          const refused = yield* Effect.flip(create(role, [scope]))
          expect(refused).toMatchObject({
            _tag: "role_denied",
            required_role: scope === "audit:read" ? "owner" : "admin"
          })
        }
      })
    )
  }

  it.effect("non-members, unknown people, empty scopes and empty names are rejected", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      expect(yield* Effect.flip(create("stranger"))).toMatchObject({ _tag: "not_found" })
      expect(yield* Effect.flip(create("nobody"))).toMatchObject({ _tag: "not_found" })
      expect(yield* Effect.flip(create("owner", []))).toMatchObject({ _tag: "validation_error" })
      expect(yield* Effect.flip(create("owner", read, " \n"))).toMatchObject({ _tag: "validation_error" })
      const abroad = { organization: "south", creator: "owner@north.test", name: "x", scopes: read }
      expect(yield* Effect.flip(keys.create(abroad))).toMatchObject({ _tag: "not_found" })
      expect(yield* keys.list("south")).toEqual([])
    })
  )

  it.effect(
    "rotation keeps name and scopes, belongs to the rotator for a year, and ends the old key within 48 hours",
    () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const old = yield* create("member", ["campaigns:read", "reports:generate"], "Nightly")
        const fresh = yield* rotate(old.id, "owner")
        expect(fresh).toMatchObject({ name: "Nightly", scopes: old.scopes })
        expect(fresh.key).not.toBe(old.key)
        const rows = yield* keys.list("north")
        expect(rows.find((row) => row.id === fresh.id)).toMatchObject({
          creator: "owner@north.test",
          status: "active"
        })
        const before = rows.find((row) => row.id === old.id)!
        expect(before).toMatchObject({ status: "rotated", creator: "member@north.test" })
        expect(Math.abs(from(before.valid_until!) - 48 * 3_600_000)).toBeLessThan(60_000)
        expect(yield* Effect.flip(rotate(old.id, "owner"))).toMatchObject({ _tag: "not_found" })
      })
  )

  it.effect("rotation does not extend a key that expires sooner", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const old = yield* create("member")
      yield* sql`update api_keys set expires_at = now() + interval '1 hour' where id = ${old.id}`
      const fresh = yield* rotate(old.id, "member")
      const validUntil = "old_valid_until" in fresh ? from(fresh.old_valid_until) : Number.NaN
      expect(validUntil).toBeLessThanOrEqual(3_600_000)
    })
  )

  it.effect("its creator and owners hold a key more strictly, only owners less, and rotation keeps it", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const { id } = yield* create("member")
      const held = yield* keys.tighten(asked(id, "member"), "raises")
      expect(held.approvals).toBe("raises")
      expect(yield* Effect.flip(keys.tighten(asked(id, "member"), "organization"))).toMatchObject({
        fields: [{ path: "approvals" }]
      })
      for (const by of ["member", "admin"])
        expect(yield* Effect.flip(keys.loosen(asked(id, by), "organization"))).toMatchObject({
          required_role: "owner"
        })
      expect((yield* keys.tighten(asked(id, "owner"), "every_change")).approvals).toBe("every_change")
      const fresh = yield* rotate(id, "member")
      const approvalsOf = (of: number) =>
        Effect.map(keys.list("north"), (rows) => rows.find((row) => row.id === of)?.approvals)
      expect(yield* approvalsOf(fresh.id)).toBe("every_change")
      yield* keys.loosen(asked(fresh.id, "owner"), "organization")
      expect(yield* approvalsOf(fresh.id)).toBe("organization")
    })
  )

  it.effect("only the creator or an Owner can rotate or revoke", () =>
    Effect.gen(function* () {
      const key = yield* create("member")
      const attempts = [
        (by: string) => Effect.asVoid(rotate(key.id, by)),
        (by: string) => Effect.asVoid(revoke(key.id, by))
      ]
      for (const attempt of attempts) {
        expect(yield* Effect.flip(attempt("admin"))).toMatchObject({
          _tag: "role_denied",
          required_role: "owner"
        })
        expect(yield* Effect.flip(attempt("stranger"))).toBeDefined()
      }
      expect(yield* statusOf(key.id)).toBe("active")
      yield* revoke(key.id, "other")
      expect(yield* statusOf(key.id)).toBe("revoked")
    })
  )

  it.effect("a demoted creator cannot rotate to a key above their role, but can revoke", () =>
    Effect.gen(function* () {
      const key = yield* create("admin", ["campaigns:write"])
      yield* setRole("admin", "member")
      expect(yield* Effect.flip(rotate(key.id, "admin"))).toMatchObject({ _tag: "role_denied" })
      yield* revoke(key.id, "admin")
      yield* setRole("admin", "admin")
    })
  )

  it.effect("revocation is final and can be repeated", () =>
    Effect.gen(function* () {
      const key = yield* create("member")
      const first = yield* revoke(key.id, "member")
      const again = yield* revoke(key.id, "owner")
      expect(again).toEqual(first)
      expect(yield* Effect.flip(rotate(key.id, "owner"))).toMatchObject({ _tag: "not_found" })
    })
  )

  it.effect("exactly one of several concurrent rotations and revocations succeeds", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      for (let round = 0; round < 20; round++) {
        const name = `Raced ${round}`
        const key = yield* create("member", read, name)
        const tries = Array.from({ length: 12 }, (_, n) =>
          Effect.either(rotate(key.id, n % 2 ? "owner" : "member"))
        )
        const outcomes = yield* staggeredEffects(tries, round)
        expect(outcomes.filter((outcome) => outcome._tag === "Right")).toHaveLength(1)
        const left = (yield* keys.list("north")).filter((row) => row.name === name)
        expect(left.map((row) => row.status).sort()).toEqual(["active", "rotated"])

        const other = yield* create("member", read, `Raced too ${round}`)
        yield* staggeredEffects(
          [
            Effect.asVoid(Effect.either(rotate(other.id, "member"))),
            Effect.asVoid(revoke(other.id, "owner"))
          ],
          round
        )
        expect(yield* statusOf(other.id)).toBe("revoked")
      }
    })
  )

  it.effect("a key can be named by its visible parts", () =>
    Effect.gen(function* () {
      const keys = yield* Keys
      const { id, prefix, last_four } = yield* create("member")
      const ref = { organization: "north", key: { prefix, last_four }, by: "owner@north.test" }
      expect((yield* keys.revoke(ref)).id).toBe(id)
      const missing = yield* Effect.flip(keys.revoke({ ...ref, key: { prefix, last_four: "____" } }))
      expect(missing).toMatchObject({ _tag: "not_found" })
      const elsewhere = yield* Effect.flip(keys.revoke({ ...ref, organization: "south" }))
      expect(elsewhere).toMatchObject({ _tag: "not_found" })
    })
  )
})
