import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { auditHash } from "../../src/audit/chain.ts"
import { makeFileVerifier, UnreadableExport } from "../../src/audit/export-file.ts"
import { startsAtGenesis } from "../../src/audit/verification.ts"
import { type AuditEvent, auditColumns } from "../../src/contract/index.ts"
import { asFile, chainOf, headOf } from "./chain.ts"

const prove = (file: string, head: string | null = null, piece = file.length) => {
  const proving = makeFileVerifier(head)
  for (let at = 0; at < file.length; at += piece) proving.push(file.slice(at, at + piece))
  return proving.end()
}

/** Untrusted text and difficult characters: formulas, quotes, line breaks, apostrophes, half surrogates. */
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.fullUnicodeString({ maxLength: 6 }),
  fc.stringOf(
    fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", "'", '"', ",", "\\", "{", "}", "]", " "),
    {
      maxLength: 6
    }
  )
)
const maybe = fc.option(text)
const given = fc.record({
  user_agent: maybe,
  path: maybe,
  user: maybe,
  status_code: fc.integer({ min: 100, max: 599 }),
  count: fc.integer({ min: 1, max: 1_000_000 })
})
const world = fc.record({
  given: fc.array(given, { minLength: 4, maxLength: 9 }),
  open: fc.integer({ min: 0, max: 2 }),
  form: fc.constantFrom("json", "csv"),
  piece: fc.integer({ min: 1, max: 40 })
})
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

/** Verifies a file with the rest of a chain; its summary is that of the whole chain, whose head was saved. */
const proofOf = ({ form, piece }: World, whole: ReadonlyArray<AuditEvent>, left: ReadonlyArray<object>) => {
  const head = headOf(whole)
  const file = form === "json" ? asFile.json(left, { total: whole.length, head }) : asFile.csv(left)
  return prove(file, form === "csv" ? head : null, piece).verification
}

describe("an export is verified", () => {
  it("with untrusted text in it, in JSON and CSV, in chunks of any length", () => {
    fc.assert(
      fc.property(world, (one) => {
        const events = chainOf(one.given, { open: one.open })
        const proof = proofOf(one, events, events)
        expect(proof.flaw).toBeNull()
        expect([proof.sealed, proof.unsealed]).toEqual([events.length - one.open, one.open])
        expect(startsAtGenesis(proof)).toBe(true)
      })
    )
  })

  it("from the middle of a chain, after retention or for a window", () => {
    const events = chainOf([{}, {}, {}], { anchor: "ab".repeat(32) })
    const { verification } = prove(asFile.csv(events))
    expect(verification).toMatchObject({ flaw: null, sealed: 3, anchor: "ab".repeat(32) })
    expect(startsAtGenesis(verification)).toBe(false)
  })

  it.each([1, 2, 1000])("after a byte order mark and white space, in chunks of %i", (piece) => {
    const events = chainOf([{}, {}])
    const files = [asFile.json(events, { total: 2, head: headOf(events) }), asFile.csv(events)]
    for (const file of files) {
      const { cutOff, verification } = prove(`\uFEFF\r\n ${file}`, headOf(events), piece)
      expect([cutOff, verification.flaw, verification.sealed]).toEqual([false, null, 2])
    }
  })

  it("without any event, and without a sealed one", () => {
    expect(prove(asFile.json([], { total: 0, head: null })).verification).toMatchObject({
      flaw: null,
      sealed: 0
    })
    const open = chainOf([{}, {}], { open: 2 })
    expect(prove(asFile.json(open, { total: 2, head: null })).verification).toMatchObject({
      flaw: null,
      unsealed: 2
    })
  })

  it("up to a saved head in its middle, at its end or right before its beginning", () => {
    const events = chainOf([{}, {}, {}, {}])
    const file = asFile.csv(events)
    expect(prove(file, events[1]!.hash).verification).toMatchObject({ flaw: null, eventsUpToExpectedHead: 2 })
    expect(prove(file, events[3]!.hash).verification).toMatchObject({ flaw: null, eventsUpToExpectedHead: 4 })
    expect(prove(asFile.csv(events.slice(2)), events[1]!.hash).verification).toMatchObject({
      flaw: null,
      eventsUpToExpectedHead: 0
    })
  })
})

