import { People as PeopleService } from "@adwarden/core"
import { randomBase62 } from "@adwarden/core/contract"
import { Effect } from "effect"
import { people } from "../definition/organizations.ts"
import { daysAgo, insertRows } from "./rows.ts"

interface Person {
  readonly id: number
  readonly email: string
  readonly password: string
}
/** People by email address. */
export type People = ReadonlyMap<string, Person>

/** Writes all people. They share a new random password, because hashing one takes as long as all other rows. */
export const writePeople = Effect.gen(function* () {
  const { hashNewPassword, setPassword } = yield* PeopleService
  const rows = people.map(({ email, name }) => ({ email, name, created_at: daysAgo(420) }))
  const columns = { email: "text", name: "text", created_at: "timestamptz" } as const
  const insertedRows = yield* insertRows<typeof columns, { id: number; email: string }>(
    "users",
    columns,
    rows,
    "id, email"
  )
  const password = randomBase62(16)
  const hashed = yield* Effect.orDie(hashNewPassword(people[0]!, password))
  yield* Effect.forEach(insertedRows, ({ id }) => setPassword(id, hashed))
  const writtenPeople: People = new Map(insertedRows.map(({ email, id }) => [email, { id, email, password }]))
  return writtenPeople
})

/** Writes the operator's teams and their members. Returns team ids by name. */
export const writeTeams = (writtenPeople: People) =>
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
      staff.map(({ adopsTeam, email }) => ({
        team_id: ids.get(adopsTeam),
        user_id: writtenPeople.get(email)!.id
      }))
    )
    return ids
  })
