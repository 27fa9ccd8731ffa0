import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { auditHash, chainBreak, linkFlaw, seal } from "../../src/audit/chain.ts"
import { chainOf } from "./chain.ts"

/*
 * Verifiers outside this service compute the same hashes, so the algorithm is written out here and must not
 * change.
 */
const zeros = "0000000000000000000000000000000000000000000000000000000000000000"
const columns = [
  ...["id", "at", "request_id", "surface", "operation", "method", "path", "status_code", "error_code"],
  ...["actor_type", "user", "key_prefix", "key_last_four", "ip", "user_agent", "count", "previous_hash"]
]

describe("the hash of an event", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

  it("is the SHA-256 of its columns and the hash before it, as a JSON list, with digests of personal values", () => {
    const [event] = chainOf([{ user: "Zoë", ip: null, error_code: null, count: 3 }])
    const digestOf = (column: string, value: unknown) =>
      ["user", "ip", "user_agent"].includes(column) && value !== null
        ? `erased:${sha256(`${event!.personal_key}:${column}:${value}`)}`
        : value
    const values = columns.map((column) =>
      digestOf(column, ({ ...event } as Record<string, unknown>)[column])
    )
    expect(event!.hash).toBe(sha256(JSON.stringify(values)))
    expect(auditHash(event!)).toBe(event!.hash)
  })

  it("of an event from before keys existed is that of its plain columns", () => {
    const event = { ...chainOf([{ user: "Zoë" }])[0]!, personal_key: null }
    const values = columns.map((column) => (({ ...event }) as Record<string, unknown>)[column])
    expect(auditHash(event)).toBe(sha256(JSON.stringify(values)))
  })

  it("stays the same when personal values are erased, and not when they are replaced or removed", () => {
    const [event] = chainOf([{ user: "zoe@example.test", user_agent: null }])
    const digest = (column: "user" | "ip") =>
      `erased:${sha256(`${event!.personal_key}:${column}:${event![column]}`)}`
    const erased = { ...event!, user: digest("user"), ip: digest("ip"), personal_key: null }
    expect(linkFlaw(erased, null)).toBeNull()
    expect(linkFlaw({ ...erased, user: null }, null)).toBe("changed")
    expect(linkFlaw({ ...erased, user: `erased:${sha256("somebody else")}` }, null)).toBe("changed")
    expect(linkFlaw({ ...erased, operation: "campaigns.update" }, null)).toBe("changed")
    expect(linkFlaw({ ...event!, user: "max@example.test" }, null)).toBe("changed")
  })

  it("has no key without a value that it belongs to", () => {
    const [event] = chainOf([{ user: null, ip: null, user_agent: null }])
    expect(event!.personal_key).toBeNull()
    expect(linkFlaw({ ...event!, personal_key: "other" }, null)).toBe("changed")
  })

  it("follows 64 zeros at the beginning of a chain", () => {
    const { at, ...event } = chainOf([{}])[0]!
    const unsealed = { ...event, at, chain: 5 }
    const { heads, sealed } = seal([unsealed, unsealed, { ...unsealed, chain: 6 }], [])
    expect(sealed.map(({ position, previous_hash }) => [position, previous_hash])).toEqual([
      [1, zeros],
      [2, sealed[0]!.hash],
      [1, zeros]
    ])
    expect(heads).toEqual([
      { organization_id: 5, position: 2, hash: sealed[1]!.hash },
      { organization_id: 6, position: 1, hash: sealed[2]!.hash }
    ])
    expect(chainBreak(chainOf([{}, {}], { anchor: zeros }))).toBe(-1)
  })
})

describe("an event", () => {
  const [first, second] = chainOf([{}, {}])

  it("is changed, misplaced or valid", () => {
    expect(linkFlaw({ ...second!, count: 2 }, first!.hash)).toBe("changed")
    expect(linkFlaw(second!, zeros)).toBe("misplaced")
    expect(linkFlaw(second!, first!.hash)).toBeNull()
    expect(linkFlaw(second!, null)).toBeNull()
    // A changed event is reported as changed, even in the wrong position.
    expect(linkFlaw({ ...second!, count: 2 }, zeros)).toBe("changed")
  })

  it("breaks its chain at the first one that is not valid", () => {
    expect(chainBreak([first!, second!])).toBe(-1)
    expect(chainBreak([])).toBe(-1)
    expect(chainBreak([second!, first!])).toBe(0)
    expect(chainBreak([first!, first!])).toBe(1)
    expect(chainBreak([second!], first!.hash!)).toBe(-1)
  })
})
