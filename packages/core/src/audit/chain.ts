import { hash } from "node:crypto"
import { type AuditEvent, auditColumns, randomBase62 } from "../contract/index.ts"

/** The previous hash of a chain's first event. */
export const genesis = "0".repeat(64)

const hashedColumns = auditColumns.filter((column) => column !== "hash" && column !== "personal_key")

/** The columns that can be erased when a person is deleted. */
const personalColumns = ["user", "ip", "user_agent"] as const
const isPersonal = new Set<string>(personalColumns)

/** The start of a value that was erased. Its digest follows, so the event keeps its hash. */
const erasedPrefix = "erased:"

/**
 * The value of a personal column as the hash covers it: its digest with the event's random key. Whoever erases
 * the value stores this digest and deletes the key. Without the key nobody can test which value it was.
 */
export const hashedValue = (column: string, value: unknown, key: string | null): unknown => {
  if (key === null || typeof value !== "string" || value.startsWith(erasedPrefix)) return value
  return isPersonal.has(column)
    ? `${erasedPrefix}${hash("sha256", `${key}:${column}:${value}`, "hex")}`
    : value
}

/** Whether some of an event's personal values were erased. */
export const isErased = (event: Pick<AuditEvent, "personal_key" | "user">): boolean =>
  (event.personal_key ?? null) === null && event.user?.startsWith(erasedPrefix) === true

/**
 * Computes an event's hash. It covers every exported column and, through previous_hash, all earlier events,
 * so a removed or changed event invalidates every later hash. Anyone can compute it from an export. Events from
 * before keys existed have none; the same formula covers their values as they are.
 */
export const auditHash = (event: Omit<AuditEvent, "hash">): string => {
  const key = event.personal_key ?? null
  const values = hashedColumns.map((column) => hashedValue(column, event[column as keyof typeof event], key))
  return hash("sha256", JSON.stringify(values), "hex")
}

/** A key without a value that it belongs to: no hash covers it, so the service never writes one. */
const hasIdleKey = (event: AuditEvent): boolean =>
  (event.personal_key ?? null) !== null &&
  personalColumns.every((column) => event[column] === null || event[column].startsWith(erasedPrefix))

/**
 * Returns the flaw of a sealed event: it was changed since sealing, or it does not follow `before`. Returns
 * null if it is valid. Without a `before` hash, any position is valid.
 */
export const linkFlaw = (event: AuditEvent, before: string | null): "changed" | "misplaced" | null => {
  if (event.hash !== auditHash(event) || hasIdleKey(event)) return "changed"
  return before === null || event.previous_hash === before ? null : "misplaced"
}

/**
 * Returns the index of the first event that was changed or does not follow its predecessor, or -1. After
 * retention, a chain begins at its anchor: the hash of the last deleted event.
 */
export const chainBreak = (events: ReadonlyArray<AuditEvent>, anchor: string = genesis): number =>
  events.findIndex((event, index) => linkFlaw(event, index === 0 ? anchor : events[index - 1]!.hash) !== null)

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

/** The lock of one chain, which hosts and the sealer hold while they move its head. Two chains can share a lock. */
export const chainLock = (chain: string): string => `x'61647763'::int, (${chain} & x'7fffffff'::bigint)::int`
