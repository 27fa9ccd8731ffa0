import { type TeamRow, teamEndpoints } from "@adwarden/core"
import { Effect, Option } from "effect"
import { group, optional, textArgument, textFlag } from "../command-line.ts"
import { asOperator } from "../operator.ts"
import { outputCommand } from "./command-output.ts"
import { listOutput, org } from "./operator-commands.ts"

const team = textArgument("team", "Name of the ad-operations team")
const email = textArgument("email", "Email address of the member of staff")
const staffName = textFlag("name", "Their name, for a new person").pipe(optional)

const list = outputCommand("list", {}, "List ad-operations teams with their staff and organizations.", () =>
  asOperator(
    null,
    Effect.map(teamEndpoints, (teams) => teams.list())
  ).pipe(
    Effect.map((rows) =>
      listOutput(
        rows,
        ["*TEAM", "STAFF", "ORGANIZATIONS"],
        ({ name, organizations, staff }: TeamRow) => [name, staff.join(" "), organizations.join(" ")],
        'There is no team yet. Create one: adwarden teams create "Blue Team"'
      )
    )
  )
)

const create = outputCommand(
  "create",
  { name: textArgument("name", "Name of the team") },
  "Create an ad-operations team. Its staff sees the organizations that are assigned to it, read only.",
  ({ name }) =>
    asOperator(
      null,
      Effect.map(teamEndpoints, (teams) => teams.create(name))
    ).pipe(Effect.map((made) => ({ data: made, text: `Created the team ${made.name}.` })))
)

const add = outputCommand(
  "add",
  { team, email, name: staffName },
  "Add a member of staff to a team. With --name a new person is created, and a link to choose their password is shown.",
  ({ email, name, team }) =>
    asOperator(
      null,
      Effect.map(teamEndpoints, (teams) => teams.addStaff(team, email, Option.getOrNull(name)))
    ).pipe(
      Effect.map((added) =>
        added.link === null
          ? { data: added, text: `${added.email} belongs to ${team}.` }
          : {
              data: added,
              // The link alone on stdout, so that it can be piped.
              text: added.link,
              notes: [
                `${added.email} belongs to ${team}. They choose their password at this link within a day.`
              ]
            }
      )
    )
)

const remove = outputCommand(
  "remove",
  { team, email },
  "Remove a member of staff from a team.",
  ({ email, team }) =>
    asOperator(
      null,
      Effect.map(teamEndpoints, (teams) => teams.removeStaff(team, email))
    ).pipe(
      Effect.map((done) => ({
        data: done,
        text: done.removed ? `${email} no longer belongs to ${team}.` : `${email} did not belong to ${team}.`
      }))
    )
)

const assign = outputCommand(
  "assign",
  { team: textArgument("team", "Name of the team; none removes the organization from its team"), org },
  "Assign an organization to an ad-operations team.",
  ({ org, team }) =>
    asOperator(
      null,
      Effect.map(teamEndpoints, (teams) => teams.assign(org, team === "none" ? null : team))
    ).pipe(
      Effect.map((done) => ({
        data: { org, ...done },
        text: done.team === null ? `${org} is assigned to no team.` : `${org} is assigned to ${done.team}.`
      }))
    )
)

export const teams = group("teams", [list, create, add, remove, assign])
