import { describe, expect, it } from "vitest"
import { migrations } from "../../src/storage/migrations/list.ts"
import { unsafeStatements } from "./migration-rules.ts"

/** Before it, there were only development databases; from it on, two versions may serve on one database. */
const firstChecked = 33

describe("migrations run while the previous version serves", () => {
  it("without a statement that breaks it or locks a table for long", () => {
    const problems = Object.entries(migrations).flatMap(([name, { text }]) =>
      Number.parseInt(name, 10) < firstChecked
        ? []
        : unsafeStatements(text).map((problem) => `${name}: ${problem}`)
    )
    expect(problems).toEqual([])
  })

  it.each([
    ["drop table tasks", "still uses"],
    ["alter table actions drop column comment", "still uses"],
    ["alter table actions drop comment", "still uses"],
    ["alter table actions rename column op to operation", "old name"],
    ["alter table actions add column size int not null", "inserts rows without it"],
    ["alter table actions add column a int, add column b text not null", "inserts rows without it"],
    ["alter table actions add column key uuid default gen_random_uuid()", "differs per row"],
    ["alter table actions alter column sequence type bigint", "rewrites"],
    ["alter table actions alter column comment set not null", "may insert nulls"],
    ["alter table actions add constraint known check (op <> 'x')", "as not valid"],
    ["alter table actions add foreign key (task_id) references tasks", "as not valid"],
    ["alter table actions add column size int check (size > 0)", "a statement of its own"],
    ["alter table actions add owner bigint references users", "a statement of its own"],
    ["alter table actions add constraint one unique (sequence)", "builds an index"],
    ["create index actions_by_op on actions (op)", "blocks all writes"],
    ["update actions set comment = ''", "in small steps"],
    ["-- a comment\nUPDATE\n  actions\nset comment = ''", "in small steps"]
  ])("refuses %j", (statement, reason) => {
    expect(unsafeStatements(`create table other (id int); ${statement};`)).toEqual([
      expect.stringContaining(reason)
    ])
  })

  it.each([
    "create table notes (id int primary key, text text not null); create index on notes (text); update notes set text = ''",
    "alter table actions add column size int",
    "alter table actions add column size int not null default 0, add column note text",
    "alter table actions add constraint known check (op <> 'drop table x;') not valid",
    "alter table actions drop constraint known",
    "alter table actions alter column comment drop not null",
    "alter table actions validate constraint known",
    "comment on column actions.op is 'update; drop'"
  ])("accepts %j", (text) => {
    expect(unsafeStatements(text)).toEqual([])
  })
})
