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
import { invalidEmailError, invalidNameError, isEmail, isPersonName } from "../access/people.ts"
import { withAuditEvent } from "../audit/trail.ts"
import { NotFound, ValidationError } from "../contract/index.ts"
import { makeEmailWriter } from "../identity/index.ts"
import type { OperatorClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"

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
const invalidField = (path: string, message: string) => new ValidationError({ fields: [{ path, message }] })

/** The operators' endpoints for ad-operations teams. Every change commits together with its audit event. */
export const teamEndpoints = Effect.gen(function* () {
  const people = yield* People
  const { linkTo } = yield* makeEmailWriter

  const withoutOrganization = (name: string) =>
    ({ name: `teams.${name}`, admits: "operators", organization: null }) as const

  const teamId = (name: string) =>
    Effect.flatMap(findTeam(name), (id) => (id === null ? unknownTeam(name) : Effect.succeed(id)))
  const find = (email: string): Effect.Effect<Person, NotFound | SqlError> =>
    Effect.flatMap(people.find({ email }), (person) =>
      person === null ? unknownPerson(email) : Effect.succeed(person)
    )

  /** Finds a known person, or creates one if a name is given. */
  const findOrCreateStaff = (email: string, name: string | null) =>
    Effect.gen(function* () {
      const known = yield* people.find({ email })
      if (known !== null) return { person: known, link: null }
      if (name === null) return yield* unknownPerson(email)
      if (!isEmail(email)) return yield* invalidEmailError()
      if (!isPersonName(name)) return yield* invalidNameError()
      const person = (yield* people.add({ email, name: name.trim() })) ?? (yield* unknownPerson(email))
      const link = yield* linkTo("/reset-password", { user: person.id, linkMinutes: firstPasswordMinutes })
      return { person, link }
    })

  return {
    list: (): Endpoint<ReadonlyArray<TeamRow>> => ({
      ...withoutOrganization("list"),
      run: () => Effect.map(readTeams, respondWith)
    }),
    create: (rawName: string): Endpoint<TeamRow> => ({
      ...withoutOrganization("create"),
      run: ({ audit }: OperatorClearance<null>) => {
        const name = rawName.trim()
        const make = Effect.gen(function* () {
          if (name === "" || name.length > 100 || /\p{Cc}/u.test(name))
            return yield* invalidField("name", "must be one line of 1 to 100 characters")
          if (!(yield* insertTeam(name))) return yield* invalidField("name", "is another team's already")
          return { name, staff: [], organizations: [] }
        })
        return withAuditEvent(audit, make)
      }
    }),
    addStaff: (team: string, email: string, name: string | null): Endpoint<StaffAdded> => ({
      ...withoutOrganization("add_staff"),
      run: ({ audit }: OperatorClearance<null>) =>
        withAuditEvent(
          audit,
          Effect.gen(function* () {
            const id = yield* teamId(team)
            const { link, person } = yield* findOrCreateStaff(email, name)
            yield* addToTeam(id, person.id)
            return { team, email: person.email, link }
          })
        )
    }),
    removeStaff: (team: string, email: string): Endpoint<{ readonly removed: boolean }> => ({
      ...withoutOrganization("remove_staff"),
      run: ({ audit }: OperatorClearance<null>) =>
        withAuditEvent(
          audit,
          Effect.gen(function* () {
            const id = yield* teamId(team)
            const person = yield* find(email)
            return { removed: yield* removeFromTeam(id, person.id) }
          })
        )
    }),
    /** Assigns an organization to a team, or with null to none. */
    assign: (organization: string, team: string | null): Endpoint<{ readonly team: string | null }> => ({
      name: "teams.assign",
      admits: "operators",
      organization,
      run: ({ audit, organization: { id } }) =>
        withAuditEvent(
          audit,
          Effect.gen(function* () {
            yield* assignTeam(id, team === null ? null : yield* teamId(team))
            return { team }
          })
        )
    })
  }
})
