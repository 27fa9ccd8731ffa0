import { hashPassword } from "@adwarden/core"
import { randomBase62 } from "@adwarden/core/contract"
import { Effect } from "effect"
import { people } from "../definition/organizations.ts"
import { daysAgo, insertRows } from "./rows.ts"

interface Person {
  readonly id: number
  readonly email: string
  readonly password: string
}
export type People = ReadonlyMap<string, Person>

/** Everybody, each with a fresh password, by e-mail. */
export const writePeople = Effect.gen(function* () {
  const passwords = new Map(people.map(({ email }) => [email, randomBase62(16)] as const))
  const rows = yield* Effect.forEach(
    people,
    ({ email, name }) =>
      Effect.map(hashPassword(passwords.get(email)!), (password_hash) => ({
        email,
        name,
        password_hash,
        created_at: daysAgo(420)
      })),
    { concurrency: 4 }
  )
  const columns = { email: "text", name: "text", password_hash: "text", created_at: "timestamptz" } as const
  const written = yield* insertRows<typeof columns, { id: number; email: string }>(
    "users",
    columns,
    rows,
    "id, email"
  )
  const known: People = new Map(
    written.map(({ email, id }) => [email, { id, email, password: passwords.get(email)! }])
  )
  return known
})

/** The operator's teams with their members; answers their ids by name. */
export const writeTeams = (known: People) =>
  Effect.gen(function* () {
    const staff = people.flatMap(({ adopsTeam, email }) => (adopsTeam ? [{ adopsTeam, email }] : []))
    const columns = { name: "text" } as const
    const teams = yield* insertRows<typeof columns, { id: number; name: string }>(
      "adops_teams",
      columns,
      [...new Set(staff.map(({ adopsTeam }) => adopsTeam))].map((name) => ({ name })),
      "id, name"
    )
    const ids: ReadonlyMap<string, number> = new Map(teams.map(({ id, name }) => [name, id]))
    yield* insertRows(
      "adops_team_members",
      { team_id: "bigint", user_id: "bigint" },
      staff.map(({ adopsTeam, email }) => ({ team_id: ids.get(adopsTeam), user_id: known.get(email)!.id }))
    )
    return ids
  })
