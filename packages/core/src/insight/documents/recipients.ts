import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { membersWithRoles, notAMemberError } from "../../access/membership.ts"
import { roles } from "../../contract/index.ts"
import { administerChange } from "../../pipeline/administer.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { runSql } from "../../storage/index.ts"

/* Who gets the weekly report by email. The row of a recipient also says which week was sent last. */

const chosenIn = (organization: number) =>
  Effect.map(
    runSql<{
      user_id: number
    }>`select user_id from report_recipients where organization_id = ${organization}`,
    (rows) => new Set(rows.map(({ user_id }) => user_id))
  )

const add = (organization: number, users: ReadonlyArray<number>) =>
  runSql`insert into report_recipients (organization_id, user_id)
    select ${organization}, u from unnest(${users}::bigint[]) as u on conflict do nothing`

const remove = (organization: number, users: ReadonlyArray<number>) =>
  runSql`delete from report_recipients
    where organization_id = ${organization} and user_id = any(${users}::bigint[])`

export const reportEmailAdministration = {
  /** Replaces the list. Who stays on it gets no week twice. */
  "report_emails.choose": administerChange("report_emails.choose", ({ organization }, { people }) =>
    Effect.gen(function* () {
      const members = yield* membersWithRoles([organization.id], roles)
      const wanted = new Set(people.map((email) => email.toLowerCase()))
      const chosen = members.filter(({ email }) => wanted.delete(email.toLowerCase()))
      const [stranger] = wanted
      if (stranger !== undefined) return yield* notAMemberError(organization.slug, stranger)
      const users = chosen.map(({ user_id }) => user_id)
      const before = yield* chosenIn(organization.id)
      yield* remove(
        organization.id,
        [...before].filter((user) => !users.includes(user))
      )
      yield* add(organization.id, users)
    })
  ),
  "report_emails.set_own": administerChange("report_emails.set_own", ({ caller, organization }, { wanted }) =>
    Effect.gen(function* () {
      if (!wanted) return yield* Effect.asVoid(remove(organization.id, [caller.userId]))
      const members = yield* membersWithRoles([organization.id], roles)
      // Staff of a team open the organization without being members.
      if (!members.some(({ user_id }) => user_id === caller.userId))
        return yield* notAMemberError(organization.slug, caller.email)
      yield* add(organization.id, [caller.userId])
    })
  )
}

/** A member, and whether the weekly report goes to them. */
export interface ReportRecipient {
  readonly email: string
  readonly chosen: boolean
  readonly isCaller: boolean
}

/** The members whom the caller can choose: all for owners and admins, themselves for others. */
export const reportRecipientReads = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    ({
      caller,
      effectiveRole,
      organization
    }: OrganizationClearance): Effect.Effect<ReadonlyArray<ReportRecipient>, SqlError> =>
      Effect.map(
        Effect.all([membersWithRoles([organization.id], roles), chosenIn(organization.id)]),
        ([members, chosen]) =>
          members
            .filter(
              ({ user_id }) =>
                effectiveRole === "owner" || effectiveRole === "admin" || user_id === caller.userId
            )
            .map(({ email, user_id }) => ({
              email,
              chosen: chosen.has(user_id),
              isCaller: user_id === caller.userId
            }))
      ).pipe(Effect.provideService(SqlClient.SqlClient, sql))
)
