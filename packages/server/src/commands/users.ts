import { type MembersAndInvitations, peopleEndpoints } from "@adwarden/core"
import { type Role, roles } from "@adwarden/core/contract"
import { Effect, Option } from "effect"
import {
  choiceArgument,
  choiceFlag,
  group,
  map,
  optional,
  type Parameter,
  switchFlag,
  textArgument,
  textFlag
} from "../command-line.ts"
import { asOperator } from "../operator.ts"
import { usageStop } from "../stop.ts"
import { outputCommand } from "./command-output.ts"
import { day, minute, optionalOrg, org, tableOf } from "./operator-commands.ts"

const email = textArgument("email", "Email address of the person")
const personName = textFlag("name", "The person's name, as others read it")
const roleText = "member reads, admin also changes campaigns, owner also manages members"
const role: Parameter<Role> = choiceFlag("role", roles, roleText)
const newRole: Parameter<Role> = choiceArgument("role", roles, roleText)
const as = textFlag("as", "Email of the owner to act as; without it, the operator acts").pipe(
  optional,
  map(Option.getOrNull)
)

const create = outputCommand(
  "create",
  { email, name: personName, role, org, as },
  "Create a person with a role, for example the first owner of an organization.",
  ({ as, email, name, org, role }) =>
    asOperator(
      as,
      Effect.map(peopleEndpoints, (people) => people.create(org, { email, name, role }))
    ).pipe(
      // The link alone on stdout, so that it can be piped.
      Effect.map((link) => ({
        data: { org, email, name, role, link },
        text: link,
        notes: [
          `${email} is now ${role} of ${org}. They choose their password at this link within a day. It works once.`
        ]
      }))
    )
)

const invite = outputCommand(
  "invite",
  { email, role, org, as },
  "Invite a person by email. They choose their own name and password.",
  ({ as, email, org, role }) =>
    asOperator(
      as,
      Effect.map(peopleEndpoints, (people) => people.invite(org, email, role))
    ).pipe(
      Effect.map((mail) => ({
        data: { org, email, role, mail },
        text: `Invited ${email} to ${org} as ${role}, for a week. The email is number ${mail}: adwarden mail get ${mail}`
      }))
    )
)

const titles = ["*EMAIL", "ROLE", "STATUS", "NAME"]
const rows = ({ invitations, members }: MembersAndInvitations) => [
  ...members.map(({ email, has_password, last_signed_in_at, name, role }) => [
    email,
    role,
    last_signed_in_at !== null
      ? `signed in ${minute(last_signed_in_at)}`
      : has_password
        ? "never signed in"
        : "no password yet",
    name
  ]),
  ...invitations.map(({ email, expires_at, role }) => [email, role, `invited until ${day(expires_at)}`, ""])
]

const list = outputCommand(
  "list",
  { org },
  "List the members of an organization and its open invitations.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(peopleEndpoints, (people) => people.list(org))
    ).pipe(Effect.map((found) => ({ data: found, text: tableOf(titles, rows(found)) })))
)

const reset = outputCommand(
  "reset-password",
  { email },
  "Create a link at which a person chooses a new password.",
  ({ email }) =>
    asOperator(
      null,
      Effect.map(peopleEndpoints, (people) => people.resetPassword(email))
    ).pipe(
      Effect.map((link) => ({
        data: { email, link },
        text: link,
        notes: [
          `${email} chooses a new password at this link within an hour. It works once. Until then the old password works.`
        ]
      }))
    )
)

const resetSecondFactor = outputCommand(
  "reset-second-factor",
  { email },
  "Remove the second factor of a person who lost their phone and recovery codes. It also signs them out everywhere.",
  ({ email }) =>
    asOperator(
      null,
      Effect.map(peopleEndpoints, (people) => people.resetSecondFactor(email))
    ).pipe(
      Effect.map((removed) => ({
        data: { email, removed },
        text: removed
          ? `Removed the second factor of ${email} and signed them out. Make sure that it was them who asked.`
          : `${email} had no second factor. They were signed out.`
      }))
    )
)

const everywhere = switchFlag(
  "everywhere",
  "Instead of --org: remove them from every organization and revoke all their access"
)
const remove = outputCommand(
  "remove",
  { email, org: optionalOrg, everywhere, as },
  "Remove a person from one organization or from all. It applies from the next request on.",
  ({ as, email, everywhere, org }) =>
    Effect.gen(function* () {
      if ((org === null) !== everywhere) {
        return yield* usageStop("Name the organization with --org, or use --everywhere.")
      }
      yield* asOperator(
        as,
        Effect.map(peopleEndpoints, (people) =>
          org === null ? people.removeEverywhere(email) : people.remove(org, email)
        )
      )
      return {
        data: { email, org, everywhere },
        text:
          org === null
            ? `Removed ${email}: signed out, and their keys and connected apps no longer work.`
            : `Removed ${email} from ${org}: their keys and connected apps no longer work there.`
      }
    })
)

const setRole = outputCommand(
  "set-role",
  { email, role: newRole, org, as },
  "Change a person's role in an organization. A key with scopes above the new role stops working.",
  ({ as, email, org, role }) =>
    asOperator(
      as,
      Effect.map(peopleEndpoints, (people) => people.role(org, email, role))
    ).pipe(Effect.as({ data: { org, email, role }, text: `${email} is now ${role} of ${org}.` }))
)

export const users = group("users", [create, invite, list, setRole, reset, resetSecondFactor, remove])
