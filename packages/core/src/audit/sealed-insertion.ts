import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { bindStatement, makeClusterCheck, type StatementsShape, sharedStatement } from "../storage/index.ts"
import { chainLock, type Head, seal } from "./chain.ts"
import { type CountedRecord, columns, names, organizationOf } from "./insertion.ts"

/*
 * Seals events as they are written: without it, `npm run bench` printed 0.68 instead of 0.85 for a read. A host remembers
 * the heads of the chains that it writes to, computes the next positions and hashes, and inserts them on the condition
 * that the heads are still the same. Where another host or the sealer was faster, the events are inserted without a
 * position, and the sealer follows.
 */

/**
 * Inserts events ($1) and moves the heads of their chains ($2 to $5). It waits for no lock: where another host or the
 * sealer holds a chain, or has moved its head, the events of that chain get no position. It returns the heads that it
 * has not moved.
 */
export const insertSealed = sharedStatement(
  "insert",
  `
with moved as (
  update audit_chains head set position = next.position, hash = next.hash, updated_at = now()
  from unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[]) as next (chain, expected, position, hash)
  where head.organization_id = chain and head.hash = expected and pg_try_advisory_xact_lock(${chainLock("chain")})
  returning chain
), event as materialized (
  select * from json_to_recordset($1::json)
    as event (id text, ${columns}, position bigint, previous_hash text, hash text, personal_key text)
), sealed as (
  insert into audit_sealed (position, previous_hash, hash, personal_key, sequence, id, ${names})
  select position, previous_hash, hash, personal_key, nextval('audit_unsealed_sequence_seq'), id, ${names}
  from event where position is not null and organization_id in (select chain from moved)
), unsealed as (
  insert into audit_unsealed (id, ${names}) select id, ${names}
  from event where position is null or organization_id not in (select chain from moved)
)
select organization_id, position, hash from audit_chains
where organization_id = any($2::bigint[]) and organization_id not in (select chain from moved)`
)

/** The event of a failed request can be written twice. Only the sealer can see that. */
const isWrittenOnce = ({ status_code }: CountedRecord): boolean => status_code < 500

/** More organizations than a host serves at a time. */
const maxHeads = 10_000

interface SealedInsertion {
  /**
   * Inserts events, sealed where it can, and returns whether the sealer has work. Calls must follow each other: each
   * continues the chains where the previous one ended.
   */
  readonly insert: (events: ReadonlyArray<CountedRecord>) => Effect.Effect<boolean, SqlError>
  /** Remembers heads that this host's sealer has moved. */
  readonly learnHeads: (heads: ReadonlyArray<Head>) => void
}

/**
 * On a cluster only the sealer seals, because a statement for several organizations would commit on several nodes.
 */
export const makeSealedInsertion = (
  statements: StatementsShape,
  insertUnsealed: (events: ReadonlyArray<CountedRecord>) => Effect.Effect<void, SqlError>
): SealedInsertion => {
  const isCluster = makeClusterCheck(statements)
  const heads = new Map<number, Head>()
  const learnHeads = (learned: ReadonlyArray<Head>) => {
    if (heads.size > maxHeads) heads.clear()
    for (const head of learned) heads.set(head.organization_id, head)
  }

  const insert = (events: ReadonlyArray<CountedRecord>) => {
    const sealable = events.filter((event) => isWrittenOnce(event) && heads.has(organizationOf(event)))
    const chains = [...new Set(events.map(organizationOf))]
    const next = seal(
      sealable.map((event) => ({ ...event, chain: organizationOf(event), user: event.user_email })),
      chains.flatMap((chain) => heads.get(chain) ?? [])
    )
    const positions = new Map(sealable.map((event, n) => [event, next.sealed[n]]))
    const nextHeads = new Map(next.heads.map((head) => [head.organization_id, head]))
    return Effect.map(
      statements.read(
        bindStatement<Head>(insertSealed, [
          JSON.stringify(
            events.map((event) => ({
              ...event,
              organization_id: organizationOf(event),
              ...positions.get(event)
            }))
          ),
          chains,
          chains.map((chain) => (nextHeads.has(chain) ? heads.get(chain)!.hash : null)),
          chains.map((chain) => nextHeads.get(chain)?.position ?? null),
          chains.map((chain) => nextHeads.get(chain)?.hash ?? null)
        ])
      ),
      (notMoved) => {
        learnHeads([...next.heads, ...notMoved])
        return sealable.length < events.length || notMoved.length > 0
      }
    )
  }

  return {
    insert: (events) =>
      Effect.flatMap(isCluster, (cluster) =>
        cluster ? Effect.as(insertUnsealed(events), true) : insert(events)
      ),
    learnHeads
  }
}
