import { it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { describe, expect, it as test } from "vitest"
import { splitStatements } from "../../../src/storage/migrations/distribute.ts"
import { migrations } from "../../../src/storage/migrations/list.ts"
import { blankDatabase } from "../../support/postgres.ts"

describe("statements of a migration", () => {
  test("end at a semicolon that is neither quoted nor in a comment", () => {
    const text = `-- the first; of two
create table a (b text check (b ~ '^[a-z]$' and b <> ';
' and b <> 'it''s;')); create table "c;d" (e text default E'\\';'); /* no; statement */
do $$ begin perform 1; perform $x$;$x$; end $$;
create function f() returns int language sql as $body$ select 1; $body$`
    expect(splitStatements(text)).toEqual([
      "create table a (b text check (b ~ '^[a-z]$' and b <> ';\n' and b <> 'it''s;'))",
      `create table "c;d" (e text default E'\\';')`,
      "do $$ begin perform 1; perform $x$;$x$; end $$",
      "create function f() returns int language sql as $body$ select 1; $body$"
    ])
  })

  it.scoped("are split as Postgres splits them, in every migration", () =>
    Effect.gen(function* () {
      const client = new pg.Client(yield* blankDatabase())
      yield* Effect.acquireRelease(
        Effect.promise(() => client.connect()),
        () => Effect.promise(() => client.end())
      )
      const texts = Object.values(migrations).map(({ text }) => text)
      const statements = texts.flatMap(splitStatements)
      // One that contains several cannot be prepared, and a part of one has a syntax error.
      for (const [index, text] of statements.entries())
        yield* Effect.promise(() => client.query({ name: `statement_${index}`, text }))
      const newTables = statements.filter((text) => text.startsWith("create table "))
      expect(newTables).toHaveLength(texts.join("\n").match(/^create table /gm)!.length)
    })
  )
})