describe("one tampered event is found and named", () => {
  /** A chain, and one of its sealed events. */
  const at = (one: World, where: number) => {
    const whole = chainOf(one.given, { open: one.open })
    return { whole, index: where % (whole.length - one.open), sealed: whole.length - one.open }
  }
  const places = fc.nat({ max: 1000 })

  it("changed in any column", () => {
    fc.assert(
      fc.property(world, places, fc.constantFrom(...auditColumns), (one, where, column) => {
        const { index, whole } = at(one, where)
        const other = column === "count" || column === "status_code" ? 7_777_777 : "other"
        const left = whole.map((event, n) => (n === index ? { ...event, [column]: other } : event))
        expect(proofOf(one, whole, left).flaw).toMatchObject({ kind: "changed", event: { nth: index + 1 } })
      })
    )
  })

  it("changed and sealed again: the next one no longer follows it", () => {
    fc.assert(
      fc.property(world, places, (one, where) => {
        const { index, sealed, whole } = at(one, where)
        const forged = { ...whole[index]!, status_code: 777 }
        const left = whole.with(index, { ...forged, hash: auditHash(forged) })
        const { flaw } = proofOf(one, whole, left)
        if (index === sealed - 1) expect(flaw).toMatchObject({ kind: "headless", last: { nth: sealed } })
        else {
          expect(flaw).toMatchObject({
            kind: "missing",
            after: { nth: index + 1 },
            before: { nth: index + 2 }
          })
        }
      })
    )
  })

  it("removed: named by its hash and its neighbours", () => {
    fc.assert(
      fc.property(world, places, (one, where) => {
        const { index, sealed, whole } = at(one, where)
        const { flaw } = proofOf(one, whole, whole.toSpliced(index, 1))
        if (index === sealed - 1) {
          expect(flaw).toMatchObject({ kind: "headless", head: whole[index]!.hash, last: { nth: index } })
        } else if (index > 0) {
          const { hash, id } = whole[index - 1]!
          expect(flaw).toMatchObject({
            kind: "missing",
            hash: whole[index]!.hash,
            after: { nth: index, id },
            before: { nth: index + 1, id: whole[index + 1]!.id }
          })
          expect(hash).not.toBeNull()
        } else {
          // A CSV can begin anywhere; JSON states its number of events.
          expect(flaw?.kind).toBe(one.form === "json" ? "miscounted" : undefined)
        }
      })
    )
  })

  it("moved to another position", () => {
    fc.assert(
      fc.property(world, places, places, (one, where, there) => {
        const { index, sealed, whole } = at(one, where)
        const other = there % sealed
        if (other === index) return
        const left = whole.with(index, whole[other]!).with(other, whole[index]!)
        const { flaw } = proofOf(one, whole, left)
        const first = Math.max(1, Math.min(index, other))
        expect(flaw).toMatchObject({ kind: "missing", before: { nth: first + 1 } })
      })
    )
  })

  it("inserted, as a copy or sealed for its position", () => {
    fc.assert(
      fc.property(world, places, places, fc.boolean(), (one, where, there, forged) => {
        const { index, sealed, whole } = at(one, where)
        const copy = { ...whole[there % sealed]!, id: "aud_new", previous_hash: whole[index]!.previous_hash }
        const put = forged ? { ...copy, hash: auditHash(copy) } : whole[there % sealed]!
        const { flaw } = proofOf(one, whole, whole.toSpliced(index, 0, put))
        expect(flaw?.kind).toBe("missing")
        const { before } = flaw as Extract<typeof flaw, { kind: "missing" }>
        expect([index + 1, index + 2]).toContain(before.nth)
      })
    )
  })

  it("presented as unsealed", () => {
    fc.assert(
      fc.property(world, places, (one, where) => {
        const { index, sealed, whole } = at(one, where)
        const left = whole.with(index, { ...whole[index]!, hash: null, previous_hash: null })
        const { flaw } = proofOf(one, whole, left)
        if (index === sealed - 1) expect(flaw).toMatchObject({ kind: "headless", last: { nth: index } })
        else expect(flaw).toMatchObject({ kind: "unsealed", event: { nth: index + 1 } })
      })
    )
  })

  it("presented as unsealed with the hash before it, or as sealed without it", () => {
    const events = chainOf([{}, {}, {}], { open: 1 })
    const told = { total: 3, head: headOf(events) }
    const half = events.with(2, { ...events[2]!, previous_hash: events[1]!.hash })
    expect(prove(asFile.json(half, told)).verification.flaw).toEqual({
      kind: "changed",
      event: { nth: 3, id: "aud_2", at: events[2]!.at }
    })
    const other = events.with(1, { ...events[1]!, previous_hash: null })
    expect(prove(asFile.json(other, told)).verification.flaw).toMatchObject({
      kind: "changed",
      event: { nth: 2 }
    })
  })

  it("under a summary without a head, or with a head and no events", () => {
    const events = chainOf([{}, {}])
    expect(prove(asFile.json(events, { total: 2, head: null })).verification.flaw).toEqual({
      kind: "headless",
      head: "none",
      last: { nth: 2, id: "aud_1", at: events[1]!.at }
    })
    expect(prove(asFile.json([], { total: 0, head: headOf(events) })).verification.flaw).toEqual({
      kind: "headless",
      head: headOf(events),
      last: null
    })
    expect(prove(asFile.json(events, { total: 3, head: headOf(events) })).verification.flaw).toEqual({
      kind: "miscounted",
      declared: 3,
      counted: 2
    })
  })

  it("with a column more or less, which no hash covers", () => {
    const events = chainOf([{}, {}, {}])
    const more = events.with(1, { ...events[1]!, note: "fine" } as AuditEvent)
    const { error_code: _, ...less } = events[1]!
    for (const left of [more, events.with(1, less as AuditEvent)]) {
      const told = { total: 3, head: headOf(events) }
      expect(prove(asFile.json(left, told)).verification.flaw).toMatchObject({
        kind: "changed",
        event: { nth: 2 }
      })
    }
  })
})

