import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { asFile, chainOf, headOf } from "../../core/test/audit/chain.ts"
import { Adwarden } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"

const directory = await mkdtemp(join(tmpdir(), "adwarden-verify-"))
afterAll(() => rm(directory, { recursive: true, force: true }))

const events = chainOf([{ user_agent: "=cmd" }, { path: 'a "b"\n' }, {}, {}, {}], { open: 1 })
const head = headOf(events)!
const result = { total: events.length, head }

/** Runs without a database or DATABASE_URL: it needs only the file. */
const verify = async (file: string, ...args: ReadonlyArray<string>) => {
  const path = join(directory, "export")
  await writeFile(path, file)
  return runInProcess(["audit", "verify", path, ...args])
}
const csv = (left: ReadonlyArray<object> = events) => asFile.csv(left)

describe("adwarden audit verify", () => {
  it("proves a file in either format, and reports unsealed events", async () => {
    const json = await verify(asFile.json(events, result))
    expect(json).toMatchObject({ code: 0, err: "" })
    expect(json.out).toMatch(
      /^Proved: 4 events from "2026-01-01T00:00:00.000Z" to "2026-01-01T00:00:03.000Z"/
    )
    expect(json.out).toContain("It begins with the first event.")
    expect(json.out).toContain(`Head: ${head}`)
    expect(json.out).toContain("the newest 1 event.")
    const table = await verify(csv(), "--head", head)
    expect(table).toMatchObject({ code: 0, err: "" })
    expect(table.out).toContain("It leads to the head that you stored")
  })

  it("proves an export from before digests of personal values, and notices a change of one", async () => {
    const stored = join(import.meta.dirname, "../../core/test/audit/export-before-digests.json")
    const text = await readFile(stored, "utf8")
    const proved = await verify(text)
    expect(proved).toMatchObject({ code: 0, err: "" })
    expect(proved.out).toContain("Proved: 3 events")
    const { events: earlier } = JSON.parse(text) as { events: ReadonlyArray<Record<string, unknown>> }
    const columns = Object.keys(earlier[0]!)
    const cell = (value: unknown) => (value === null ? "" : `"${String(value).replaceAll('"', '""')}"`)
    const rows = [columns, ...earlier.map((event) => columns.map((column) => event[column]))]
    const asCsv = rows.map((row) => row.map(cell).join(",")).join("\r\n")
    expect(await verify(`${asCsv}\r\n`)).toMatchObject({ code: 0, err: "" })
    expect(await verify(text.replace("192.0.2.7", "192.0.2.8"))).toMatchObject({ code: 11, out: "" })
  })

  it("reads a file from stdin, and one that starts after earlier events", async () => {
    const adwarden = new Adwarden(["audit", "verify", "--head", events[0]!.hash!], {})
    adwarden.write(csv(events.slice(1)))
    const result = await adwarden.ended
    expect(result).toMatchObject({ code: 0, err: "" })
    expect(result.out).toContain(`It begins after the event with the hash ${events[0]!.hash}`)
  })

  it("exits with 11 and names the event if one was changed or deleted", async () => {
    const changed = await verify(csv(events.with(1, { ...events[1]!, status_code: 500 })))
    expect(changed).toMatchObject({ code: 11, out: "" })
    expect(changed.err).toBe(
      `✗ Not proved: event 2 ("${events[1]!.id}", "${events[1]!.at}") was changed after it was sealed.\n`
    )
    const cut = await verify(csv(events.toSpliced(2, 1)))
    expect(cut).toMatchObject({ code: 11, out: "" })
    expect(cut.err).toContain(`between event 2 ("aud_1"`)
    expect(cut.err).toContain(`has the hash ${events[2]!.hash}`)
  })

  it("exits with 12 if the end is missing", async () => {
    const left = events.toSpliced(3, 1)
    const byHead = await verify(csv(left), "--head", head)
    expect(byHead).toMatchObject({ code: 12, out: "" })
    expect(byHead.err).toContain(`does not lead to the head ${head}`)
    expect((await verify(asFile.json(left, result))).code).toBe(12)
    const brokenOff = await verify(asFile.json(events, result).slice(0, -200))
    expect(brokenOff).toMatchObject({ code: 12, out: "" })
    expect(brokenOff.err).toMatch(
      /^✗ The file is incomplete: it ends after 4 events, the last sealed event 4/
    )
  })

  it("exits with 1 if it cannot read a file, and prints no control characters from it", async () => {
    expect(await verify("hello\n")).toMatchObject({ code: 1, out: "" })
    const missing = await new Adwarden(["audit", "verify", join(directory, "none")], {}).ended
    expect(missing.err).toContain("no such file")
    expect((await verify(csv(), "--head", "abc")).code).toBe(2)
    const painted = await verify(csv(events.with(0, { ...events[0]!, id: "\u001b[2Jaud" })))
    expect(painted.err).not.toContain("\u001b")
  })
})
