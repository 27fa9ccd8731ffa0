import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { filesOf, moduleOf, type SourceFile } from "../../../../scripts/module-graph/imports.ts"
import { root } from "../../../../scripts/root.ts"
import { migrations } from "../../src/storage/migrations/list.ts"
import { ownerOf } from "./documented-tables.ts"
import { foreignTables, foreignText } from "./exceptions.ts"
import { sqlNamesIn } from "./named-tables.ts"

const shortPath = (path: string): string => path.slice("core/src/".length)

const line = ({ path }: SourceFile, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.length === 0 ? [] : [`${shortPath(path)} -> ${names.join(" ")}`]

/** What the SQL of files takes from other modules, as `file -> tables` and `file -> exports with text`. */
const foreignIn = (files: ReadonlyArray<SourceFile>) => {
  const found = files.map((file) => ({ file, names: sqlNamesIn(file, (word) => ownerOf.has(word)) }))
  const isForeign = (file: SourceFile) => (table: string) => ownerOf.get(table) !== moduleOf(file.path)
  return {
    tables: found.flatMap(({ file, names }) => line(file, names.tables.filter(isForeign(file)))).sort(),
    text: found.flatMap(({ file, names }) => line(file, names.foreignText)).sort()
  }
}

/** Migrations create the tables of every module, in the order of releases. */
const files = filesOf(join(root, "packages"), "core").filter(({ path }) => !path.includes("/migrations/"))
const foreign = foreignIn(files)

const listed = (lists: Readonly<Record<string, ReadonlyArray<string>>>): ReadonlyArray<string> =>
  Object.values(lists).flat().sort()

describe("each table has one owner", () => {
  it("every table and view of the migrations has an owner, and no other name has one", () => {
    const namesAfter = (words: RegExp) =>
      Object.values(migrations).flatMap(({ text }) => [...text.matchAll(words)].map(([, name]) => name))
    const dropped = namesAfter(/drop table (\w+)/g)
    const created = namesAfter(/create (?:unlogged )?(?:table|view) (\w+)/g).filter(
      (name) => !dropped.includes(name)
    )
    expect([...ownerOf.keys()].sort()).toEqual([...created, "schema_migrations"].sort())
  })

  it("SQL names only tables that its own module owns", () => {
    expect(foreign.tables).toEqual(listed(foreignTables))
  })

  it("no statement deletes rows that figures refer to without a foreign key", () => {
    const deletes = /\bdelete from (?:only )?(?:campaigns|ads|keywords|search_terms)\b/i
    expect(files.filter(({ text }) => deletes.test(text)).map(({ path }) => path)).toEqual([])
  })

  it("no module takes SQL text from another", () => {
    expect(foreign.text).toEqual(listed(foreignText))
  })
})

describe("the check", () => {
  /** Code of a file in `changes`, with `#{…}` for what its templates interpolate. */
  const inChanges = (code: string): SourceFile => ({
    path: "core/src/changes/planted.ts",
    text: code.replaceAll("#{", "${")
  })
  const tables = (text: string) => foreignIn([inChanges(text)]).tables

  it.each([
    ["a tagged template", "sql`select id from campaigns where id = #{id}`"],
    [
      "a join",
      "const s = statement(`select 1 from executions a left join campaigns c on c.id = a.campaign_id`)"
    ],
    ["a list of tables", 'sql.unsafe("select 1 from executions as a, campaigns")'],
    ["a constant with a part of a statement", 'const campaign = "from campaigns c where c.id = $1"'],
    ["an insert", "sql`insert into campaigns (id) values (#{id})`"],
    ["an update", 'runSql("update campaigns set name = $1", [name])'],
    ["a deletion", "sql`delete from only campaigns where id = #{id}`"],
    ["a deletion with a second table", 'statement("delete from executions using campaigns where true")'],
    ["a nested template", "statement(`select #{all ? `(select count(*) from campaigns)` : 1}`)"],
    ["an interpolated table", "const count = (t) => sql.unsafe(`select 1 from #{t}`)\ncount('campaigns')"],
    ["a record of tables", "const rules = { campaigns: 'true' }\nconst purge = (t) => `delete from #{t}`"]
  ])("finds a foreign table in %s", (_, text) => {
    expect(tables(text)).toEqual(["changes/planted.ts -> campaigns"])
  })

  it("accepts own tables, prose, comments and plain values", () => {
    expect(tables("sql`select 1 from executions`")).toEqual([])
    expect(tables('const text = "Remove it from campaigns of the account"')).toEqual([])
    expect(tables("// select 1 from campaigns\nconst x = 1")).toEqual([])
    expect(tables('const kind = "campaigns"\nsql`select 1 from executions where kind = #{kind}`')).toEqual([])
  })

  it("finds text of another module in a statement, and not its values", () => {
    const text = (code: string) =>
      foreignIn([inChanges(`import { piece } from "../platform/connection.ts"\n${code}`)]).text
    const found = ["changes/planted.ts -> piece"]
    expect(text("statement(`select #{piece} from executions`)")).toEqual(found)
    expect(text("statement(piece)")).toEqual(found)
    expect(text("sql`select 1 from executions #{sql.literal(piece)}`")).toEqual(found)
    expect(text("const join = `from executions #{piece(1)}`")).toEqual(found)
    expect(text("sql`select 1 from executions where id = #{piece}`")).toEqual([])
    expect(text("const message = `The change #{piece} is undone`")).toEqual([])
  })
})
