import { Schema } from "effect"
import { storedColumn } from "../storage/stored-json.ts"

/*
 * Where the words of a campaign come from. They are kept beside them, so that people can see for each line of an ad on
 * which page it stands: what an ad says must be true.
 */

/** Where something was read: on a page of the website, or in the business profile. */
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

/** Word for word from a place, a named template filled with such words, or by a model. */
export const Source = Schema.Union(
  Schema.Struct({ from: Schema.Literal("place"), at: SourceLocation }),
  Schema.Struct({
    from: Schema.Literal("template"),
    template: Schema.String,
    with: Schema.Array(Schema.Struct({ name: Schema.String, text: Schema.String, at: SourceLocation }))
  }),
  Schema.Struct({
    from: Schema.Literal("model"),
    model: Schema.String,
    /** The page that it was given; every word that claims something was held against the website. */
    page: Schema.String
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

/** A source as a person reads it. */
export const describeSource = (source: Source): string => {
  switch (source.from) {
    case "place":
      return describeLocation(source.at)
    case "template":
      return `template ${JSON.stringify(source.template)}: ${source.with
        .map(({ at, name, text }) => `${name} ${JSON.stringify(text)} (${describeLocation(at)})`)
        .join(", ")}`
    case "model":
      return `written by ${source.model} from ${source.page}`
  }
}

/** A line, and where it comes from in words. */
export interface DescribedLine<Of extends SourcedText["of"] = SourcedText["of"]> {
  readonly of: Of
  readonly text: string
  readonly source: string
}

/** The present words of each kind with their sources. A line that was not written here has none. */
export const describeLines = <Of extends SourcedText["of"]>(
  texts: ReadonlyArray<readonly [Of, ReadonlyArray<string>]>,
  stored: ReadonlyArray<SourcedText>
): ReadonlyArray<DescribedLine<Of>> =>
  texts.flatMap(([of, lines]) =>
    lines.map((text) => {
      const known = stored.find((one) => one.of === of && one.text === text)
      return {
        of,
        text,
        source: known === undefined ? "not written by this service" : describeSource(known.source)
      }
    })
  )
