import { createServer, request as httpRequest, type Server } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { AuditSealer, makeFileProof } from "@adwarden/core"
import {
  type AuditEvent,
  auditColumns,
  makeCsvReader,
  type Output,
  textOfCell
} from "@adwarden/core/contract"
import { getRequestListener } from "@hono/node-server"
import { Effect, Logger } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { queryOn } from "../../core/test/support/changing.ts"
import { insertKey } from "../../core/test/support/keys.ts"
import { runCore } from "../../core/test/support/running.ts"
import { until } from "../../core/test/support/until.ts"
import { restApp } from "../src/index.ts"

/** Clears away what nobody uses any more; the test runner's own Node knows no flag for it. */
setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

type Exported = Output<"audit.export">

const demo = await runCore()
const query = queryOn(demo)
const owner = demo.keys["contoso"]!.owner!
const contoso = "(select id from organizations where slug = 'contoso')"
let server: Server
let base = ""

beforeAll(async () => {
  const app = await demo.run(Effect.provide(restApp, Logger.remove(Logger.defaultLogger)))
  server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}/v1/organizations/_/audit/export`
})
afterAll(() => void server.close())

const send = (search = "", key = owner) =>
  fetch(`${base}${search}`, { headers: { authorization: `Bearer ${key}` } })
const exported = async (search = "") => (await (await send(search)).json()) as Exported
const seal = () => demo.run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))

/** Events that nobody made, so many days ago; sealed in the order in which they are written. */
const write = (count: number, daysAgo: string, more: Partial<Record<keyof AuditEvent, string>> = {}) =>
  query(
    `insert into audit_unsealed (organization_id, id, at, request_id, surface, status_code, actor_type, user_agent, path)
     select ${contoso}, 'aud_' || gen_random_uuid(), now() - interval '${daysAgo}', 'req_' || n, 'rest', 200, 'operator',
       ${more.user_agent ?? "repeat('agent ', 20)"}, ${more.path ?? "'/v1/organizations'"}
     from generate_series(1, ${count}) n returning id`
  )
const clear = async () => {
  await query(`delete from audit_unsealed where organization_id = ${contoso} returning id`)
  await query(`delete from audit_sealed where organization_id = ${contoso} returning id`)
  await query(`delete from audit_chains where organization_id = ${contoso} returning organization_id`)
}
const tableOf = (text: string) => {
  const [columns, ...rows] = makeCsvReader().push(text)
  return rows.map((cells) => Object.fromEntries(cells.map((cell, n) => [columns![n]!, cell])))
}

describe("the audit export", () => {
  it("has the same events in JSON and CSV, the same columns in the same order, the chain's head and a total", async () => {
    await send("?from=2026-02-30")
    await seal()
    const json = await send()
    expect(json.headers.get("content-type")).toBe("application/json")
    const { events, head, total } = (await json.json()) as Exported
    expect([total, json.headers.get("x-audit-total")]).toEqual([events.length, String(events.length)])
    for (const event of events) expect(Object.keys(event)).toEqual(auditColumns)

    const csv = await send("?format=csv")
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    const text = await csv.text()
    expect(text.slice(0, text.indexOf("\r\n")).split(",")).toEqual(auditColumns)
    const rows = tableOf(text)
    // The first export was audited meanwhile, so there is one event more.
    expect(rows).toHaveLength(events.length + 1)
    const sealed = events.filter(({ hash }) => hash !== null)
    expect(sealed.length).toBeGreaterThan(0)
    expect(rows.slice(0, sealed.length).map((row) => textOfCell(row["hash"]!))).toEqual(
      sealed.map(({ hash }) => hash)
    )
    const [chain] = await query<{ hash: string }>(
      `select hash from audit_chains where organization_id = ${contoso}`
    )
    expect([head, json.headers.get("x-audit-head"), csv.headers.get("x-audit-head")]).toEqual(
      Array(3).fill(chain!.hash)
    )
  })

  it("tells failures as well, and itself next time", async () => {
    await send("?from=2026-02-30")
    const { events } = await exported()
    expect(events.slice(-2)).toMatchObject([
      { operation: "audit.export" },
      { operation: "audit.export", status_code: 400, error_code: "validation_error", hash: null }
    ])
  })

  it("is for owners alone, and says so before it speaks of scopes", async () => {
    const key = (email: string, scopes: Parameters<typeof insertKey>[0]["scopes"]) =>
      demo.run(insertKey({ organization: "northwind", email, scopes }))
    const told = async (token: string) => {
      const response = await send("", token)
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code]
    }
    const others = ["adam@northwind.test", "mia@northwind.test"]
    for (const email of others) {
      expect(await told(await key(email, ["campaigns:read"]))).toEqual([403, "role_denied"])
    }
    expect(await told(await key("olivia@northwind.test", ["campaigns:read"]))).toEqual([
      403,
      "insufficient_scope"
    ])
    expect((await send("", await key("olivia@northwind.test", ["audit:read"]))).status).toBe(200)
  })

  it("covers the 30 days up to now, or what is asked for, in whole days of UTC", async () => {
    await clear()
    await write(1, "40 days")
    await write(2, "29 days 23 hours")
    await write(4, "0 days")
    await seal()
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    const count = async (search: string) => {
      const { events } = await exported(search)
      return events.filter(({ request_id }) => /^req_\d$/.test(request_id)).length
    }
    expect(await count("")).toBe(6)
    expect(await count(`?to=${day(0)}&from=${day(41)}`)).toBe(7)
    expect(await count(`?from=${day(41)}`)).toBe(7)
    expect(await count(`?to=${day(1)}`)).toBe(2)
    expect(await count(`?to=${day(35)}`)).toBe(1)
    expect(await count(`?from=${day(-1)}`)).toBe(0)
    for (const search of ["?from=0000-01-01", "?to=9999-12-31", "?from=0000-01-01&to=9999-12-31"]) {
      expect((await send(search)).status).toBe(200)
    }
    const { events, head, total } = await exported(`?from=${day(41)}&to=${day(1)}`)
    expect([events.length, total, head]).toEqual([3, 3, events[2]!.hash])
  })

  it.each(["?from=2026-03-02&to=2026-03-01", "?format=xml", "?limit=5", "?cursor=x"])(
    "refuses %s",
    async (search) => {
      expect((await send(search)).status).toBe(400)
    }
  )
})

describe("a file of it", () => {
  const prove = (text: string, head: string | null = null) => {
    const proving = makeFileProof(head)
    proving.push(text)
    return proving.end()
  }

  it("proves itself offline in either form, whatever strangers wrote, and opens without harm in a spreadsheet", async () => {
    await clear()
    for (const agent of [
      "=1+1",
      "+cmd|calc",
      "-2",
      "@SUM(A1)",
      "\t=x",
      "\r=x",
      " =x",
      "'quoted",
      "",
      'a "b", c'
    ]) {
      await write(1, "1 day", { user_agent: `'${agent.replaceAll("'", "''")}'` })
    }
    await seal()
    await write(2, "0 days")
    const json = await (await send()).text()
    const csv = await send("?format=csv")
    const table = await csv.text()
    expect(prove(json)).toMatchObject({ cutOff: false, proof: { flaw: null, sealed: 10, unsealed: 2 } })
    expect(prove(table, csv.headers.get("x-audit-head"))).toMatchObject({
      cutOff: false,
      proof: { flaw: null, sealed: 10, unsealed: 3, keptAfter: 10 }
    })
    const cells = tableOf(table).flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^\s*[=+\-@]|^[\t\r\n]/.test(cell))).toEqual([])
    expect(prove(table.replace("'=1+1", "'=1+2")).proof.flaw).toMatchObject({
      is: "changed",
      event: { nth: 1 }
    })
  })

  it("is one stretch of the chain also where events were sealed in another order than they came", async () => {
    await clear()
    const midnight = "(now()::date - 3)::timestamptz - now()"
    await write(2, "10 days")
    for (const seconds of [-2, 1, -1, 3]) {
      await query(
        `insert into audit_unsealed (organization_id, id, at, request_id, surface, status_code)
         values (${contoso}, 'aud_' || gen_random_uuid(), now() + (${midnight}) + interval '${seconds} seconds', 'req_1', 'rest', 200)
         returning id`
      )
    }
    await seal()
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    const text = await (await send(`?from=${day}&to=${day}`)).text()
    const { events, total } = JSON.parse(text) as Exported
    // The one from the evening before stands between two of the day: without it nothing would be proved.
    expect([events.length, total]).toEqual([3, 3])
    expect(prove(text).proof).toMatchObject({ flaw: null, sealed: 3 })
  })
})

