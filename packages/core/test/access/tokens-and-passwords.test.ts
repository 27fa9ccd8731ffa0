import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { checkPassword, hashPassword, hashSecret } from "../../src/access/index.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import { TestDatabase } from "../support/postgres.ts"
import { people } from "./seed-people.ts"

it.effect("passwords are argon2id, salted, and checked", () =>
  Effect.gen(function* () {
    const stored = yield* hashPassword("correct horse")
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(yield* hashPassword("correct horse")).not.toBe(stored)
    expect(yield* checkPassword("correct horse", stored)).toBe(true)
    expect(yield* checkPassword("Correct horse", stored)).toBe(false)
    expect(yield* checkPassword("nobody's password", null)).toBe(false)
    expect(yield* checkPassword("x", "not a hash")).toBe(false)
    // Longer ones are rejected without any work.
    const [longest, tooLong] = ["x".repeat(1024), "x".repeat(1025)]
    expect(yield* checkPassword(longest, yield* hashPassword(longest))).toBe(true)
    expect(yield* checkPassword(tooLong, yield* hashPassword(tooLong))).toBe(false)
  })
)

const World = AccessTokens.layer.pipe(
  Layer.provideMerge(Layer.effectDiscard(people)),
  Layer.provideMerge(TestDatabase.layer)
)

layer(World)("AccessTokens", (it) => {
  const asked = {
    userEmail: "member@north.test",
    scopes: ["campaigns:read"],
    audience: "http://localhost/v1"
  } as const

  it.effect("a token is stored as a hash, with its own session and connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* AccessTokens
      const { token, session } = yield* tokens.mint(asked)
      expect(token).toMatch(/^svc_at_[0-9A-Za-z]{43}$/)
      const rows = yield* sql`
        select t.scopes, t.audience, c.scopes as granted, t.expires_at > now() + interval '59 minutes' as long
        from oauth_access_tokens t
        join oauth_sessions s on s.id = t.session_id
        join oauth_connections c on c.id = s.connection_id and c.user_id = t.user_id
        where t.hash = ${hashSecret(token)} and s.id = ${session}`
      expect(rows).toEqual([
        { scopes: asked.scopes, audience: asked.audience, granted: asked.scopes, long: true }
      ])
      expect((yield* tokens.mint({ ...asked, session })).session).toBe(session)
    })
  )

  it.effect("no token lives longer than an hour, and unknown people get none", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const { expires_at } = yield* tokens.mint({ ...asked, lifetime: "3 days" })
      expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000 + 5_000)
      const short = yield* tokens.mint({ ...asked, lifetime: "1 minute" })
      expect(Date.parse(short.expires_at) - Date.now()).toBeLessThan(65_000)
      const nobody = yield* Effect.flip(tokens.mint({ ...asked, userEmail: "who@north.test" }))
      expect(nobody).toMatchObject({ _tag: "not_found" })
    })
  )
})
