import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { documentedTables } from "../sql/documented-tables.ts"
import { TestDatabase } from "../support/postgres.ts"
import { tablesOf } from "./catalog.ts"
import { kinds, placementProblems } from "./placement.ts"

/** The checker's findings about temporary tables. */
const findingsOf = (ddl: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`drop schema if exists bad cascade; create schema bad; set search_path to bad; ${ddl}
      set search_path to public`)
    return placementProblems(yield* tablesOf("bad")).map((line) => line.replaceAll("bad.", ""))
  })

layer(TestDatabase.with({ maxConnections: 1 }))("where tables live", (it) => {
  it.effect("every table declares its kind and meets its rules", () =>
    Effect.gen(function* () {
      const tables = yield* tablesOf("public")
      expect(placementProblems(tables)).toEqual([])
      expect(new Set(Object.values(kinds(tables)))).toEqual(new Set(["reference", "local", "distributed"]))
    })
  )

  it.effect("the documentation lists every table with its kind", () =>
    Effect.gen(function* () {
      const { "and the queue's own schema": queue, ...named } = Object.fromEntries(
        documentedTables.flatMap(({ name, kind }) => (kind === "view" ? [] : [[name, kind]]))
      )
      expect(named).toEqual(kinds(yield* tablesOf("public")))
      expect(queue).toBe("local")
    })
  )

  it.effect("a table without a kind, or with an unknown one, is reported", () =>
    Effect.gen(function* () {
      const silent = yield* findingsOf(`
        create table silent (id int); create table other (id int); comment on table other is 'sharded: no such kind';`)
      expect(silent).toEqual(["other does not say where it lives", "silent does not say where it lives"])
    })
  )

  it.effect("columns and keys that cannot be distributed are reported", () =>
    Effect.gen(function* () {
      const found = yield* findingsOf(`
        create table loose (organization_id bigint, id serial, code text unique);
        create unique index loose_chain on loose (coalesce(organization_id, 0), id);
        create unique index loose_carried on loose (code) include (organization_id);
        comment on table loose is 'distributed: test';
        create table lacking (id bigint generated always as identity primary key);
        comment on table lacking is 'distributed: test';
        create table parted (organization_id integer not null) partition by hash (organization_id);
        comment on table parted is 'distributed: test';`)
      expect([...found].sort()).toEqual([
        "lacking is distributed and has no organization_id",
        "lacking.id is an identity column",
        "loose.id draws from a sequence and is integer",
        "loose.organization_id may be null",
        "loose_carried is unique without organization_id",
        "loose_chain is unique without organization_id",
        "loose_code_key is unique without organization_id",
        "parted is partitioned",
        "parted.organization_id is integer, so it lives apart from the rest"
      ])
    })
  )

  it.effect("references that cannot be distributed are reported, and valid ones are not", () =>
    Effect.gen(function* () {
      const found = yield* findingsOf(`
        create table people (id bigint primary key); comment on table people is 'reference: test';
        create table sessions (id bigint primary key, person bigint references people);
        comment on table sessions is 'local: test';
        create table things (organization_id bigint not null, id bigint, other bigint, person bigint references people,
          session bigint references sessions, primary key (organization_id, id), unique (id, organization_id),
          foreign key (organization_id, other) references things (organization_id, id),
          constraint crossed foreign key (organization_id, other) references things (id, organization_id));
        comment on table things is 'distributed: test';
        alter table people add organization_id bigint, add thing bigint,
          add constraint up foreign key (organization_id, thing) references things;
        alter table sessions add organization_id bigint, add thing bigint,
          add constraint up foreign key (organization_id, thing) references things;`)
      expect([...found].sort()).toEqual([
        "people.up leads from reference to distributed things",
        "sessions.up leads from local to distributed things",
        "things.crossed leads to things without organization_id",
        "things.things_session_fkey leads from distributed to local sessions"
      ])
    })
  )
})
