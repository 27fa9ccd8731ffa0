import {
  type DraftContent,
  type LaunchContent,
  type LaunchLine,
  type LocationSuggestion,
  launchLines,
  type locationEndpoints,
  type OrganizationPageReader,
  type PeopleWritesShape
} from "@adwarden/core"
import {
  confirmableCategories,
  languageCodes,
  languageName,
  messageOf,
  type PeopleWriteName,
  pagePaths,
  renderMentions,
  type ServiceError
} from "@adwarden/core/contract"
import { Effect } from "effect"
import { formProblems, type Problem } from "../../../kit/forms.ts"
import { type Content, type Html, html } from "../../../kit/html.ts"
import { lookUp } from "../../../kit/local-path.ts"
import type { BrowserRequest } from "../../../kit/page.ts"
import { choices, hidden, segments, select, textArea, textField } from "../../../parts/index.ts"
import { changeCard, contentBox, peopleWriteBox } from "../../change/preview-box.ts"
import { type PreviewedChange, previewChange, previewPeopleWrite } from "../../change/previewed-change.ts"
import { provenLines } from "./proven-lines.ts"

type Input = Readonly<Record<string, unknown>>
type DraftAd = DraftContent["ads"][number]

const linesOf = (text: string | null): ReadonlyArray<string> =>
  (text ?? "").split("\n").flatMap((line) => line.trim() || [])

/** The ad that the address names, else the first one that lacks something. */
const chosenAd = (
  { ads }: DraftContent,
  query: URLSearchParams,
  lacks: (ad: DraftAd) => boolean
): DraftAd | null => ads.find(({ id }) => String(id) === query.get("ad")) ?? ads.find(lacks) ?? ads[0] ?? null

const lacksLines = ({ descriptions, headlines }: DraftAd): boolean =>
  headlines.length < 3 || descriptions.length < 2

const numbered = (query: URLSearchParams, name: string): ReadonlyArray<string> =>
  [...query].flatMap(([field]) => (field.startsWith(`${name}-`) ? [field.slice(name.length + 1)] : []))

const sitelinksOf = (query: URLSearchParams): ReadonlyArray<Input> =>
  numbered(query, "text").flatMap((n) => {
    const [text, url] = [(query.get(`text-${n}`) ?? "").trim(), (query.get(`url-${n}`) ?? "").trim()]
    const described = [query.get(`description1-${n}`) ?? "", query.get(`description2-${n}`) ?? ""]
    const [description1, description2] = described.map((one) => one.trim())
    return text === "" && url === ""
      ? []
      : [{ text, url, ...(description1 ? { description1 } : {}), ...(description2 ? { description2 } : {}) }]
  })

/** A place as the value of a checkbox: the platform's id of it, then its name. */
const placeValue = ({ geo_target, name }: { readonly geo_target: string; readonly name: string }): string =>
  `${geo_target} ${name}`

const placesOf = (query: URLSearchParams): ReadonlyArray<Input> =>
  query.getAll("place").map((value) => {
    const at = value.indexOf(" ")
    return { geo_target: value.slice(0, at), name: value.slice(at + 1) }
  })

const unlessEmpty = (list: ReadonlyArray<unknown>, input: Input): Input | null =>
  list.length === 0 ? null : input

interface FixForm {
  readonly content: DraftContent
  readonly query: URLSearchParams
  readonly problems: ReadonlyArray<Problem>
  /** The places that the ad platform knows by the name in the address; null if none was asked for. */
  readonly places: ReadonlyArray<LocationSuggestion> | null
  /** The address of the form for another ad. */
  readonly ofAd: (id: number) => string
}

