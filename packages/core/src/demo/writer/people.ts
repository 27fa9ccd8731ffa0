import { Effect } from "effect"
import { hashPassword } from "../../access/passwords.ts"
import { randomBase62 } from "../../contract/values/base62.ts"
import { organizations } from "../definition/organizations.ts"
import { people } from "../definition/people.ts"
import { momentBefore } from "../traffic/days.ts"
import { insertRows } from "./insert-rows.ts"

export interface Person {
  readonly id: number
  readonly email: string
  readonly password: string
}

/** Teams and people, each with a fresh password. */
export const writePeople = (today: string) =>
  Effect.gen(function* () {
    const passwords = new Map(people.map(({ email }) => [email, randomBase62(16)] as const))
    const rows = yield* Effect.forEach(
      people,
      ({ email, name }) =>
        Effect.map(hashPassword(passwords.get(email)!), (password_hash) => ({
          email,
          name,
          password_hash,
          created_at: momentBefore(today, { days: 420 })
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
    const known = new Map(
      written.map(({ email, id }): [string, Person] => [
        email,
        { id, email, password: passwords.get(email)! }
      ])
    )
    return { people: known, teams: yield* writeTeams(known) }
  })

const writeTeams = (known: ReadonlyMap<string, Person>) =>
  Effect.gen(function* () {
    const names = new Set(organizations.flatMap(({ adopsTeam }) => adopsTeam ?? []))
    const columns = { name: "text" } as const
    const teams = yield* insertRows<typeof columns, { id: number; name: string }>(
      "adops_teams",
      columns,
      [...names].map((name) => ({ name })),
      "id, name"
    )
    const ids = new Map(teams.map(({ id, name }) => [name, id]))
    yield* insertRows(
      "adops_team_members",
      { team_id: "bigint", user_id: "bigint" },
      people.flatMap(({ adopsTeam, email }) =>
        adopsTeam === undefined ? [] : [{ team_id: ids.get(adopsTeam), user_id: known.get(email)!.id }]
      )
    )
    return ids
  })
