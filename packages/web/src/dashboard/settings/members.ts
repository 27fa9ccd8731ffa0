import { type Invitation, Invitations, type MemberRow, Members, type PageData } from "@adwarden/core"
import { limits, pagePaths, roles } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { linkToFile, tableFile } from "../../kit/table-file.ts"
import {
  badge,
  buttonForm,
  card,
  count,
  day,
  dialog,
  email,
  hidden,
  linkButton,
  relative,
  select,
  table,
  textField
} from "../../parts/index.ts"
import { isOwner, settingsPage } from "./section.ts"

interface MembersData {
  readonly members: ReadonlyArray<MemberRow>
  readonly invitations: ReadonlyArray<Invitation>
}

export const roleChoices = [
  { value: "member", label: "Member: reads, asks for reports" },
  { value: "admin", label: "Admin: also changes campaigns and approves" },
  { value: "owner", label: "Owner: also limits, keys and members" }
]

export const invitedMessage = `The invitation is on its way. It is valid for ${limits.invitationDays} days.`

const messages = {
  invited: invitedMessage,
  role: "The role was changed. It applies from the next request.",
  removed: "The person was removed. Their keys no longer work.",
  withdrawn: "The invitation was withdrawn.",
  not_open: "This invitation is no longer open: it was accepted or withdrawn, or it has expired."
}

const roleForm = (member: MemberRow, request: BrowserRequest): Html =>
  form(
    request,
    html`<div class="row changed">${hidden({ action: "role", email: member.email })}<select name="role" aria-label="Role of ${member.name}">${roles.map((role) => html`<option value="${role}"${role === member.role ? html` selected` : null}>${role}</option>`)}</select><button class="quiet tiny">Save<span class="sr"> the role of ${member.name}</span></button></div>`
  )

const removeDialog = ({ members }: MembersData, path: string, request: BrowserRequest): Html | null => {
  const member = members.find(({ email }) => email === request.query.get("remove"))
  if (member === undefined) return null
  return dialog({
    title: `Remove ${member.name}?`,
    text: `${member.email} loses access with the next request, and their keys are revoked for good. An invitation brings them back, but not the keys.`,
    actions: html`${buttonForm(request, { action: "remove", email: member.email }, html`<button class="danger">Remove ${member.name}</button>`)}${linkButton(path, "Keep")}`
  })
}

