import { Schema } from "effect"
import { storedColumn } from "../storage/stored-json.ts"

/*
 * The sources of a campaign's text, stored beside it. People can see for each line on which page it appears:
 * an ad must be true.
 */

/** The location of a text: on a page of the website, or in the business profile. */
export const SourceLocation = Schema.Union(
  Schema.Struct({
    in: Schema.Literal("website"),
    page: Schema.String,
    /** "h1", "meta description", "navigation" */
    where: Schema.String
  }),
  Schema.Struct({ in: Schema.Literal("profile"), where: Schema.String })
)
export type SourceLocation = typeof SourceLocation.Type

/** The sentence of the landing page that proves the claims of a line. */
const Passage = Schema.optionalWith(Schema.String, { exact: true })

/**
 * A literal quotation from a location, a named template filled with such text, a search that the ad platform
 * suggests, or a model's text.
 */
export const Source = Schema.Union(
  Schema.Struct({ from: Schema.Literal("place"), at: SourceLocation, passage: Passage }),
  Schema.Struct({
    from: Schema.Literal("template"),
    template: Schema.String,
    with: Schema.Array(Schema.Struct({ name: Schema.String, text: Schema.String, at: SourceLocation }))
  }),
  Schema.Struct({
    from: Schema.Literal("platform"),
    /** The offer that the platform was asked about. */
    seed: Schema.String,
    monthly_searches: Schema.Number
  }),
  Schema.Struct({
    from: Schema.Literal("model"),
    model: Schema.String,
    /** The page given to the model; every word and claim was checked against it. */
    page: Schema.String,
    passage: Passage
  })
)
export type Source = typeof Source.Type

const SourcedText = Schema.Struct({
  of: Schema.Literal("headline", "description", "keyword", "sitelink", "sitelink description", "callout"),
  text: Schema.String,
  source: Source
})
export type SourcedText = typeof SourcedText.Type

const list = Schema.Struct({ list: Schema.Array(SourcedText) })

export const campaignSourcesColumn = storedColumn("campaigns.sources", list)
export const adSourcesColumn = storedColumn("ads.sources", list)

const describeLocation = (location: SourceLocation): string =>
  location.in === "website"
    ? `${location.where} of ${location.page}`
    : `${location.where} of the business profile`

const describePassage = (passage: string | undefined): string =>
  passage === undefined ? "" : `: ${JSON.stringify(passage)}`

/** Describes a source for people. */
export const describeSource = (source: Source): string => {
  switch (source.from) {
    case "place":
      return `${describeLocation(source.at)}${describePassage(source.passage)}`
    case "template":
      return `template ${JSON.stringify(source.template)}: ${source.with
        .map(({ at, name, text }) => `${name} ${JSON.stringify(text)} (${describeLocation(at)})`)
        .join(", ")}`
    case "platform":
      return `keyword idea of the ad platform for ${JSON.stringify(source.seed)}, ${source.monthly_searches} searches a month`
    case "model":
      return `written by ${source.model} from ${source.page}${describePassage(source.passage)}`
  }
}

/** The source of a line; undefined if it was not generated here. */
export const sourceOf = (sources: ReadonlyArray<SourcedText>, of: string, text: string): Source | undefined =>
  sources.find((one) => one.of === of && one.text === text)?.source

/** A line with a description of its source. */
export interface DescribedLine<Of extends SourcedText["of"] = SourcedText["of"]> {
  readonly of: Of
  readonly text: string
  readonly source: string
}

/** Returns the current lines of each kind with their sources. A line that was not generated here has none. */
export const describeLines = <Of extends SourcedText["of"]>(
  texts: ReadonlyArray<readonly [Of, ReadonlyArray<string>]>,
  stored: ReadonlyArray<SourcedText>
): ReadonlyArray<DescribedLine<Of>> =>
  texts.flatMap(([of, lines]) =>
    lines.map((text) => {
      const source = sourceOf(stored, of, text)
      return {
        of,
        text,
        source: source === undefined ? "not written by this service" : describeSource(source)
      }
    })
  )
