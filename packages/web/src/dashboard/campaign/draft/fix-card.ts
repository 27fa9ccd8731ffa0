import type {
  DraftContent,
  LocationSuggestion,
  locationEndpoints,
  OrganizationPageReader,
  PeopleWritesShape
} from "@adwarden/core"
import {
  messageOf,
  type PeopleWriteName,
  pagePaths,
  renderMentions,
  type ServiceError
} from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../../kit/browser-request.ts"
import { formProblems } from "../../../kit/form-problems.ts"
import type { Problem } from "../../../kit/forms.ts"
import { type Html, html } from "../../../kit/html.ts"
import { banner, card, hidden, problemBanner } from "../../../parts/index.ts"
import { previewBox } from "../../change/preview-box.ts"
import { type PreviewedChange, previewPeopleWrite } from "../../change/previewed-change.ts"
import { fixFields } from "./fix-forms.ts"
import { fixRequest } from "./fix-inputs.ts"

/** A fix that the address opens, its preview, and the places it can choose from. */
export interface DraftFix {
  readonly name: string
  readonly previewed: PreviewedChange<PeopleWriteName> | null
  readonly places: ReadonlyArray<LocationSuggestion> | null
  readonly placeProblems: ReadonlyArray<Problem>
}

const titles: Readonly<Record<string, readonly [title: string, button: string]>> = {
  account: ["Use the linked ad account", "Use this account"],
  discard: ["Discard the draft", "Discard the draft"],
  locations: ["Choose locations", "Set the locations"],
  language: ["Choose the language", "Set the language"],
  sitelinks: ["Edit the sitelinks", "Save the sitelinks"],
  callouts: ["Edit the callouts", "Save the callouts"],
  lines: ["Edit the ad", "Save the ad"],
  keywords: ["Add keywords", "Add the keywords"]
}

/** Why the ad platform could not be searched, as a sentence. */
const platformProblem = (error: ServiceError): string =>
  error._tag === "ad_account_not_linked"
    ? "The campaign has no linked ad account to search in. Link one first."
    : (formProblems(error, { search: "The search" })?.[0]?.message ??
      renderMentions("dashboard", messageOf(error)))

/** Reads the fix that the address asks for; null if it asks for none. */
export const readDraftFix = (
  reader: OrganizationPageReader,
  content: DraftContent,
  { query }: BrowserRequest,
  services: {
    readonly people: PeopleWritesShape
    readonly locations: Effect.Effect.Success<typeof locationEndpoints>
  }
) =>
  Effect.gen(function* () {
    const asked = fixRequest(content, query)
    if (asked === null) return null
    const name = query.get("change") ?? ""
    const place = name === "locations" ? (query.get("place_name") ?? "").trim() : ""
    const found =
      place === "" || !reader.clearance.scopes.has("campaigns:write")
        ? { places: null, placeProblems: [] }
        : yield* services.locations.suggestIn(reader.clearance, content.campaign, place).pipe(
            Effect.map((places) => ({ places, placeProblems: [] as ReadonlyArray<Problem> })),
            Effect.catchIf(
              (error): error is ServiceError => error._tag !== "SqlError",
              (error) =>
                Effect.succeed({
                  places: [] as ReadonlyArray<LocationSuggestion>,
                  placeProblems: [{ path: "place_name", message: platformProblem(error) }]
                })
            )
          )
    const previewed =
      asked.input === null
        ? null
        : yield* previewPeopleWrite(reader, services.people, asked.write, asked.input)
    const fix: DraftFix = { name, previewed, ...found }
    return fix
  })

/** The log says what was done; nothing is yet. */
const sentences = ({ preview }: PreviewedChange<PeopleWriteName>): Html | null =>
  preview === undefined
    ? null
    : html`<ul class="bullets">${preview.would_change.map(({ text }) => html`<li>${text.replace(/^Discarded/, "Discards")}</li>`)}</ul>`

interface FixCard {
  readonly fix: DraftFix
  readonly content: DraftContent
  readonly org: string
  readonly request: BrowserRequest
}

/** The form of a fix with its preview below it. */
export const fixCard = ({ content, fix, org, request }: FixCard): Html => {
  const { name, placeProblems, places, previewed } = fix
  const [title, button] = titles[name] ?? ["Change the draft", "Save"]
  const path = pagePaths.campaign(org, content.campaign)
  const fieldOf = ({ message, path }: Problem): Problem => ({ message, path: path.split(/[.[]/)[0] ?? "" })
  const refused = (previewed?.problems ?? []).map(fieldOf)
  const blocked = (previewed?.preview?.blocked_fields ?? []).map((one) =>
    fieldOf({ path: one.path, message: one.message })
  )
  const problems = [...placeProblems, ...refused, ...blocked]
  const fields = fixFields[name]?.({
    content,
    query: request.query,
    problems,
    places,
    ofAd: (id) => `${path}?change=${name}&ad=${id}#change`
  })
  const unchanged = previewed?.preview !== undefined && previewed.preview.would_change.length === 0
  const shown =
    previewed === null
      ? null
      : unchanged
        ? banner("plain", "It is so already. Nothing would change.")
        : previewed.preview === undefined
          ? problemBanner(refused, [], org)
          : previewBox({
              request,
              org,
              change: previewed,
              content: sentences(previewed),
              button,
              back: name === "discard" ? pagePaths.organization(org, "campaigns") : path
            })
  return card({
    id: "change",
    title,
    actions: html`<a class="small" href="${path}">Close</a>`,
    body: html`${
      fields === undefined
        ? null
        : html`<form method="get" action="${path}#change" class="stack">${hidden({ change: name })}${fields}<div class="row"><button class="${previewed === null ? "" : "quiet"}">${name === "locations" && places === null && content.locations.length === 0 ? "Search" : previewed === null ? "Preview" : "Preview again"}</button></div></form>`
    }${shown}`
  })
}