const locationFields = ({ content, places, problems, query }: FixForm): Html => {
  const chosen = query.getAll("place")
  const known = new Map(
    [...content.locations, ...(places ?? [])].map((one) => [placeValue(one), one] as const)
  )
  const list = [...known].map(([value, { name }]) => ({ value, label: html`<bdi>${name}</bdi>` }))
  return html`${content.location_question === null ? null : html`<p>${content.location_question}</p>`}
${textField({
  name: "place_name",
  label: "City, region or country",
  hint: "Search first, then choose from what the ad platform knows",
  required: false,
  value: query.get("place_name") ?? "",
  problems
})}
${
  list.length === 0
    ? places === null
      ? null
      : html`<p>The ad platform knows no place of this name. Check the spelling, or try the region or country.</p>`
    : html`<fieldset><legend>Show the ads to people in</legend>${choices(
        "checkbox",
        "place",
        list,
        chosen.length === 0 ? content.locations.map(placeValue) : chosen
      )}</fieldset>`
}`
}

const sitelinkFields = ({ content, query }: FixForm): Html => {
  const rows = Array.from({ length: Math.max(4, content.sitelinks.length + 1) }, (_, index) => index + 1)
  return html`<p class="hint">At least 2. Texts have at most 25 characters and no exclamation mark; each leads to another page of the website.</p><div class="stack">${rows.map(
    (n) => {
      const link = content.sitelinks[n - 1]
      return html`<div class="duo">${textField({
        name: `text-${n}`,
        label: `Text of sitelink ${n}`,
        required: false,
        value: query.get(`text-${n}`) ?? link?.text ?? ""
      })}${textField({
        name: `url-${n}`,
        label: `Page of sitelink ${n}`,
        required: false,
        value: query.get(`url-${n}`) ?? link?.url ?? ""
      })}${hidden({
        [`description1-${n}`]: link?.description1 ?? "",
        [`description2-${n}`]: link?.description2 ?? ""
      })}</div>`
    }
  )}</div>`
}

/** Links to the forms of the other ads, if there are any. */
const adChoice = ({ content, ofAd }: FixForm, current: number): Html | null =>
  content.ads.length < 2
    ? null
    : segments(
        "Ad",
        content.ads.map(({ id, name }) => ({ label: name, href: ofAd(id), current: id === current }))
      )

const lineFields = (view: FixForm): Html => {
  const { content, problems, query } = view
  const ad = chosenAd(content, query, lacksLines)
  if (ad === null) return html`<p>The draft has no ad yet.</p>`
  const own = query.has("headlines")
  return html`${adChoice(view, ad.id)}${hidden({ ad: ad.id })}
${textArea({
  name: "headlines",
  label: "Headlines",
  hint: "One on each line: 3 to 15, at most 30 characters each, no exclamation mark",
  value: own ? (query.get("headlines") ?? "") : ad.headlines.join("\n"),
  problems
})}
${textArea({
  name: "descriptions",
  label: "Descriptions",
  hint: "One on each line: 2 to 4, at most 90 characters each",
  value: own ? (query.get("descriptions") ?? "") : ad.descriptions.join("\n"),
  problems
})}
${textField({ name: "url", label: "Landing page", value: query.get("url") ?? ad.url, problems })}`
}

const sitelinkLines = ({ launch }: DraftContent, query: URLSearchParams): ReadonlyArray<LaunchLine> => {
  const typed = sitelinksOf(query) as LaunchContent["sitelinks"]
  const sitelinks = query.has("text-1") ? typed : launch.sitelinks
  return launchLines({ ...launch, ads: [], callouts: [], sitelinks })
}

const calloutLines = ({ launch }: DraftContent, query: URLSearchParams): ReadonlyArray<LaunchLine> => {
  const callouts = query.has("callouts") ? linesOf(query.get("callouts")) : launch.callouts
  return launchLines({ ...launch, sitelinks: [], callouts }).filter(({ part }) => part === "callout")
}

const adLines = (content: DraftContent, query: URLSearchParams): ReadonlyArray<LaunchLine> => {
  const { ads, launch } = content
  const ad = chosenAd(content, query, lacksLines)
  if (ad === null) return []
  const stored = launch.ads[ads.indexOf(ad)]!
  const typed = query.has("headlines")
    ? {
        headlines: linesOf(query.get("headlines")),
        descriptions: linesOf(query.get("descriptions")),
        url: (query.get("url") ?? "").trim()
      }
    : {}
  return launchLines({
    ...launch,
    ads: [{ ...stored, ...typed, state: "enabled" }],
    sitelinks: [],
    callouts: []
  })
}

