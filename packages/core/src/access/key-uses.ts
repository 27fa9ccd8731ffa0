import { Effect, type Scope } from "effect"
import { type StatementsShape, statement } from "../storage/index.ts"

/** How exact "last used" is: a key writes at most one row a minute, however busy it is. */
const everyMillis = 60_000
/** Uses of about the same time share a statement. */
const gatherFor = "2 seconds"
const mostRemembered = 50_000

/** Another host may have written it within the minute. */
const keep = statement(`
insert into api_key_uses as u (organization_id, key_id, last_used_at)
select organization_id, key_id, now() from unnest($1::bigint[], $2::bigint[]) as used (organization_id, key_id)
on conflict (organization_id, key_id) do update set last_used_at = excluded.last_used_at
where u.last_used_at <= excluded.last_used_at - interval '1 minute'`)

export interface KeyUses {
  /** Notes that a key was used. Nobody waits for it. */
  readonly note: (organization: number, key: number) => void
}

/**
 * Records when keys were last used, in batches and beside the requests: a request never waits for it, and a database
 * that is away loses at most the latest use.
 */
export const makeKeyUses = (statements: StatementsShape): Effect.Effect<KeyUses, never, Scope.Scope> =>
  Effect.gen(function* () {
    const notedAt = new Map<number, number>()
    let waiting = new Map<number, number>()
    const latch = yield* Effect.makeLatch()

    const write = Effect.suspend(() => {
      const uses = waiting
      waiting = new Map()
      latch.unsafeClose()
      if (uses.size === 0) return Effect.void
      return Effect.ignore(statements.query(keep, [[...uses.values()], [...uses.keys()]]))
    })
    yield* Effect.forkScoped(
      Effect.forever(latch.await.pipe(Effect.zipRight(Effect.sleep(gatherFor)), Effect.zipRight(write)))
    )
    yield* Effect.addFinalizer(() => Effect.timeoutOption(write, "1 second"))
    return {
      note: (organization, key) => {
        const now = performance.now()
        const before = notedAt.get(key)
        if (before !== undefined && now - before < everyMillis) return
        if (notedAt.size >= mostRemembered) notedAt.clear()
        notedAt.set(key, now)
        waiting.set(key, organization)
        latch.unsafeOpen()
      }
    }
  })
