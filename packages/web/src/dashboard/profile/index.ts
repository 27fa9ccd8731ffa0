import { BusinessProfiles, type CorrectedProfile, Pages, TaskFeed } from "@adwarden/core"
import { messageOf, type Output, pagePaths, renderMentions, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form, formProblems, type Problem } from "../../kit/forms.ts"
import { type Content, type Html, html, linkPages } from "../../kit/html.ts"
import { lookUp } from "../../kit/local-path.ts"
import { type BrowserRequest, formPage, type Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  banner,
  card,
  empty,
  facts,
  head,
  hidden,
  linkButton,
  moment,
  problemBanner,
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

/** A form that was refused, with what was in it. */
interface RefusedProfile {
  readonly action: string
  readonly values: URLSearchParams
  readonly problems: ReadonlyArray<Problem>
}

interface ProfileView {
  readonly org: string
  readonly request: BrowserRequest
  readonly refused: RefusedProfile | null
}

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
const correctionCard = (profile: Profile, { org, refused, request }: ProfileView): Html => {
  const again = refused?.action === "correct" ? refused : null
  const problems = again?.problems ?? []
  const shown = (name: string, value: string) => again?.values.get(name) ?? value
  return card({
    id: "correct",
    title: "Correct the profile",
    lead: "The next analysis of the website replaces what you write here.",
    body: form(
      request,
      pagePaths.organization(org, "profile"),
      html`<div class="stack narrow">${problemBanner(problems, Object.keys(fieldNames), org)}${hidden({ action: "correct" })}
${textField({ name: "brand_name", label: "Name", value: shown("brand_name", profile.brand_name), problems })}
${textArea({ name: "description", label: "Description", value: shown("description", profile.description), problems })}
${lists.map(([field, label, hint]) =>
  textArea({
    name: field,
    label,
    hint: `${hint} One per line.`,
    value: shown(field, profile[field].join("\n")),
    problems
  })
)}
<div class="row"><button>Save profile</button>${linkButton(pagePaths.organization(org, "profile"), "Cancel")}</div></div>`
    )
  })
}

/** The form that has the website read, again or for the first time. */
const analysisCard = (profile: Profile | null, { org, refused, request }: ProfileView): Html => {
  const again = refused?.action === "analyse" ? refused : null
  return card({
    id: "analyse",
    title: profile === null ? "Analyse the website" : "Analyse again",
    body: form(
      request,
      pagePaths.organization(org, "profile"),
      html`<div class="stack">${hidden({ action: "analyse" })}<p>A worker reads the pages of the website and makes the profile from what they say. ${profile === null ? null : "The current profile stays until the new one is complete, and is then replaced."}</p>
${textField({
  name: "url",
  label: "Website",
  hint: "Such as https://www.example.com",
  value: again?.values.get("url") ?? profile?.url ?? "",
  problems: again?.problems ?? []
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

const messages: Readonly<Record<string, string>> = {
  saved: "The profile is saved. Drafts, reports and strategies use it from now on.",
  started: "The analysis has begun. The profile changes when it is done."
}

const linesOf = (form: URLSearchParams, name: string): ReadonlyArray<string> =>
  (form.get(name) ?? "").split(/\r?\n/)

/** /o/{org}/profile: what the service knows of the business, its analysis, and corrections by hand. */
export const profile = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const feed = yield* TaskFeed
    const endpoints = yield* BusinessProfiles
    const path = routePattern(pagePaths.organization(":org", "profile"))

    const endpointOf = ({ parameters: { org = "" } }: BrowserRequest) =>
      pages.ofOrganization("pages.profile", org, ({ clearance, read }) =>
        Effect.all(
          {
            profile: read("organizations.business_profile").pipe(
              Effect.map((profile) => ({ profile, missing: null })),
              Effect.catchTag("not_found", (error) =>
                Effect.succeed({ profile: null, missing: renderMentions("dashboard", messageOf(error)) })
              )
            ),
            tasks: Effect.map(feed.list(clearance), (tasks) =>
              tasks.filter(({ type }) => type === "business_profile")
            ),
            mayEdit: Effect.succeed(clearance.scopes.has("campaigns:write"))
          },
          { concurrency: "unbounded" }
        )
      )

    type Data = Effect.Effect.Success<ReturnType<ReturnType<typeof endpointOf>["run"]>>["result"]
    type PageOut = Extract<Data, { readonly output: unknown }>["output"]

    const pageOf = (
      { data, frame }: PageOut,
      request: BrowserRequest,
      refused: RefusedProfile | null = null
    ): Page => {
      const { slug: org } = frame.organization!
      const { mayEdit, profile: found, tasks } = data
      const { missing, profile } = found
      const message = lookUp(messages, request.query.get("done"))
      const edits = mayEdit && (request.query.has("edit") || refused?.action === "correct")
      const view = { org, request, refused }
      return {
        title: "Business profile",
        dashboard: { frame, place: { of: "organization", page: "profile" } },
        body: html`${head({ title: "Business profile", lead: "What drafts, reports and strategies know about the business." })}
${message === undefined ? null : banner("good", message)}
${mayEdit ? null : problemBanner(refused?.problems ?? [], [], org)}
${taskCard(tasks, { org, request })}
<div class="split">${
          profile === null
            ? noProfile(linkPages(missing ?? "", org))
            : edits
              ? correctionCard(profile, view)
              : profileCard(profile, org, mayEdit)
        }<div class="aside">${mayEdit ? analysisCard(profile, view) : null}</div></div>`
      }
    }

    router.get(path, {
      name: "pages.profile",
      invocation: (request) => Effect.succeed({ endpoint: endpointOf(request) }),
      render: (page, request) => pageOf(page, request)
    })

    router.post<unknown>(path, {
      name: "business_profile.change",
      invocation: ({ parameters: { org = "" } }, form) =>
        Effect.succeed(
          form.get("action") === "analyse"
            ? { endpoint: endpoints.analyseAsAdmin(org, form.get("url") ?? "") }
            : {
                endpoint: endpoints.correct(org, {
                  brand_name: form.get("brand_name") ?? "",
                  description: form.get("description") ?? "",
                  products: linesOf(form, "products"),
                  ideal_customer_profiles: linesOf(form, "ideal_customer_profiles"),
                  competitors: linesOf(form, "competitors"),
                  trust_signals: linesOf(form, "trust_signals"),
                  target_locations: linesOf(form, "target_locations")
                })
              }
        ),
      render: (_, { parameters: { org = "" } }, form) => ({
        redirect: `${pagePaths.organization(org, "profile")}?done=${form.get("action") === "analyse" ? "started" : "saved"}`
      }),
      showAgain: (error, request, form) => {
        const problems = formProblems(error, fieldNames)
        const refused =
          problems === null ? null : { action: form.get("action") ?? "", values: form, problems }
        return refused === null
          ? null
          : formPage(endpointOf(request), (page) => pageOf(page, request, refused))
      }
    })
  })
