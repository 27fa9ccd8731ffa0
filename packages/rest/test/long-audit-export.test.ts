import { request as httpRequest } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { makeFileVerifier } from "@adwarden/core"
import { beforeAll, describe, expect, it } from "vitest"
import { onCitus } from "../../core/test/citus/cluster.ts"
import { count } from "../../core/test/support/counts.ts"
import { until } from "../../core/test/support/until.ts"
import { auditExport } from "./support/audit-export.ts"

/** Enables explicit garbage collection; the test runner passes no flags to Node. */
setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const { base, clear, contoso, exported, owner, query, seal, send, write } = await auditExport({
  // Checking each event against its schema took most of the time. Tests of short exports do.
  checkOutputs: false
})

/** `npm run check million` sets a larger number. */
const long = Number(process.env["AUDIT_EVENTS"] ?? count("auditEvents"))
/** Fewer bytes than this number of events has in any format, and more than the first chunk of a response. */
const mostBytes = long * 125

describe("a long export", () => {
  interface Taken {
    readonly bytes: number
    readonly whole: boolean
  }

  /** Reads the first chunk, runs `meanwhile`, then reads the rest. Returns whether the response was complete. */
  const take = (search: string, meanwhile: (stop: () => void) => unknown = () => {}) =>
    new Promise<Taken>((resolve, reject) => {
      const request = httpRequest(`${base}${search}`, { headers: { authorization: `Bearer ${owner}` } })
      request.on("error", () => {})
      request.on("response", (response) => {
        let bytes = 0
        let begun = false
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length
          if (begun) return
          begun = true
          response.pause()
          Promise.resolve(meanwhile(() => request.destroy())).then(() => response.resume(), reject)
        })
        response.on("error", () => {})
        response.on("close", () => resolve({ bytes, whole: response.complete }))
      })
      request.end()
    })
  const reading = async () => {
    const [found] = await query<{ n: number }>(
      `select count(*) as n from pg_stat_activity
       where query like '%position > $2%' and state = 'active' and pid <> pg_backend_pid()`
    )
    return found!.n
  }
  /** Lets the statement fail that reads a page of sealed events. Those that count and write them still work. */
  const unreadable = onCitus
    ? // On a cluster, only the sealer writes this column.
      {
        hide: "alter table audit_sealed rename column previous_hash to hidden",
        show: "alter table audit_sealed rename column hidden to previous_hash"
      }
    : {
        hide: `create or replace function readable() returns boolean language plpgsql as $$ begin
            if current_query() like 'select position%' then raise exception 'unreadable'; end if;
            return true;
          end $$;
          alter table audit_sealed rename to hidden_events;
          create view audit_sealed as select * from hidden_events where readable()`,
        show: "drop view audit_sealed; alter table hidden_events rename to audit_sealed"
      }
  const hide = () => query(unreadable.hide)
  const show = () => query(unreadable.show)

  beforeAll(async () => {
    await clear()
    for (let left = long; left > 0; left -= 50_000) {
      await write(Math.min(left, 50_000), "1 day")
      await seal()
      // The test database has no autovacuum, and the sealer would scan dead rows.
      if (long > 100_000) await query("vacuum audit_sealed")
    }
  })

  it("needs no more memory for many events than for few", async () => {
    /** Reads an export and calls `onPiece` with the number of bytes after each piece. */
    const read = async (search: string, onPiece: (bytes: number) => Promise<void> = async () => {}) => {
      let [bytes, pieces] = [0, 0]
      for await (const chunk of (await send(search)).body!) {
        bytes += chunk.length
        pieces++
        await onPiece(bytes)
      }
      return { bytes, pieces }
    }
    /**
     * The least memory in use after garbage collection, over four samples of the second half: an export that kept
     * its rows would have half of them by then, while buffers on their way come and go.
     */
    const leastInUse = async (search: string) => {
      const { bytes: total } = search === all ? whole : await read(search)
      const seen: Array<number> = []
      const sizes = await read(search, async (bytes) => {
        if (seen.length === 4 || bytes < (total * (4 + seen.length)) / 8) return
        collect()
        // Buffers are released shortly after garbage collection.
        await new Promise((resolve) => setImmediate(resolve))
        const { arrayBuffers, heapUsed } = process.memoryUsage()
        seen.push(heapUsed + arrayBuffers)
      })
      return { memory: Math.min(...seen), ...sizes }
    }
    await write(400, "20 days")
    await seal()
    const few = `?to=${new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)}`
    const all = "?format=csv"
    const whole = await read(all)
    const small = await leastInUse(few)
    const large = await leastInUse(all)
    expect(large.pieces).toBeGreaterThan(small.pieces * 20)
    const more = large.memory - small.memory
    if (long > 100_000) console.log(`${long} events: ${more / 1e6} MB more than for 400`)
    expect(more).toBeLessThan(large.bytes / 3)
  })

  it("stops reading when the client disconnects", async () => {
    const { bytes, whole } = await take("", (stop) => stop())
    expect([whole, bytes < mostBytes]).toEqual([false, true])
    await until("reading stopped", async () => (await reading()) === 0)
    expect((await exported("?to=2020-01-01")).total).toBe(0)
  })

  it.each(["", "?format=csv"])(
    "is complete, or aborts the transfer visibly when reading fails: %s",
    async (form) => {
      const late = await take(form, hide)
      expect([late.whole, late.bytes > 0]).toEqual([false, true])
      const early = await take(form)
      await show()
      expect(early.whole).toBe(false)
      const complete = await take(form)
      expect([complete.whole, complete.bytes > mostBytes]).toEqual([true, true])
    }
  )

  it.each(["", "?format=csv"])(
    "aborts the transfer when retention deletes events meanwhile: %s",
    async (form) => {
      const cut = () =>
        query(
          `update audit_sealed set position = -position where organization_id = ${contoso} and position > ${long - 1000} returning id`
        )
      expect((await take(form, cut)).whole).toBe(false)
      await query(
        `update audit_sealed set position = -position where organization_id = ${contoso} and position < 0 returning id`
      )
    }
  )

  it("exports what is there when an event was deleted from the table, and the verification reports the gap", async () => {
    const [cut] = await query<{ hash: string }>(
      `delete from audit_sealed where organization_id = ${contoso} and position = 700 returning hash`
    )
    const response = await send()
    const proving = makeFileVerifier(null)
    proving.push(await response.text())
    expect(proving.end().verification.flaw).toMatchObject({
      kind: "missing",
      hash: cut!.hash,
      before: { nth: 700 }
    })
  })
})
