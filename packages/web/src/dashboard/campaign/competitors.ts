import type { OrganizationPageReader, PeopleWritesShape } from "@adwarden/core"
import { maxScopes, type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import { card, choices } from "../../parts/index.ts"
import { previewBox } from "../change/preview-box.ts"
import { type PreviewedChange, previewPeopleWrite } from "../change/previewed-change.ts"

const write = "drafts.create_competitor"

export interface CompetitorData {
  /** Null before the website was analysed. */
  readonly profile: Output<"organizations.business_profile"> | null
  /** What a draft for the chosen competitors would be; null if none are chosen. */
  readonly change: PreviewedChange<typeof write> | null
}

const chosenOf = ({ query }: BrowserRequest): ReadonlyArray<string> => [
  ...new Set(query.getAll("competitor"))
]

/** Reads the competitors of the business profile, and previews a draft for the chosen ones. */
export const readCompetitors = (
  reader: OrganizationPageReader,
  request: BrowserRequest,
  people: PeopleWritesShape
) => {
  const competitors = chosenOf(request)
  const mayCreate = maxScopes(reader.clearance.effectiveRole).has("campaigns:write")
  return Effect.all(
    {
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
    },
    { concurrency: "unbounded" }
  )
}

const previewOf = (change: PreviewedChange<typeof write>, request: BrowserRequest, org: string): Html =>
  previewBox({
    request,
    org,
    change,
    back: pagePaths.newCampaign(org),
    button: "Create competitor draft",
    note: "Undo discards the draft",
    content: html`<ul class="bullets">${(change.preview?.would_change ?? []).map(({ text }) => html`<li>${text}</li>`)}</ul>`
  })

/** A draft for searches of competitors that a person chooses. */
export const competitorCard = (
  { change, profile }: CompetitorData,
  request: BrowserRequest,
  org: string
): Html => {
  const names = profile?.competitors ?? []
  const path = pagePaths.newCampaign(org)
  return card({
    id: "competitors",
    title: "For searches of competitors",
    lead: "Ads show when people search for these names. The names are keywords only; no ad text contains them. Such clicks usually cost more and convert less.",
    body:
      profile === null
        ? html`<p>The website was not analysed yet. The page Business profile says how to start.</p>`
        : names.length === 0
          ? html`<p>The website names no competitors. Analyse a website that compares the business with others.</p>`
          : html`<form method="get" action="${path}#competitors"><fieldset><legend>Competitors</legend>${choices(
              "checkbox",
              "competitor",
              names.map((name) => ({ value: name, label: html`<bdi>${name}</bdi>` })),
              chosenOf(request)
            )}</fieldset><div class="row group"><button class="quiet">Preview the draft</button></div></form>${change === null ? null : previewOf(change, request, org)}`
  })
}
