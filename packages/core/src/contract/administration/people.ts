import { Schema } from "effect"
import { Role } from "../scopes.ts"
import { optional } from "../values/index.ts"
import {
  checked,
  declareAdministration,
  Email,
  id,
  KnownEmail,
  nothing,
  PersonName,
  text
} from "./declaration.ts"

const roleText = "member reads, admin also changes campaigns, owner also manages members"
const RoleOfPerson = Role.annotations({ title: "The role", description: roleText })

/** Members and invitations, and people as the operator administers them. */
export const memberAdministration = declareAdministration({
  "people.list": {
    title: "List members and open invitations",
    by: "operator",
    input: nothing,
    command: {
      words: ["users", "list"],
      help: "List the members of an organization and its open invitations."
    }
  },
  "people.create": {
    title: "Create a person with a role",
    by: "operator",
    rereads: "owner",
    input: Schema.Struct({ email: Email, name: PersonName, role: RoleOfPerson }),
    command: {
      words: ["users", "create"],
      help: "Create a person with a role, for example the first owner of an organization.",
      arguments: ["email"]
    }
  },
  "people.invite": {
    title: "Invite a person",
    by: "owner or operator",
    rereads: "owner",
    confirmed: true,
    input: Schema.Struct({ email: Email, role: RoleOfPerson }),
    command: {
      words: ["users", "invite"],
      help: "Invite a person by email. They choose their own name and password.",
      arguments: ["email"]
    }
  },
  "people.withdraw_invitation": {
    title: "Withdraw an invitation",
    by: "owner or operator",
    rereads: "owner",
    input: Schema.Struct({ id })
  },
  "people.role": {
    title: "Change the role of a member",
    by: "owner or operator",
    rereads: "owner",
    confirmed: true,
    input: Schema.Struct({ email: KnownEmail, role: RoleOfPerson }),
    command: {
      words: ["users", "set-role"],
      help: "Change a person's role in an organization. A key with scopes above the new role stops working.",
      arguments: ["email", "role"]
    }
  },
  "people.remove": {
    title: "Remove a member",
    by: "owner or operator",
    rereads: "owner",
    input: Schema.Struct({ email: KnownEmail })
  },
  "people.remove_everywhere": {
    title: "Remove a person from every organization",
    by: "operator",
    wholeService: true,
    input: Schema.Struct({ email: KnownEmail })
  },
  "people.reset_second_factor": {
    title: "Remove the second factor of a person",
    by: "operator",
    wholeService: true,
    input: Schema.Struct({ email: KnownEmail }),
    command: {
      words: ["users", "reset-second-factor"],
      help: "Remove the second factor of a person who lost their phone and recovery codes. It also signs them out everywhere.",
      arguments: ["email"]
    }
  },
  "people.reset_password_link": {
    title: "Create a link for choosing a new password",
    by: "operator",
    wholeService: true,
    input: Schema.Struct({ email: KnownEmail }),
    command: {
      words: ["users", "reset-password"],
      help: "Create a link at which a person chooses a new password.",
      arguments: ["email"]
    }
  },
  "people.leave": { title: "Leave an organization", by: "staff", input: nothing }
})

const isTeamName = (name: string): boolean =>
  name.trim() !== "" && name.trim().length <= 100 && !/\p{Cc}/u.test(name.trim())

const TeamName = text("The team", "Name of the ad-operations team")
const StaffEmail = text("The email address", "Email address of the member of staff")

/** Ad-operations teams. */
export const teamAdministration = declareAdministration({
  "teams.list": {
    title: "List ad-operations teams",
    by: "operator",
    wholeService: true,
    input: nothing,
    command: {
      words: ["teams", "list"],
      help: "List ad-operations teams with their staff and organizations."
    }
  },
  "teams.create": {
    title: "Create an ad-operations team",
    by: "operator",
    wholeService: true,
    input: Schema.Struct({
      name: checked(
        Schema.String.pipe(Schema.filter(isTeamName, { jsonSchema: {} })),
        "must be one line of 1 to 100 characters",
        "The name",
        "Name of the team"
      )
    }),
    command: {
      words: ["teams", "create"],
      help: "Create an ad-operations team. Its staff sees the organizations that are assigned to it, read only.",
      arguments: ["name"]
    }
  },
  "teams.add_staff": {
    title: "Add a member of staff to a team",
    by: "operator",
    wholeService: true,
    input: Schema.Struct({
      team: TeamName,
      email: StaffEmail,
      name: optional(Schema.String, "Their name, for a new person")
    }),
    command: {
      words: ["teams", "add"],
      help: "Add a member of staff to a team. With --name a new person is created, and a link to choose their password is shown.",
      arguments: ["team", "email"]
    }
  },
  "teams.remove_staff": {
    title: "Remove a member of staff from a team",
    by: "operator",
    wholeService: true,
    input: Schema.Struct({ team: TeamName, email: StaffEmail }),
    command: {
      words: ["teams", "remove"],
      help: "Remove a member of staff from a team.",
      arguments: ["team", "email"]
    }
  },
  "teams.assign": {
    title: "Assign an organization to a team",
    by: "operator",
    input: Schema.Struct({
      team: Schema.NullOr(Schema.String).annotations({
        title: "The team",
        description: "Name of the team; none removes the organization from its team"
      })
    }),
    command: {
      words: ["teams", "assign"],
      help: "Assign an organization to an ad-operations team.",
      arguments: ["team"]
    }
  }
})
