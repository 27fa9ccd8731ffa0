import { type AuditEvent, randomBase62 } from "../contract/index.ts"
import { auditHash, genesis, personalColumns } from "./hash.ts"

/** An event without a position in its chain. */
export interface Unsealed extends Omit<AuditEvent, "hash" | "previous_hash" | "personal_key"> {
  /** The organization; 0 for events without one. */
  readonly chain: number
}

/** The last event of an organization's chain. */
export interface Head {
  readonly organization_id: number
  readonly position: number
  readonly hash: string
}

/**
 * Assigns chain positions to events, in order, after the heads of their chains. Each gets a random key for its
 * personal values. It touches no database, so property tests can check it.
 */
export const seal = (events: ReadonlyArray<Unsealed>, heads: ReadonlyArray<Head>) => {
  const chainHeads = new Map(
    heads.map((head) => [head.organization_id, { position: head.position, hash: head.hash }])
  )
  const sealed = events.map((event) => {
    const { chain } = event
    const head = chainHeads.get(chain) ?? { position: 0, hash: genesis }
    const hasPersonalValue = personalColumns.some((column) => event[column] !== null)
    const personal_key = hasPersonalValue ? randomBase62(22) : null
    const hash = auditHash({ ...event, previous_hash: head.hash, personal_key })
    const next = { position: head.position + 1, hash }
    chainHeads.set(chain, next)
    return { previous_hash: head.hash, personal_key, ...next }
  })
  const chains = new Set(events.map((event) => event.chain))
  return {
    sealed,
    heads: [...chains].map((organization_id) => ({ organization_id, ...chainHeads.get(organization_id)! }))
  }
}
