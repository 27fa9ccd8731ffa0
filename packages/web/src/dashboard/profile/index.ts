import {
  BusinessProfiles,
  type CorrectedProfile,
  type PageData,
  TaskFeed,
  type TaskView
} from "@adwarden/core"
import { type NotFound, type Output, pagePaths, renderMentions } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationPage, type PageContent, type ShownPage, together } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html, linkPages } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction, pageForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  card,
  empty,
  facts,
  head,
  hidden,
  linkButton,
  moment,
  textArea,
  textField
} from "../../parts/index.ts"
import { taskCard } from "../activity/tasks.ts"

type Profile = Output<"organizations.business_profile">

/** The lists of a profile, in the order of the page. */
const lists = [
  ["products", "Products", "What drafts advertise."],
  ["ideal_customer_profiles", "Customers", "For whom ads are written."],
  ["competitors", "Competitors", "Whose names the competitor report looks for."],
  ["trust_signals", "Trust signals", "What ads may claim, such as “since 1998”."],
  ["target_locations", "Locations", "Where drafts advertise."]
] as const satisfies ReadonlyArray<readonly [keyof CorrectedProfile, string, string]>

/** The names of the fields in a sentence. */
const fieldNames: Readonly<Record<string, string>> = {
  profile: "The profile",
  url: "The website",
  brand_name: "The name",
  description: "The description",
  ...Object.fromEntries(lists.map(([field, label]) => [field, label]))
}

interface ProfileView {
  readonly org: string
  readonly request: BrowserRequest
  readonly shown: ShownPage
}

/** What was sent of one of the forms, and its problems. */
const sentOf = (action: "correct" | "analyse", { problems, sent }: ShownPage) =>
  sent?.get("action") === action ? { sent, problems } : { sent: null, problems: [] }

/** What the profile says. */
const profileCard = (profile: Profile, org: string, mayEdit: boolean): Html => {
  const list = (lines: ReadonlyArray<string>): Content =>
    lines.length === 0
      ? html`<span class="soft">none</span>`
      : html`<ul class="bullets">${lines.map((line) => html`<li><bdi>${line}</bdi></li>`)}</ul>`
  return card({
    id: "profile",
    title: html`<bdi>${profile.brand_name}</bdi>`,
    ...(mayEdit && profile.status === "ready"
      ? { actions: linkButton(`${pagePaths.organization(org, "profile")}?edit=yes`, "Correct", "quiet tiny") }
      : {}),
    body: html`<p>${profile.description}</p>${facts([
      ["Website", html`<bdi>${profile.url}</bdi>`],
      ...lists.map(([field, label]) => [label, list(profile[field])] as const),
      ["Updated", moment(profile.updated_at)]
    ])}`
  })
}

/** The form that corrects a profile by hand, one entry a line. */
const correctionCard = (profile: Profile, { org, request, shown }: ProfileView): Html => {
  const { problems, sent } = sentOf("correct", shown)
  const sentOr = (name: string, value: string) => sent?.get(name) ?? value
  return card({
    id: "correct",
    title: "Correct the profile",
    lead: "The next analysis of the website replaces what you write here.",
    body: form(
      request,
      html`<div class="stack narrow">${hidden({ action: "correct" })}
${textField({ name: "brand_name", label: "Name", value: sentOr("brand_name", profile.brand_name), problems })}
${textArea({ name: "description", label: "Description", value: sentOr("description", profile.description), problems })}
${lists.map(([field, label, hint]) =>
  textArea({
    name: field,
    label,
    hint: `${hint} One per line.`,
    value: sentOr(field, profile[field].join("\n")),
    problems
  })
)}
<div class="row"><button>Save profile</button>${linkButton(pagePaths.organization(org, "profile"), "Cancel")}</div></div>`
    )
  })
}

/** The form that has the website read, again or for the first time. */
const analysisCard = (profile: Profile | null, { request, shown }: ProfileView): Html => {
  const { problems, sent } = sentOf("analyse", shown)
  return card({
    id: "analyse",
    title: profile === null ? "Analyse the website" : "Analyse again",
    body: form(
      request,
      html`<div class="stack">${hidden({ action: "analyse" })}<p>Adwarden reads the pages of the website and makes the profile from what they say. ${profile === null ? null : "The current profile stays until the new one is complete, and is then replaced."}</p>
${textField({
  name: "url",
  label: "Website",
  hint: "Such as https://www.example.com",
  value: sent?.get("url") ?? profile?.url ?? "",
  problems
})}
<div class="row"><button>${profile === null ? "Analyse website" : "Analyse again"}</button></div></div>`
    )
  })
}

