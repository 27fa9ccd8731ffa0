import {
  deletePersonEndpoint,
  emailAddressEndpoints,
  type Frame,
  type FrameOrganization,
  membershipEndpoints,
  type PageData,
  Pages,
  personSettings
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form, formProblems, type Problem } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { lookUp } from "../../kit/local-path.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  card,
  dialog,
  empty,
  facts,
  head,
  hidden,
  linkButton,
  moment,
  problemBanner,
  select,
  table,
  textField
} from "../../parts/index.ts"
import { doneBanner } from "../home.ts"

const path = pagePaths.account("profile")

const doneMessages: Readonly<Record<string, string>> = {
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

interface View {
  readonly canCreate: boolean
  readonly problems?: ReadonlyArray<Problem>
  readonly sent?: URLSearchParams
}

const emailCard = ({ person }: Frame, request: BrowserRequest, { problems = [], sent }: View): Html =>
  card({
    id: "address",
    title: "Email address",
    kind: "narrow",
    lead: html`You sign in as <b>${person.email}</b>.`,
    body: form(
      request,
      path,
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
      path,
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
    actions: html`${form(request, path, html`${hidden({ action: "leave", organization: found.slug })}<button class="danger">Leave the organization</button>`)}${linkButton(path, "Stay")}`
  })
}

const deleteDialog = (request: BrowserRequest): Html | null =>
  request.query.has("delete")
    ? dialog({
        title: "Delete your account?",
        text: "You are signed out everywhere and lose access to every organization. Your keys are revoked and your apps disconnected. Your name and address are removed; what you did stays in the logs, without them. This cannot be undone.",
        actions: html`${form(request, path, html`${hidden({ action: "delete" })}<button class="danger">Delete my account</button>`)}${linkButton(path, "Keep it")}`
      })
    : null

const deleteCard = card({
  id: "delete",
  title: "Delete your account",
  kind: "narrow",
  lead: "The only owner of an organization makes another person owner first, or deletes the organization.",
  body: html`<div class="row">${linkButton(`${path}?delete=yes`, "Delete my account", "quiet bad")}</div>`
})

const profilePage = ({ frame }: PageData<null>, request: BrowserRequest, view: View): Page => ({
  title: "Profile",
  dashboard: { frame, place: { of: "account", page: "profile" } },
  body: html`${head({ title: frame.person.name })}
${problemBanner(view.problems ?? [], ["email", "time_zone"])}
${doneBanner(request.query.get("done"), doneMessages)}
${leaveDialog(frame, request)}${deleteDialog(request)}
${emailCard(frame, request, view)}
${timeZoneCard(frame, request)}
${organizationsCard(frame, view.canCreate)}
${deleteCard}`
})

const doneOf: Readonly<Record<string, string>> = { email: "email-sent", leave: "left" }

/** /account/profile: email address, time zone and organizations of the person. */
export const accountProfile = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const settings = yield* personSettings
    const addresses = yield* emailAddressEndpoints
    const deletePerson = yield* deletePersonEndpoint
    const { canCreate, leave } = yield* membershipEndpoints
    const page = pages.ofPerson("pages.profile", () => Effect.succeed(null))
    router.get(path, {
      name: "pages.profile",
      invocation: () => Effect.succeed({ endpoint: page }),
      render: (data, request) => profilePage(data, request, { canCreate })
    })
    router.post(path, {
      name: "people.set_time_zone",
      invocation: (_, form) => {
        const action = form.get("action")
        if (action === "email")
          return Effect.succeed({ endpoint: addresses.request((form.get("email") ?? "").trim()) })
        if (action === "delete") return Effect.succeed({ endpoint: deletePerson })
        if (action === "leave") return Effect.succeed({ endpoint: leave(form.get("organization") ?? "") })
        return Effect.succeed({ endpoint: settings.setTimeZone(form.get("time_zone") ?? "") })
      },
      render: (_, __, form) =>
        form.get("action") === "delete"
          ? { redirect: pagePaths.signIn, session: null }
          : { redirect: `${path}?done=${lookUp(doneOf, form.get("action")) ?? "time-zone"}` },
      showAgain: (error, request, sent) => {
        const problems = formProblems(error, {
          time_zone: "The time zone",
          email: "The address",
          role: "It"
        })
        return problems === null
          ? null
          : formPage(page, (data) => profilePage(data, request, { canCreate, problems, sent }))
      }
    })
  })

const profilePath = pagePaths.account("profile")

const confirmPage = ({ data: email, frame }: PageData<string>, request: BrowserRequest): Page => ({
  title: "Change your email address",
  dashboard: { frame, place: { of: "account", page: "profile" } },
  body: html`${head({ title: "Change your email address?" })}
${card({
  id: "address",
  title: "Email address",
  kind: "narrow",
  body: html`${facts([
    ["Now", frame.person.email],
    ["From now on", html`<b>${email}</b>`]
  ])}
${form(
  request,
  pagePaths.confirmEmail,
  html`${hidden({ token: request.query.get("token") ?? "" })}<div class="row"><button>Use ${email}</button>${linkButton(profilePath, "Keep the old one")}</div>`
)}`
})}`
})

/** /account/email: the page of the link that went to a new address. */
export const confirmEmail = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const endpoints = yield* emailAddressEndpoints
    router.get(pagePaths.confirmEmail, {
      name: "pages.confirm_email",
      invocation: ({ query }) =>
        Effect.succeed({
          endpoint: pages.ofPerson("pages.confirm_email", (clearance) =>
            endpoints.confirmed(query.get("token") ?? "", clearance)
          )
        }),
      render: (page, request) => confirmPage(page, request)
    })
    router.post(pagePaths.confirmEmail, {
      name: "people.change_email",
      invocation: ({ session }, sent) =>
        Effect.succeed({ endpoint: endpoints.confirm(sent.get("token") ?? "", session) }),
      render: () => ({ redirect: `${profilePath}?done=email` })
    })
  })
