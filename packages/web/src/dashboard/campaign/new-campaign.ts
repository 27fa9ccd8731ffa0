import { randomUUID } from "node:crypto"
import { type OrganizationPageReader, PeopleWrites, type PeopleWritesShape } from "@adwarden/core"
import { maxScopes, type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationPage, type Shown, together } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { callOperation, idempotencyKeyOf, oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  card,
  choices,
  currencySign,
  head,
  hidden,
  linkButton,
  select,
  textField
} from "../../parts/index.ts"
import { peopleWriteBox } from "../change/preview-box.ts"
import { amountOf, mayCall, type PreviewedChange, previewPeopleWrite } from "../change/previewed-change.ts"

const write = "drafts.create_competitor"

interface CompetitorData {
  /** Null before the website was analysed. */
  readonly profile: Output<"organizations.business_profile"> | null
  /** What a draft for the chosen competitors would be; null if none are chosen. */
  readonly change: PreviewedChange<typeof write> | null
}

const chosenOf = ({ query }: BrowserRequest): ReadonlyArray<string> => [
  ...new Set(query.getAll("competitor"))
]

/** Reads the competitors of the business profile, and previews a draft for the chosen ones. */
const readCompetitors = (
  reader: OrganizationPageReader,
  request: BrowserRequest,
  people: PeopleWritesShape
) => {
  const competitors = chosenOf(request)
  const mayCreate = maxScopes(reader.clearance.effectiveRole).has("campaigns:write")
  return together({
    profile: reader.read("organizations.business_profile").pipe(
      Effect.map((profile): CompetitorData["profile"] => profile),
      Effect.catchTags({
        not_found: () => Effect.succeed(null),
        business_profile_not_ready: () => Effect.succeed(null)
      })
    ),
    change:
      competitors.length === 0 || !mayCreate
        ? Effect.succeed(null)
        : previewPeopleWrite(reader, people, write, { competitors }, { competitors: "The competitors" })
  })
}

/** A draft for searches of competitors that a person chooses. */
const competitorCard = ({ change, profile }: CompetitorData, request: BrowserRequest): Html => {
  const names = profile?.competitors ?? []
  const path = pagePaths.newCampaign(request.org)
  return card({
    id: "competitors",
    title: "For searches of competitors",
    lead: "Ads show when people search for these names. The names are keywords only; no ad text contains them. Such clicks usually cost more and convert less.",
    body:
      profile === null
        ? html`<p>The website was not analysed yet. <a href="${pagePaths.organization(request.org, "profile")}">Analyse it</a> to find the names.</p>`
        : names.length === 0
          ? html`<p>The website names no competitors. Analyse a website that compares the business with others.</p>`
          : html`<form method="get" action="${path}#competitors"><fieldset><legend>Competitors</legend>${choices(
              "checkbox",
              "competitor",
              names.map((name) => ({ value: name, label: html`<bdi>${name}</bdi>` })),
              chosenOf(request)
            )}</fieldset><div class="row group"><button class="quiet">Preview the draft</button></div></form>${
              change === null
                ? null
                : peopleWriteBox({
                    request,
                    change,
                    back: path,
                    button: "Create competitor draft",
                    note: "Undo discards the draft"
                  })
            }`
  })
}

const fields = ["website_url", "type", "name", "budget"] as const
const sentValue = ({ sent }: Shown, field: (typeof fields)[number]): string => sent?.get(field) ?? ""

const websiteForm = (
  request: BrowserRequest,
  { currency, org, website }: { readonly org: string; readonly currency: string; readonly website: string },
  view: Shown
): Html => {
  const { problems } = view
  return form(
    request,
    html`<div class="stack">${hidden({ idempotency_key: randomUUID() })}
${textField({ name: "website_url", label: "Website", hint: "The draft is written from its pages.", value: sentValue(view, "website_url") || website, problems })}
${select({
  name: "type",
  label: "For",
  value: sentValue(view, "type") || "prospecting",
  choices: [
    { value: "prospecting", label: "People who look for what you offer" },
    { value: "brand", label: "People who look for your name" }
  ],
  problems
})}
${textField({ name: "name", label: "Name", required: false, hint: "Leave it empty to have it written.", value: sentValue(view, "name"), problems })}
${textField({ name: "budget", label: "Daily budget", type: "number", required: false, sign: currencySign(currency), hint: "Leave it empty to set it before the launch.", value: sentValue(view, "budget"), problems })}
<div class="row"><button>Write the draft</button>${linkButton(pagePaths.organization(org, "campaigns"), "Cancel")}<span class="small soft">A draft serves nothing and costs nothing</span></div></div>`
  )
}

/** /o/{org}/new-campaign: a draft from the website, or for searches of competitors. */
export const newCampaign = (router: PageRouter) =>
  Effect.gen(function* () {
    const people = yield* PeopleWrites
    organizationPage(router, {
      path: pagePaths.newCampaign(":org"),
      name: "pages.new_campaign",
      place: "campaigns",
      read: (reader, request) => readCompetitors(reader, request, people),
      fields,
      forms: oneForm("campaigns.create", {
        endpoint: ({ org }, sent) => {
          const [budget, name] = [sent.get("budget")?.trim() ?? "", sent.get("name")?.trim() ?? ""]
          return callOperation("campaigns.create", {
            org,
            website_url: sent.get("website_url")?.trim() ?? "",
            type: sent.get("type") ?? "prospecting",
            ...(name === "" ? {} : { name }),
            ...(budget === "" ? {} : { budget: amountOf(budget) }),
            ...idempotencyKeyOf(sent)
          })
        },
        labels: { website_url: "The website", type: "The purpose", name: "The name", budget: "The budget" },
        done: ({ campaign, task_tracking_id }, { org }) => ({
          redirect: `${pagePaths.campaign(org, campaign)}?task=${task_tracking_id}`
        })
      }),
      render: ({ data, frame, organization: { currency, slug: org } }, request, view) => {
        const website = data.profile?.url ?? ""
        return {
          title: "New campaign",
          body: html`${head({
            title: "New campaign",
            crumbs: [
              { label: "Campaigns", href: pagePaths.organization(org, "campaigns") },
              { label: "New campaign" }
            ],
            lead: "It is always a draft first: ads, keywords, sitelinks and callouts to read before anything is spent."
          })}
${view.banners}
${
  mayCall(frame, "campaigns.create")
    ? html`<div class="duo">${card({ id: "website", title: "From the website", body: websiteForm(request, { org, currency, website }, view) })}${competitorCard(data, request)}</div>`
    : card({
        id: "website",
        title: "From the website",
        kind: "narrow",
        body: html`<p>An admin or owner can create campaigns.</p>`
      })
}`
        }
      }
    })
  })
