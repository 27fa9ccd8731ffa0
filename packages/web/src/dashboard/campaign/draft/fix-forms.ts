import type { DraftContent, LocationSuggestion } from "@adwarden/core"
import { languageCodes, languageName, matchTypes } from "@adwarden/core/contract"
import type { Problem } from "../../../kit/forms.ts"
import { type Content, type Html, html } from "../../../kit/html.ts"
import { choices, hidden, segments, select, textArea, textField } from "../../../parts/index.ts"
import { chosenAd, lacksKeywords, lacksLines, placeValue } from "./fix-inputs.ts"

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

export const matchChoices = matchTypes.map((value) => ({
  value,
  label: {
    phrase: "phrase: contains its meaning",
    exact: "exact: has its meaning",
    broad: "broad: is related"
  }[value]
}))

const keywordFields = (view: FixForm): Html => {
  const { content, problems, query } = view
  const ad = chosenAd(content, query, lacksKeywords)
  if (ad === null) return html`<p>The draft has no ad yet.</p>`
  return html`${adChoice(view, ad.id)}${hidden({ ad: ad.id })}
${textArea({
  name: "keywords",
  label: "Keywords",
  hint: "One on each line",
  value: query.get("keywords") ?? "",
  problems
})}
${select({ name: "match", label: "Match type", value: query.get("match") ?? "phrase", choices: matchChoices })}`
}

/** The fields of each fix that has any. */
export const fixFields: Readonly<Record<string, (view: FixForm) => Content>> = {
  locations: locationFields,
  language: ({ content, query }) =>
    select({
      name: "language",
      label: "Language of the people who see the ads",
      value: query.get("language") ?? content.language ?? "en",
      choices: languageCodes.map((value) => ({ value, label: languageName(value) }))
    }),
  sitelinks: sitelinkFields,
  callouts: ({ content, problems, query }) =>
    textArea({
      name: "callouts",
      label: "Callouts",
      hint: "One on each line: at least 2, at most 25 characters each",
      value: query.get("callouts") ?? content.callouts.join("\n"),
      problems
    }),
  lines: lineFields,
  keywords: keywordFields
}
