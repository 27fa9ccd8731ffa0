import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

/** An ad-operations team of the operator: its staff can read the organizations that are assigned to it. */
export interface TeamRow {
  readonly name: string
  readonly staff: ReadonlyArray<string>
  readonly organizations: ReadonlyArray<string>
}

export const readTeams = runSql<TeamRow>`
  select t.name,
    array(select u.email from adops_team_members m join users u on u.id = m.user_id
      where m.team_id = t.id and u.disabled_at is null order by u.email) as staff,
    array(select o.slug from organizations o where o.adops_team_id = t.id order by o.slug) as organizations
  from adops_teams t order by t.name`

/** Returns the id of the team with that name, or null. */
export const findTeam = (name: string): Effect.Effect<number | null, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<{ id: number }>`select id from adops_teams where name = ${name}`,
    ([team]) => team?.id ?? null
  )

const didChange = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

/** Returns false if another team has the name. */
export const insertTeam = (name: string) =>
  didChange(
    runSql`insert into adops_teams (name) values (${name}) on conflict (name) do nothing returning id`
  )

export const addToTeam = (team: number, user: number) =>
  runSql`insert into adops_team_members (team_id, user_id) values (${team}, ${user}) on conflict do nothing`

/** Returns false if the person was not in the team. */
export const removeFromTeam = (team: number, user: number) =>
  didChange(runSql`delete from adops_team_members where team_id = ${team} and user_id = ${user} returning 1`)

/** Assigns an organization to a team, or with null to none. */
export const assignTeam = (organization: number, team: number | null) =>
  runSql`update organizations set adops_team_id = ${team}, updated_at = now() where id = ${organization}`