/** What the page shows before the first analysis, with why the last one failed. */
const noProfile = (reason: Content): Html =>
  card({
    id: "profile",
    title: "No profile yet",
    padded: false,
    body: empty({ icon: "profile", title: "The website has not been analysed", text: reason })
  })

const messages = {
  saved: "The profile is saved. Drafts, reports and strategies use it from now on.",
  started: "The analysis has begun. The profile changes when it is done."
}

const linesOf = (form: URLSearchParams, name: string): ReadonlyArray<string> =>
  (form.get(name) ?? "").split(/\r?\n/)

/** Why there is no profile: nobody asked for one, or the last analysis failed. */
const missingText = ({ next = "" }: NotFound): string =>
  next.includes("failed: ")
    ? renderMentions("dashboard", next)
    : "Its pages say what the business sells, to whom and where. Drafts, reports and strategies build on that."

interface ProfileData {
  /** The profile, or why there is none. */
  readonly found:
    | { readonly profile: Profile; readonly missing: null }
    | { readonly profile: null; readonly missing: string }
  readonly tasks: ReadonlyArray<TaskView>
  readonly mayEdit: boolean
}

const contentOf = (
  { data: { found, mayEdit, tasks } }: PageData<ProfileData>,
  request: BrowserRequest,
  shown: ShownPage
): PageContent => {
  const { org } = request
  const corrects = request.query.has("edit") || shown.sent?.get("action") === "correct"
  const view = { org, request, shown }
  return {
    title: "Business profile",
    body: html`${head({ title: "Business profile", lead: "What drafts, reports and strategies know about the business." })}
${shown.banners}
${taskCard(tasks, request)}
<div class="split">${
      found.profile === null
        ? noProfile(linkPages(found.missing, org))
        : mayEdit && corrects
          ? correctionCard(found.profile, view)
          : profileCard(found.profile, org, mayEdit)
    }<div class="aside">${mayEdit ? analysisCard(found.profile, view) : null}</div></div>`
  }
}

/** /o/{org}/profile: what the service knows of the business, its analysis, and corrections by hand. */
export const profile = (router: PageRouter) =>
  Effect.gen(function* () {
    const feed = yield* TaskFeed
    const endpoints = yield* BusinessProfiles
    organizationPage(router, {
      path: pagePaths.organization(":org", "profile"),
      name: "pages.profile",
      place: "profile",
      read: ({ clearance, read }) =>
        together({
          found: read("organizations.business_profile").pipe(
            Effect.map((profile): ProfileData["found"] => ({ profile, missing: null })),
            Effect.catchTag("not_found", (error) =>
              Effect.succeed({ profile: null, missing: missingText(error) })
            )
          ),
          tasks: Effect.map(feed.list(clearance), (tasks) =>
            tasks.filter(({ type }) => type === "business_profile")
          ),
          mayEdit: Effect.succeed(clearance.scopes.has("campaigns:write"))
        }),
      fields: Object.keys(fieldNames),
      messages,
      forms: formsByAction("business_profile.change", {
        analyse: pageForm({
          endpoint: ({ org }, sent) => endpoints.analyseAsAdmin(org, sent.get("url") ?? ""),
          labels: fieldNames,
          done: "started"
        }),
        correct: pageForm({
          endpoint: ({ org }, sent) =>
            endpoints.correct(org, {
              brand_name: sent.get("brand_name") ?? "",
              description: sent.get("description") ?? "",
              products: linesOf(sent, "products"),
              ideal_customer_profiles: linesOf(sent, "ideal_customer_profiles"),
              competitors: linesOf(sent, "competitors"),
              trust_signals: linesOf(sent, "trust_signals"),
              target_locations: linesOf(sent, "target_locations")
            }),
          labels: fieldNames,
          done: "saved"
        })
      }),
      render: contentOf
    })
  })