/** `npm run audit:million` asks for more. */
const long = Number(process.env["AUDIT_EVENTS"] ?? 40_000)

describe("a long export", () => {
  interface Taken {
    readonly bytes: number
    readonly whole: boolean
  }

  /** Takes the answer's first piece, then does something, then takes the rest; tells whether it came to its end. */
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
  /** What the reading needs, and neither the look before it nor the event of the export itself. */
  const hide = () => query("alter table audit_sealed rename column previous_hash to hidden")
  const show = () => query("alter table audit_sealed rename column hidden to previous_hash")

  beforeAll(async () => {
    await clear()
    for (let left = long; left > 0; left -= 50_000) {
      await write(Math.min(left, 50_000), "1 day")
      await seal()
      // The test's database tidies up after nobody, and the sealer would wade through what it has sealed.
      if (long > 100_000) await query("vacuum audit_sealed")
    }
  })

  it("is whole where nothing happens", async () => {
    const { bytes, whole } = await take("?format=csv")
    expect([whole, bytes > 5_000_000]).toEqual([true, true])
  })

  it("needs no more memory for many events than for few", async () => {
    /** What was in use, of what could not be cleared away, in the middle of what was seen of the later half. */
    const inUse = async (search: string) => {
      const seen: Array<number> = []
      let pieces = 0
      const response = await send(search)
      for await (const _ of response.body!) {
        if (pieces++ % 50 !== 0) continue
        collect()
        // Buffers are given back a moment after they were cleared away.
        await new Promise((resolve) => setImmediate(resolve))
        const { arrayBuffers, heapUsed } = process.memoryUsage()
        seen.push(heapUsed + arrayBuffers)
      }
      const later = seen.slice(Math.floor(seen.length / 2)).sort((one, other) => one - other)
      return { usual: later[Math.floor(later.length / 2)]!, pieces }
    }
    await write(400, "20 days")
    await seal()
    const few = `?to=${new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)}`
    const all = "?format=csv"
    await inUse(all)
    const small = await inUse(few)
    const large = await inUse(all)
    expect(large.pieces).toBeGreaterThan(small.pieces * 20)
    // All of it together is more than ten megabytes, and hundreds of them for a million events.
    const more = large.usual - small.usual
    if (long > 100_000) console.log(`${long} events: ${more / 1e6} MB more than for 400`)
    expect(more).toBeLessThan(4_000_000)
  })

  it("ends its reading when the reader goes away", async () => {
    const { bytes, whole } = await take("", (stop) => stop())
    expect([whole, bytes < 5_000_000]).toEqual([false, true])
    await until("nobody reads any more", async () => (await reading()) === 0)
    expect((await exported("?to=2020-01-01")).total).toBe(0)
  })

  it.each(["", "?format=csv"])(
    "breaks off visibly where it cannot go on, and never looks whole: %s",
    async (form) => {
      const late = await take(form, hide)
      expect([late.whole, late.bytes > 0]).toEqual([false, true])
      const early = await take(form)
      await show()
      expect(early.whole).toBe(false)
      expect((await take(form)).whole).toBe(true)
    }
  )

  it.each(["", "?format=csv"])("has no end where retention takes events away meanwhile: %s", async (form) => {
    const cut = () =>
      query(
        `update audit_sealed set position = -position where organization_id = ${contoso} and position > 39000 returning id`
      )
    expect((await take(form, cut)).whole).toBe(false)
    await query(
      `update audit_sealed set position = -position where organization_id = ${contoso} and position < 0 returning id`
    )
  })

  it("tells what is there where somebody cut an event out of the table: the proof names it", async () => {
    const [cut] = await query<{ hash: string }>(
      `delete from audit_sealed where organization_id = ${contoso} and position = 700 returning hash`
    )
    const response = await send()
    const proving = makeFileProof(null)
    proving.push(await response.text())
    expect(proving.end().proof.flaw).toMatchObject({ is: "missing", hash: cut!.hash, before: { nth: 700 } })
  })
})