describe("an incomplete file, or a file that is not an export", () => {
  const events = chainOf([{}, { user_agent: 'a "b",\nc' }, {}])
  const json = asFile.json(events, { total: 3, head: headOf(events) })
  const csv = asFile.csv(events)

  it("is reported for JSON truncated at any position", () => {
    for (let length = 1; length < json.trimEnd().length; length++) {
      expect([length, prove(json.slice(0, length)).cutOff]).toEqual([length, true])
    }
  })

  it("is reported for CSV truncated within a line; at a line's end only the head reveals it", () => {
    for (let length = csv.indexOf("\n") + 1; length < csv.length; length++) {
      const file = csv.slice(0, length)
      const quotes = file.split('"').length - 1
      const atLineEnd = file.endsWith("\n") && quotes % 2 === 0
      if (!atLineEnd) expect([length, prove(file).cutOff]).toEqual([length, true])
      else expect(prove(file, headOf(events)).verification.flaw).toMatchObject({ kind: "headless" })
    }
  })

  it.each([
    "",
    "  ",
    "{}",
    "[]",
    "hello",
    "id,at\r\n",
    '{"total":1}',
    '{"total":0,"events":{}}',
    '{"total":1,"head":null,"events":[1]}',
    '{"total":1,"head":null,"events":[{},,{}]}',
    `${json}x`
  ])("%s", (file) => {
    expect(() => prove(file)).toThrow(UnreadableExport)
  })

  it("with two lists of events is rejected: other readers would use only one of them", () => {
    expect(() => prove(json.replace('"events"', '"events":[],"events"'))).toThrow(UnreadableExport)
  })
})