const contentOf = (
  { data, frame }: PageData<MembersData>,
  request: BrowserRequest,
  { problems, sent }: ShownPage
): Html => {
  const owner = isOwner(frame)
  const path = pagePaths.settings(frame.organization!.slug, "members")
  const isSelf = (address: string): boolean => address === frame.person.email
  return html`${owner ? removeDialog(data, path, request) : null}
${card({
  id: "members",
  title: count(data.members.length, "member"),
  actions: linkToFile(path),
  lead: "Members read and ask for reports. Admins also change campaigns and approve. Owners also set limits, keys and members.",
  foot: html`To leave yourself, open <a href="${pagePaths.account("profile")}">Account › Profile</a>.`,
  padded: false,
  body: table({
    labelledBy: "members",
    rows: data.members,
    columns: [
      {
        title: "Person",
        cell: ({ email: address, name }) =>
          html`${name}${isSelf(address) ? html` <span class="soft">you</span>` : null}<span class="small">${email(address)}</span>`
      },
      { title: "Role", cell: (member) => (owner ? roleForm(member, request) : member.role) },
      {
        title: "Last signed in",
        rank: 2,
        nowrap: true,
        cell: ({ last_signed_in_at }) => (last_signed_in_at === null ? "never" : relative(last_signed_in_at))
      },
      ...(owner
        ? [
            {
              title: "Second factor",
              rank: 2 as const,
              cell: ({ has_second_factor }: MemberRow) =>
                has_second_factor ? badge("ok", "On") : html`<span class="soft">not set up</span>`
            },
            {
              title: "Actions",
              actions: true as const,
              cell: ({ email: address, name }: MemberRow) =>
                isSelf(address)
                  ? null
                  : linkButton(
                      `${path}?remove=${encodeURIComponent(address)}`,
                      html`Remove<span class="sr"> ${name}</span>`,
                      "quiet bad tiny"
                    )
            }
          ]
        : [])
    ]
  })
})}
${
  data.invitations.length === 0
    ? null
    : card({
        id: "invitations",
        title: "Open invitations",
        padded: false,
        body: table({
          labelledBy: "invitations",
          rows: data.invitations,
          columns: [
            { title: "Email", cell: ({ email: address }) => email(address) },
            { title: "Role", cell: ({ role }) => role },
            { title: "Expires", rank: 2, nowrap: true, cell: ({ expires_at }) => day(expires_at) },
            {
              title: "Actions",
              actions: true,
              cell: ({ email: address, id, role }) =>
                owner
                  ? html`<div class="row">${buttonForm(request, { action: "invite", email: address, role }, html`<button class="quiet tiny" aria-label="Send the invitation of ${address} again">Send again</button>`)}${buttonForm(request, { action: "withdraw", id }, html`<button class="quiet bad tiny" aria-label="Withdraw the invitation of ${address}">Withdraw</button>`)}</div>`
                  : null
            }
          ]
        })
      })
}
${
  owner
    ? card({
        id: "invite",
        title: "Invite a person",
        kind: "narrow",
        body: form(
          request,
          html`<div class="stack">${hidden({ action: "invite" })}
${textField({ name: "email", label: "Email", type: "email", value: sent?.get("email") ?? "", problems })}
${select({ name: "role", label: "Role", value: sent?.get("role") ?? "member", choices: roleChoices })}
<div class="row"><button>Send invitation</button></div></div>`
        )
      })
    : null
}`
}

/** Members and open invitations. Only owners see who has a second factor. */
const membersFile = ({ data: { invitations, members }, frame }: PageData<MembersData>): FileResponse =>
  tableFile<MemberRow | Invitation>({
    name: `${frame.organization!.slug}-members`,
    rows: [...members, ...invitations],
    columns: {
      email: ({ email: address }) => address,
      name: (row) => ("name" in row ? row.name : null),
      role: ({ role }) => role,
      status: (row) => ("name" in row ? "member" : "invited"),
      last_signed_in_at: (row) => ("name" in row ? row.last_signed_in_at : null),
      ...(isOwner(frame)
        ? {
            second_factor: (row: MemberRow | Invitation) => ("name" in row ? row.has_second_factor : null)
          }
        : {}),
      invitation_expires_at: (row) => ("name" in row ? null : row.expires_at)
    }
  })

/** A problem of a role is about the last owner. */
const labels = { role: "This" }

/** /o/{org}/settings/members: members, their roles, invitations. */
export const organizationMembers = (router: PageRouter) =>
  Effect.gen(function* () {
    const members = yield* Members
    const invitations = yield* Invitations
    const administrationForm = yield* makeAdministrationForm
    settingsPage(router, {
      section: "members",
      name: "pages.members",
      read: ({ clearance: { organization } }) =>
        Effect.all({
          members: members.list(organization.id),
          invitations: invitations.listOpen(organization.id)
        }),
      fields: ["email"],
      messages,
      forms: formsByAction("people.change", {
        invite: administrationForm("people.invite", { labels, done: "invited" }),
        role: administrationForm("people.role", { labels, done: "role" }),
        remove: administrationForm("people.remove", { labels, done: "removed" }),
        withdraw: administrationForm("people.withdraw_invitation", {
          done: (withdrawn) => (withdrawn ? "withdrawn" : "not_open")
        })
      }),
      file: membersFile,
      render: (page, request, shown) => ({ body: contentOf(page, request, shown) })
    })
  })
