import type { TeamRow } from "@adwarden/core"
import { group } from "../command-line.ts"
import { administrationCommand } from "./administer.ts"
import { listOutput } from "./operator-commands.ts"

const list = administrationCommand("teams.list", (rows) =>
  listOutput(
    rows,
    ["*TEAM", "STAFF", "ORGANIZATIONS"],
    ({ name, organizations, staff }: TeamRow) => [name, staff.join(" "), organizations.join(" ")],
    'There is no team yet. Create one: adwarden teams create "Blue Team"'
  )
)

const create = administrationCommand("teams.create", (made) => ({
  data: made,
  text: `Created the team ${made.name}.`
}))

const add = administrationCommand("teams.add_staff", (added, { team }) =>
  added.link === null
    ? { data: added, text: `${added.email} belongs to ${team}.` }
    : {
        data: added,
        // The link alone on stdout, so that it can be piped.
        text: added.link,
        notes: [`${added.email} belongs to ${team}. They choose their password at this link within a day.`]
      }
)

const remove = administrationCommand("teams.remove_staff", (done, { email, team }) => ({
  data: done,
  text: done.removed ? `${email} no longer belongs to ${team}.` : `${email} did not belong to ${team}.`
}))

const assign = administrationCommand("teams.assign", (done, { org }) => ({
  data: { org, ...done },
  text: done.team === null ? `${org} is assigned to no team.` : `${org} is assigned to ${done.team}.`
}))

export const teams = group("teams", [list, create, add, remove, assign])
