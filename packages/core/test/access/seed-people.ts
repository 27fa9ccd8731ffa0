import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Two organizations and the people of the tests. */
export const people = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into organizations (slug, name, currency) values ('north', 'North', 'USD'), ('south', 'South', 'EUR')`
  yield* sql`insert into organization_locks select id from organizations`
  yield* sql`insert into users (email, name)
    select name || '@north.test', name from unnest(${["owner", "other", "admin", "member", "stranger"]}::text[]) name`
  const members = yield* sql<{ organization: number; person: number; role: string }>`
    select o.id as organization, u.id as person, case u.name when 'other' then 'owner' else u.name end as role
    from organizations o, users u where o.slug = 'north' and u.name <> 'stranger' order by u.id`
  for (const { organization, person, role } of members)
    yield* sql`insert into memberships (organization_id, user_id, role) values (${organization}, ${person}, ${role})`
})

export const setRole = (name: string, role: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update memberships set role = ${role}
      where user_id = (select id from users where name = ${name})`
  )
