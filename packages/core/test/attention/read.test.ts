import { expect, it } from "vitest"
import { readAttention } from "../../src/attention/index.ts"
import { type BoundStatement, runSql } from "../../src/storage/index.ts"
import { runCore } from "../support/run-core.ts"

const core = await runCore()

const read = async (organizations: ReadonlyArray<number> | null) => {
  let statements = 0
  const counted = <Row extends object>(statement: BoundStatement<Row>) => {
    statements++
    return runSql(statement)
  }
  const found = await core.run(readAttention(organizations, counted))
  return { found, statements }
}
const kindsOf = ({ found }: Awaited<ReturnType<typeof read>>) =>
  new Map([...found].map(([id, { items }]) => [id, items.map(({ kind, subject }) => `${kind} ${subject}`)]))

it("reads many organizations with as many statements as one", async () => {
  const [one, many] = [await read([2]), await read([1, 2, 3, 4, 5])]
  expect(many.statements).toBe(one.statements)
  expect(many.statements).toBeLessThan(12)
  expect([...one.found.keys()]).toEqual([2])
  expect(kindsOf(many).get(2)).toEqual(kindsOf(one).get(2))
})

it("finds the same for all organizations at once, but for accounts that were never connected", async () => {
  const [all, some] = [kindsOf(await read(null)), kindsOf(await read([1, 2, 3, 4, 5]))]
  expect(all.get(2)).toContainEqual(expect.stringMatching(/^approval qw_/))
  expect(all.get(1)).toContainEqual(expect.stringMatching(/^outside_change /))
  expect(all.get(5)).toContainEqual(expect.stringMatching(/^broken_login /))
  for (const [id, kinds] of some)
    expect(all.get(id) ?? []).toEqual(kinds.filter((kind) => !kind.startsWith("unusable_account ")))
})

it("reads nothing of other organizations", async () => {
  const { found } = await read([])
  expect(found.size).toBe(0)
})
