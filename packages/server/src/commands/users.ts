import type { MembersAndInvitations } from "@adwarden/core"
import { Effect } from "effect"
import { group, switchFlag, textArgument } from "../command-line.ts"
import { usageStop } from "../stop.ts"
import { administrationCommand, ownerFlag, runAdministration } from "./administer.ts"
import { outputCommand } from "./command-output.ts"
import { day, minute, optionalOrg, tableOf } from "./operator-commands.ts"

const create = administrationCommand("people.create", (link, { email, name, org, role }) => ({
  data: { org, email, name, role, link },
  // The link alone on stdout, so that it can be piped.
  text: link,
  notes: [
    `${email} is now ${role} of ${org}. They choose their password at this link within a day. It works once.`
  ]
}))

const invite = administrationCommand("people.invite", (mail, { email, org, role }) => ({
  data: { org, email, role, mail },
  text: `Invited ${email} to ${org} as ${role}, for a week. The email is number ${mail}: adwarden mail get ${mail}`
}))

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

const list = administrationCommand("people.list", (found) => ({
  data: found,
  text: tableOf(titles, rows(found))
}))

const reset = administrationCommand("people.reset_password_link", (link, { email }) => ({
  data: { email, link },
  text: link,
  notes: [
    `${email} chooses a new password at this link within an hour. It works once. Until then the old password works.`
  ]
}))

const resetSecondFactor = administrationCommand("people.reset_second_factor", (removed, { email }) => ({
  data: { email, removed },
  text: removed
    ? `Removed the second factor of ${email} and signed them out. Make sure that it was them who asked.`
    : `${email} had no second factor. They were signed out.`
}))

const everywhere = switchFlag(
  "everywhere",
  "Instead of --org: remove them from every organization and revoke all their access"
)
const remove = outputCommand(
  "remove",
  {
    email: textArgument("email", "Email address of the person"),
    org: optionalOrg,
    everywhere,
    as: ownerFlag
  },
  "Remove a person from one organization or from all. It applies from the next request on.",
  ({ as, email, everywhere, org }) =>
    Effect.gen(function* () {
      if ((org === null) !== everywhere) {
        return yield* usageStop("Name the organization with --org, or use --everywhere.")
      }
      yield* org === null
        ? runAdministration("people.remove_everywhere", { org: "", as, values: { email } })
        : runAdministration("people.remove", { org, as, values: { email } })
      return {
        data: { email, org, everywhere },
        text:
          org === null
            ? `Removed ${email}: signed out, and their keys and connected apps no longer work.`
            : `Removed ${email} from ${org}: their keys and connected apps no longer work there.`
      }
    })
)

const setRole = administrationCommand("people.role", (_, { email, org, role }) => ({
  data: { org, email, role },
  text: `${email} is now ${role} of ${org}.`
}))

export const users = group("users", [create, invite, list, setRole, reset, resetSecondFactor, remove])
