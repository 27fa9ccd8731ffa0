import { BusinessProfiles, Pages, TaskFeed } from "@adwarden/core"
import { messageOf, pagePaths, renderMentions, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { formProblems } from "../../kit/form-problems.ts"
import { html } from "../../kit/html.ts"
import { linkPages } from "../../kit/page-links.ts"
import { formPage } from "../../kit/page-route.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { lookUp } from "../../kit/untrusted-values.ts"
import { banner, head, problemBanner } from "../../parts/index.ts"
import { taskCard } from "../activity/tasks.ts"
import {
  analysisCard,
  correctionCard,
  fieldNames,
  noProfile,
  profileCard,
  type RefusedProfile
} from "./profile-page.ts"

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