const categoryNames: Readonly<Record<(typeof confirmableCategories)[number], string>> = {
  health_outcomes: "Cures and health outcomes",
  weight_loss: "Weight loss",
  earnings: "Earnings and job guarantees",
  credit: "Credit",
  gambling: "Gambling",
  political: "Political"
}

const confirmFields = ({ problems, query }: FixForm): Html =>
  html`<p>The law and the ad platform restrict what ads of these categories may say, and to whom. Confirm only what this business is allowed to advertise; its lines must still be proven by their pages.</p>${select(
    {
      name: "category",
      label: "Category",
      value: query.get("category") ?? confirmableCategories[0],
      choices: confirmableCategories.map((value) => ({ value, label: categoryNames[value] }))
    }
  )}
${textField({
  name: "reason",
  label: "Why it is allowed",
  hint: "Such as the licence. It is kept in the log with your name.",
  value: query.get("reason") ?? "",
  problems
})}`

type FixWrite = PeopleWriteName | "ads.update" | "assets.update"

/** A change of what a campaign shows: the write that makes it, with its form. Drafts have all; running campaigns, lines and links. */
interface Fix {
  readonly title: string
  readonly button: string
  readonly write: FixWrite
  /** The input from the address; null until something was entered. */
  readonly input: (content: DraftContent, query: URLSearchParams) => Input | null
  /** Its fields; absent if there is nothing to enter. */
  readonly fields?: (view: FixForm) => Content
  /** The lines of its fields, which their pages must prove; absent for a fix without lines. */
  readonly lines?: (content: DraftContent, query: URLSearchParams) => ReadonlyArray<LaunchLine>
}

/** The fixes by their name in the address. */
const fixes: Readonly<Record<string, Fix>> = {
  account: {
    title: "Use the linked ad account",
    button: "Use this account",
    write: "drafts.use_account",
    input: ({ campaign }) => ({ campaign })
  },
  discard: {
    title: "Discard the draft",
    button: "Discard the draft",
    write: "drafts.discard",
    input: ({ campaign }) => ({ campaign })
  },
  locations: {
    title: "Choose locations",
    button: "Set the locations",
    write: "drafts.set_locations",
    input: ({ campaign }, query) => {
      const locations = placesOf(query)
      return unlessEmpty(locations, { campaign, locations })
    },
    fields: locationFields
  },
  language: {
    title: "Choose the language",
    button: "Set the language",
    write: "drafts.set_language",
    input: ({ campaign }, query) => {
      const language = query.get("language")
      return language === null ? null : { campaign, language }
    },
    fields: ({ content, query }) =>
      select({
        name: "language",
        label: "Language of the people who see the ads",
        value: query.get("language") ?? content.language ?? "en",
        choices: languageCodes.map((value) => ({ value, label: languageName(value) }))
      })
  },
  sitelinks: {
    title: "Edit the sitelinks",
    button: "Save the sitelinks",
    write: "assets.update",
    input: ({ campaign }, query) => {
      const sitelinks = sitelinksOf(query)
      return unlessEmpty(sitelinks, { slug: campaign, sitelinks })
    },
    fields: sitelinkFields,
    lines: sitelinkLines
  },
  callouts: {
    title: "Edit the callouts",
    button: "Save the callouts",
    write: "assets.update",
    input: ({ campaign }, query) => {
      const callouts = linesOf(query.get("callouts"))
      return unlessEmpty(callouts, { slug: campaign, callouts })
    },
    fields: ({ content, problems, query }) =>
      textArea({
        name: "callouts",
        label: "Callouts",
        hint: "One on each line: at least 2, at most 25 characters each",
        value: query.get("callouts") ?? content.callouts.join("\n"),
        problems
      }),
    lines: calloutLines
  },
  lines: {
    title: "Edit the ad",
    button: "Save the ad",
    write: "ads.update",
    input: (content, query) => {
      const ad = chosenAd(content, query, lacksLines)?.id
      return ad === undefined || !query.has("headlines")
        ? null
        : {
            slug: content.campaign,
            ad_id: ad,
            headlines: linesOf(query.get("headlines")),
            descriptions: linesOf(query.get("descriptions")),
            url: (query.get("url") ?? "").trim()
          }
    },
    fields: lineFields,
    lines: adLines
  },
  pages: {
    title: "Read the landing pages again",
    button: "Read the pages",
    write: "drafts.read_pages",
    input: ({ campaign }) => ({ campaign })
  },
  confirm: {
    title: "Confirm a restricted category",
    button: "Confirm the category",
    write: "drafts.confirm_category",
    input: ({ campaign }, query) => {
      const [category, reason] = [query.get("category") ?? "", (query.get("reason") ?? "").trim()]
      return reason === "" ? null : { campaign, category, reason }
    },
    fields: confirmFields
  }
}

