import { randomUUID } from "node:crypto"
import { Pages, PeopleWrites } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  card,
  currencySign,
  head,
  hidden,
  linkButton,
  problemBanner,
  select,
  textField
} from "../../parts/index.ts"
import { operationForm, type SentForm } from "../change/operation-form.ts"
import { amountOf, mayCall } from "../change/previewed-change.ts"
import { competitorCard, readCompetitors } from "./competitors.ts"

const fields = ["website_url", "type", "name", "budget"] as const
const sentValue = ({ sent }: SentForm, field: (typeof fields)[number]): string => sent?.get(field) ?? ""

const websiteForm = (
  request: BrowserRequest,
  { currency, org, website }: { readonly org: string; readonly currency: string; readonly website: string },
  view: SentForm
): Html => {
  const { problems } = view
  return form(
    request,
    pagePaths.newCampaign(org),
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
    const pages = yield* Pages
    const people = yield* PeopleWrites
    operationForm(router, pages, {
      path: routePattern(pagePaths.newCampaign(":org")),
      name: "new_campaign",
      operation: "campaigns.create",
      read: (reader, request) => readCompetitors(reader, request, people),
      inputOf: (sent) => {
        const [budget, name] = [sent.get("budget")?.trim() ?? "", sent.get("name")?.trim() ?? ""]
        return {
          website_url: sent.get("website_url")?.trim() ?? "",
          type: sent.get("type") ?? "prospecting",
          ...(name === "" ? {} : { name }),
          ...(budget === "" ? {} : { budget: amountOf(budget) })
        }
      },
      labels: { website_url: "The website", type: "The purpose", name: "The name", budget: "The budget" },
      next: ({ campaign, task_tracking_id }, { parameters: { org = "" } }) =>
        `${pagePaths.campaign(org, campaign)}?task=${task_tracking_id}`,
      render: ({ data, frame }, request, view) => {
        const { currency, slug: org } = frame.organization!
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
${problemBanner(view.problems, fields, org)}
${
  mayCall(frame, "campaigns.create")
    ? html`<div class="duo">${card({ id: "website", title: "From the website", body: websiteForm(request, { org, currency, website }, view) })}${competitorCard(data, request, org)}</div>`
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
