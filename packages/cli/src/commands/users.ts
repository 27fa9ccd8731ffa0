import { type MembersAndInvitations, peopleEndpoints } from "@adwarden/core"
import { type Role, roles } from "@adwarden/core/contract"
import { Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import { asOperator } from "../operator.ts"
import { usageStop } from "../stop.ts"
import { outputCommand } from "./command-output.ts"
import { day, minute, org, tableOf, textOption } from "./operator-commands.ts"

const email = textOption("email", "E-mail address of the person")
const personName = textOption("name", "The person's name, as others read it")
const role: Options.Options<Role> = Options.choice("role", roles).pipe(
  Options.withDescription("member sees, admin also changes campaigns, owner also decides who belongs here")
)
const as = textOption(
  "as",
  "E-mail of the owner in whose name it is done; without it, it is the operator's doing"
).pipe(Options.optional, Options.map(Option.getOrNull))

const create = outputCommand(
  "create",
  { org, email, name: personName, role, as },
  "Make a person and give them a role: how an organization gets its first owner.",
  ({ as, email, name, org, role }) =>
    asOperator(
      as,
      Effect.map(peopleEndpoints, (people) => people.create(org, { email, name, role }))
    ).pipe(
      // The address alone on stdout, so that it can be piped to where it belongs.
      Effect.map((link) => ({
        data: { org, email, name, role, link },
        text: link,
        notes: [
          `${email} is now ${role} of ${org}. At this address they choose their password, once, within a day.`
        ]
      }))
    )
)

const invite = outputCommand(
  "invite",
  { org, email, role, as },
  "Invite somebody by mail; they choose name and password themselves.",
  ({ as, email, org, role }) =>
    asOperator(
      as,
      Effect.map(peopleEndpoints, (people) => people.invite(org, email, role))
    ).pipe(
      Effect.map((mail) => ({
        data: { org, email, role, mail },
        text: `Invited ${email} to ${org} as ${role}, for a week. The mail is number ${mail}: adwarden mail show --id ${mail}`
      }))
    )
)

const titles = ["*E-MAIL", "ROLE", "STATUS", "NAME"]
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
  "List who belongs to an organization, and who is invited.",
  ({ org }) =>
    asOperator(
      null,
      Effect.map(peopleEndpoints, (people) => people.list(org))
    ).pipe(Effect.map((found) => ({ data: found, text: tableOf(titles, rows(found)) })))
)

const reset = outputCommand(
  "reset-password",
  { email },
  "Make an address at which somebody chooses a new password.",
  ({ email }) =>
    asOperator(
      null,
      Effect.map(peopleEndpoints, (people) => people.resetPassword(email))
    ).pipe(
      Effect.map((link) => ({
        data: { email, link },
        text: link,
        notes: [
          `At this address ${email} chooses a new password, once, within an hour. Until then the old one works.`
        ]
      }))
    )
)

const everywhere = Options.boolean("everywhere").pipe(
  Options.withDescription("Instead of --org: out of every organization; nothing of theirs works any more")
)
const optionalOrg = textOption("org", "Slug of the organization that they leave").pipe(
  Options.optional,
  Options.map(Option.getOrNull)
)

const remove = outputCommand(
  "remove",
  { org: optionalOrg, everywhere, email, as },
  "Take somebody out of an organization, or out of all. It holds from the next request.",
  ({ as, email, everywhere, org }) =>
    Effect.gen(function* () {
      if ((org === null) !== everywhere) {
        return yield* usageStop("Say which organization they leave with --org, or --everywhere.")
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
            ? `Removed ${email}: signed out, and their keys and connected apps work no more.`
            : `Removed ${email} from ${org}: their keys and connected apps work there no more.`
      }
    })
)

const setRole = outputCommand(
  "role",
  { org, email, role, as },
  "Give somebody a role in an organization. A key that carries more than the new role allows stops working.",
  ({ as, email, org, role }) =>
    asOperator(
      as,
      Effect.map(peopleEndpoints, (people) => people.role(org, email, role))
    ).pipe(Effect.as({ data: { org, email, role }, text: `${email} is now ${role} of ${org}.` }))
)

export const users = Command.make("users").pipe(
  Command.withDescription(
    "Make, invite, list and remove people and give them roles, on DATABASE_URL or the database in .adwarden/."
  ),
  Command.withSubcommands([create, invite, list, setRole, reset, remove])
)
