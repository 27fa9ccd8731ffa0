import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { People, type Person } from "../access/index.ts"
import {
  addToTeam,
  assignTeam,
  findTeam,
  insertTeam,
  readTeams,
  removeFromTeam,
  type TeamRow
} from "../access/membership.ts"
import { invalidEmailError, invalidNameError } from "../access/people.ts"
import { isEmail, isPersonName, NotFound, ValidationError } from "../contract/index.ts"
import { makeEmailWriter } from "../identity/index.ts"
import { administerChange, administerRead } from "../pipeline/administer.ts"

export type { TeamRow } from "../access/membership.ts"

export interface StaffAdded {
  readonly team: string
  readonly email: string
  /** The link for a new person to choose a password; null for a known person. */
  readonly link: string | null
}

const firstPasswordMinutes = 24 * 60

const unknownTeam = (name: string) =>
  new NotFound({ what: `The team ${JSON.stringify(name)}`, next: "List the teams: adwarden teams list" })
const unknownPerson = (email: string) =>
  new NotFound({ what: `The person ${email}`, next: "Add them with --name to create them." })
const nameTaken = () =>
  new ValidationError({ fields: [{ path: "name", message: "is another team's already" }] })

/** Ad-operations teams. */
export const teamAdministration = Effect.gen(function* () {
  const people = yield* People
  const { linkTo } = yield* makeEmailWriter

  const teamId = (name: string) =>
    Effect.flatMap(findTeam(name), (id) => (id === null ? unknownTeam(name) : Effect.succeed(id)))
  const find = (email: string): Effect.Effect<Person, NotFound | SqlError> =>
    Effect.flatMap(people.find({ email }), (person) =>
      person === null ? unknownPerson(email) : Effect.succeed(person)
    )

  /** Finds a known person, or creates one if a name is given. */
  const findOrCreateStaff = (email: string, name: string | undefined) =>
    Effect.gen(function* () {
      const known = yield* people.find({ email })
      if (known !== null) return { person: known, link: null }
      if (name === undefined) return yield* unknownPerson(email)
      if (!isEmail(email)) return yield* invalidEmailError()
      if (!isPersonName(name)) return yield* invalidNameError()
      const person = (yield* people.add({ email, name: name.trim() })) ?? (yield* unknownPerson(email))
      const link = yield* linkTo("/reset-password", { user: person.id, linkMinutes: firstPasswordMinutes })
      return { person, link }
    })

  return {
    "teams.list": administerRead("teams.list", () => readTeams),
    "teams.create": administerChange("teams.create", (_, input) =>
      Effect.gen(function* () {
        const name = input.name.trim()
        if (!(yield* insertTeam(name))) return yield* nameTaken()
        const team: TeamRow = { name, staff: [], organizations: [] }
        return team
      })
    ),
    "teams.add_staff": administerChange("teams.add_staff", (_, { email, name, team }) =>
      Effect.gen(function* () {
        const id = yield* teamId(team)
        const { link, person } = yield* findOrCreateStaff(email, name)
        yield* addToTeam(id, person.id)
        const added: StaffAdded = { team, email: person.email, link }
        return added
      })
    ),
    "teams.remove_staff": administerChange("teams.remove_staff", (_, { email, team }) =>
      Effect.gen(function* () {
        const id = yield* teamId(team)
        const person = yield* find(email)
        return { removed: yield* removeFromTeam(id, person.id) }
      })
    ),
    /** Assigns an organization to a team, or with null to none. */
    "teams.assign": administerChange("teams.assign", ({ organization: { id } }, { team }) =>
      Effect.gen(function* () {
        yield* assignTeam(id, team === null ? null : yield* teamId(team))
        return { team }
      })
    )
  }
})
