import { Effect, type Scope } from "effect"
import { type StatementsShape, statement } from "../storage/index.ts"

/** The precision of "last used": a key writes at most one row a minute, however busy it is. */
const minIntervalMillis = 60_000
/** Uses within this interval share a statement. */
const flushInterval = "2 seconds"
const maxRemembered = 50_000

/** Another host can have written it within the same minute. */
const upsertUses = statement(`
insert into api_key_uses as u (organization_id, key_id, last_used_at)
select organization_id, key_id, now() from unnest($1::bigint[], $2::bigint[]) as used (organization_id, key_id)
on conflict (organization_id, key_id) do update set last_used_at = excluded.last_used_at
where u.last_used_at <= excluded.last_used_at - interval '1 minute'`)

export interface KeyUses {
  /** Records that a key was used, without waiting. */
  readonly record: (organization: number, key: number) => void
}

/**
 * Records when keys were last used, in batches and outside the requests. No request waits for it, and a
 * database outage loses at most the latest use.
 */
export const makeKeyUses = (statements: StatementsShape): Effect.Effect<KeyUses, never, Scope.Scope> =>
  Effect.gen(function* () {
    const recordedAt = new Map<number, number>()
    let pending = new Map<number, number>()
    const latch = yield* Effect.makeLatch()

    const flush = Effect.suspend(() => {
      const uses = pending
      pending = new Map()
      latch.unsafeClose()
      if (uses.size === 0) return Effect.void
      return Effect.ignore(statements.query(upsertUses, [[...uses.values()], [...uses.keys()]]))
    })
    yield* Effect.forkScoped(
      Effect.forever(latch.await.pipe(Effect.zipRight(Effect.sleep(flushInterval)), Effect.zipRight(flush)))
    )
    yield* Effect.addFinalizer(() =>
      pending.size === 0 ? Effect.void : Effect.timeoutOption(flush, "1 second")
    )
    return {
      record: (organization, key) => {
        const now = performance.now()
        const before = recordedAt.get(key)
        if (before !== undefined && now - before < minIntervalMillis) return
        if (recordedAt.size >= maxRemembered) recordedAt.clear()
        recordedAt.set(key, now)
        pending.set(key, organization)
        latch.unsafeOpen()
      }
    }
  })
