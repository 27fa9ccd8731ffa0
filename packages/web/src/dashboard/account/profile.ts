import {
  canCreateOrganizations,
  type Frame,
  type FrameOrganization,
  ownAccountReads,
  type PageData
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { accountPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction, oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  buttonForm,
  card,
  dialog,
  empty,
  facts,
  head,
  hidden,
  linkButton,
  moment,
  select,
  table,
  textField
} from "../../parts/index.ts"

const path = pagePaths.account("profile")

const messages = {
  "time-zone": "Saved. Clock times on all pages follow it.",
  "email-sent": "We sent a link to the new address. Your address changes when you open it.",
  email: "Your email address was changed. Sign in with the new one from now on.",
  left: "You have left the organization. Your keys there are revoked."
}

/** Every zone by its name; the first choice is UTC. */
const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")
const zoneChoices = [
  { value: "", label: "UTC" },
  ...zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))
]

const emailCard = ({ person }: Frame, request: BrowserRequest, { problems, sent }: ShownPage): Html =>
  card({
    id: "address",
    title: "Email address",
    kind: "narrow",
    lead: html`You sign in as <b>${person.email}</b>.`,
    body: form(
      request,
      html`<div class="stack">${hidden({ action: "email" })}${textField({ name: "email", label: "New email address", type: "email", autocomplete: "email", hint: "We send a link to it. The old address gets a notice.", value: sent?.get("email") ?? "", problems })}<div class="row"><button>Send the link</button></div></div>`
    )
  })

const timeZoneCard = ({ person }: Frame, request: BrowserRequest): Html =>
  card({
    id: "zone",
    title: "Time zone",
    kind: "narrow",
    lead: html`Clock times on your pages. It is now ${moment(new Date().toISOString())}. Days of figures stay those of the ad account.`,
    body: form(
      request,
      html`<div class="stack">${hidden({ action: "time_zone" })}${select({ name: "time_zone", label: "Time zone", value: person.timeZone ?? "", choices: zoneChoices })}<div class="row"><button>Save time zone</button></div></div>`
    )
  })

const leaveButton = ({ name, role, slug }: FrameOrganization): Html | null =>
  role === null
    ? null
    : linkButton(
        `${path}?leave=${encodeURIComponent(slug)}`,
        html`Leave<span class="sr"> ${name}</span>`,
        "quiet bad tiny"
      )

const organizationsCard = ({ organizations }: Frame, canCreate: boolean): Html =>
  card({
    id: "organizations",
    title: "Organizations",
    padded: false,
    kind: "narrow",
    ...(canCreate
      ? { actions: linkButton(pagePaths.newOrganization, "New organization", "quiet tiny") }
      : {}),
    body:
      organizations.length === 0
        ? empty({
            icon: "people",
            title: "You are not a member of any organization",
            text: "Ask an owner for an invitation."
          })
        : table({
            labelledBy: "organizations",
            rows: organizations,
            columns: [
              {
                title: "Organization",
                cell: ({ name, slug }) => html`<a href="${pagePaths.organization(slug)}">${name}</a>`
              },
              { title: "Your role", cell: ({ role }) => role ?? "ad operations" },
              { title: "Action", actions: true, cell: leaveButton }
            ]
          })
  })

const leaveDialog = ({ organizations }: Frame, request: BrowserRequest): Html | null => {
  const found = organizations.find(({ role, slug }) => role !== null && slug === request.query.get("leave"))
  if (found === undefined) return null
  return dialog({
    title: `Leave ${found.name}?`,
    text: "You lose access at once, and your keys there are revoked for good. Only an owner can invite you again.",
    actions: html`${buttonForm(request, { action: "leave", organization: found.slug }, html`<button class="danger">Leave the organization</button>`)}${linkButton(path, "Stay")}`
  })
}

const deleteDialog = (request: BrowserRequest): Html | null =>
  request.query.has("delete")
    ? dialog({
        title: "Delete your account?",
        text: "You are signed out everywhere and lose access to every organization. Your keys are revoked and your apps disconnected. Your name and address are removed; what you did stays in the logs, without them. This cannot be undone.",
        actions: html`${buttonForm(request, { action: "delete" }, html`<button class="danger">Delete my account</button>`)}${linkButton(path, "Keep it")}`
      })
    : null

const deleteCard = card({
  id: "delete",
  title: "Delete your account",
  kind: "narrow",
  lead: "The only owner of an organization makes another person owner first, or deletes the organization.",
  body: html`<div class="row">${linkButton(`${path}?delete=yes`, "Delete my account", "quiet bad")}</div>`
})

const contentOf = (
  { frame }: PageData<null>,
  request: BrowserRequest,
  shown: ShownPage,
  canCreate: boolean
): PageContent => ({
  title: "Profile",
  body: html`${head({ title: frame.person.name })}
${shown.banners}
${leaveDialog(frame, request)}${deleteDialog(request)}
${emailCard(frame, request, shown)}
${timeZoneCard(frame, request)}
${organizationsCard(frame, canCreate)}
${deleteCard}`
})

/** /account/profile: email address, time zone and organizations of the person. */
export const accountProfile = (router: PageRouter) =>
  Effect.gen(function* () {
    const administrationForm = yield* makeAdministrationForm
    const canCreate = yield* canCreateOrganizations
    accountPage(router, {
      path,
      name: "pages.profile",
      place: "profile",
      read: () => Effect.succeed(null),
      fields: ["email", "time_zone"],
      messages,
      forms: formsByAction("people.set_time_zone", {
        email: administrationForm("people.request_email_change", { done: "email-sent" }),
        time_zone: administrationForm("people.set_time_zone", { done: "time-zone" }),
        leave: administrationForm("people.leave", {
          org: (sent) => sent.get("organization") ?? "",
          labels: { role: "It" },
          done: "left"
        }),
        delete: administrationForm("people.delete", {
          labels: { role: "It" },
          done: () => ({ redirect: pagePaths.signIn, session: null })
        })
      }),
      render: (page, request, shown) => contentOf(page, request, shown, canCreate)
    })
  })

const confirmContent = ({ data: email, frame }: PageData<string>, request: BrowserRequest): PageContent => ({
  title: "Change your email address",
  body: html`${head({ title: "Change your email address?" })}
${card({
  id: "address",
  title: "Email address",
  kind: "narrow",
  body: html`${facts([
    ["Now", frame.person.email],
    ["From now on", html`<b>${email}</b>`]
  ])}
${form(request, html`${hidden({ token: request.query.get("token") ?? "" })}<div class="row"><button>Use ${email}</button>${linkButton(path, "Keep the old one")}</div>`)}`
})}`
})

/** /account/email: the page of the link that went to a new address. */
export const confirmEmail = (router: PageRouter) =>
  Effect.map(Effect.all([makeAdministrationForm, ownAccountReads]), ([administrationForm, reads]) => {
    accountPage(router, {
      path: pagePaths.confirmEmail,
      name: "pages.confirm_email",
      place: "profile",
      read: (clearance, { query }) => reads.newEmail(query.get("token") ?? "", clearance),
      forms: oneForm(
        "people.change_email",
        administrationForm("people.change_email", {
          values: ({ session }) => ({ session }),
          ownErrorPage: true,
          done: () => ({ redirect: `${path}?done=email` })
        })
      ),
      render: confirmContent
    })
  })