/** A fix that the address opens, its preview, and the places it can choose from. */
interface DraftFix {
  readonly name: string
  readonly fix: Fix
  readonly previewed: PreviewedChange<FixWrite> | null
  readonly places: ReadonlyArray<LocationSuggestion> | null
  readonly placeProblems: ReadonlyArray<Problem>
}

const isContentWrite = (write: FixWrite): write is Exclude<FixWrite, PeopleWriteName> =>
  write === "ads.update" || write === "assets.update"

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
    const name = query.get("change") ?? ""
    const asked = lookUp(fixes, name)
    if (asked === undefined) return null
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
    const input = asked.input(content, query)
    const previewed =
      input === null
        ? null
        : isContentWrite(asked.write)
          ? yield* previewChange(reader, asked.write, input)
          : yield* previewPeopleWrite(reader, services.people, asked.write, input)
    const fix: DraftFix = { name, fix: asked, previewed, ...found }
    return fix
  })

interface FixCard {
  readonly fix: DraftFix
  readonly content: DraftContent
  readonly request: BrowserRequest
}

const previewBoxOf = (
  previewed: PreviewedChange<FixWrite>,
  box: { readonly request: BrowserRequest; readonly button: string; readonly back: string }
): Html =>
  isContentWrite(previewed.operation)
    ? contentBox({ ...box, change: previewed as PreviewedChange<"ads.update"> })
    : peopleWriteBox({ ...box, change: previewed as PreviewedChange<PeopleWriteName> })

/** The form of a fix with its preview below it. A running campaign has it on the page of its ads. */
export const fixCard = ({ content, fix: asked, request }: FixCard): Html => {
  const { fix, name, placeProblems, places, previewed } = asked
  const path = pagePaths.campaign(request.org, content.campaign, content.editable ? "summary" : "ads")
  const fieldOf = ({ message, path }: Problem): Problem => ({ message, path: path.split(/[.[]/)[0] ?? "" })
  const refused = (previewed?.problems ?? []).map(fieldOf)
  const preview = previewed?.preview
  const blocked = (
    preview !== undefined && "blocked_fields" in preview ? (preview.blocked_fields ?? []) : []
  ).map((one) => fieldOf({ path: one.path, message: one.message }))
  const problems = [...placeProblems, ...refused, ...blocked]
  const fields = fix.fields?.({
    content,
    query: request.query,
    problems,
    places,
    ofAd: (id) => `${path}?change=${name}&ad=${id}#change`
  })
  const lines = fix.lines?.(content, request.query)
  const proofs =
    lines === undefined
      ? null
      : provenLines(lines, {
          confirm: (category) => `${path}?change=confirm&category=${category}#change`,
          read: `${path}?change=pages#change`
        })
  const back = name === "discard" ? pagePaths.organization(request.org, "campaigns") : path
  return changeCard(
    fix.title,
    path,
    html`${
      fields === undefined
        ? null
        : html`<form method="get" action="${path}#change" class="stack">${hidden({ change: name })}${fields}${proofs === null ? null : html`<div data-proofs>${proofs}</div>`}<div class="row"><button class="${previewed === null ? "" : "quiet"}">${name === "locations" && places === null && content.locations.length === 0 ? "Search" : previewed === null ? "Preview" : "Preview again"}</button></div></form>`
    }${previewed === null ? null : previewBoxOf(previewed, { request, button: fix.button, back })}`
  )
}
