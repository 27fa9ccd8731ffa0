import { makeFileVerifier } from "@adwarden/core"
import { auditColumns, makeCsvReader, type Output, parseCell } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { onCitus } from "../../core/test/citus/cluster.ts"
import { insertKey } from "../../core/test/support/keys.ts"
import { auditExport } from "./support/audit-export.ts"

const { clear, contoso, demo, exported, query, seal, send, write } = await auditExport()
type Exported = Output<"audit.export">

const tableOf = (text: string) => {
  const [columns, ...rows] = makeCsvReader().push(text)
  return rows.map((cells) => Object.fromEntries(cells.map((cell, n) => [columns![n]!, cell])))
}

describe("the audit export", () => {
  it("has the same events and columns in JSON and CSV, with the chain's head and a total", async () => {
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
    // The first export was audited meanwhile, which adds one event.
    expect(rows).toHaveLength(events.length + 1)
    const sealed = events.filter(({ hash }) => hash !== null)
    expect(sealed.length).toBeGreaterThan(0)
    const hashes = rows.flatMap((row) => parseCell(row["hash"]!) ?? [])
    expect(hashes.slice(0, sealed.length)).toEqual(sealed.map(({ hash }) => hash))
    expect([head, json.headers.get("x-audit-head")]).toEqual(Array(2).fill(sealed.at(-1)!.hash))
    expect(csv.headers.get("x-audit-head")).toBe(hashes.at(-1))
  })

  it("includes failures, and its own request in the next export", async () => {
    const refused = await send("?from=2026-02-30")
    const succeeded = await send("")
    const { events } = await exported()
    const eventOf = (response: Response) =>
      events.filter(({ request_id }) => request_id === response.headers.get("x-request-id"))
    expect([...eventOf(refused), ...eventOf(succeeded)]).toMatchObject([
      { operation: "audit.export", status_code: 400, error_code: "validation_error" },
      { operation: "audit.export", status_code: 200, error_code: null }
    ])
  })

  it("requires the owner role, and checks it before the scope", async () => {
    const key = (email: string, scopes: Parameters<typeof insertKey>[0]["scopes"]) =>
      demo.run(insertKey({ organization: "northwind", email, scopes }))
    const result = async (token: string) => {
      const response = await send("", token)
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code]
    }
    const others = ["adam@northwind.test", "mia@northwind.test"]
    for (const email of others) {
      expect(await result(await key(email, ["campaigns:read"]))).toEqual([403, "role_denied"])
    }
    expect(await result(await key("olivia@northwind.test", ["campaigns:read"]))).toEqual([
      403,
      "insufficient_scope"
    ])
    expect((await send("", await key("olivia@northwind.test", ["audit:read"]))).status).toBe(200)
  })

  it("covers the last 30 days by default, or the requested days in UTC", async () => {
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

describe("an exported file", () => {
  const prove = (text: string, head: string | null = null) => {
    const proving = makeFileVerifier(head)
    proving.push(text)
    return proving.end()
  }

  it("verifies offline in either format, and is safe to open in a spreadsheet whatever it contains", async () => {
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
    expect(prove(json)).toMatchObject({
      cutOff: false,
      verification: { flaw: null, sealed: 10, unsealed: 2 }
    })
    // The event of the first export was sealed as it was written, except on a cluster.
    const sealed = onCitus ? 10 : 11
    expect(prove(table, csv.headers.get("x-audit-head"))).toMatchObject({
      cutOff: false,
      verification: { flaw: null, sealed, unsealed: 13 - sealed, eventsUpToExpectedHead: sealed }
    })
    const cells = tableOf(table).flatMap((row) => Object.values(row))
    expect(cells.filter((cell) => /^\s*[=+\-@]|^[\t\r\n]/.test(cell))).toEqual([])
    expect(prove(table.replace("'=1+1", "'=1+2")).verification.flaw).toMatchObject({
      kind: "changed",
      event: { nth: 1 }
    })
  })

  it("is a contiguous part of the chain even if events were sealed out of order", async () => {
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
    // The event of the evening before is sealed between two of that day. Without it the test would prove nothing.
    expect([events.length, total]).toEqual([3, 3])
    expect(prove(text).verification).toMatchObject({ flaw: null, sealed: 3 })
  })
})
