import { Schema } from "effect"
import { Place, type Said } from "./facts.ts"

/** Where a line comes from: word for word from a place, a named template filled with such words, or a model. */
export const Source = Schema.Union(
  Schema.Struct({ from: Schema.Literal("place"), at: Place }),
  Schema.Struct({
    from: Schema.Literal("template"),
    template: Schema.String,
    with: Schema.Array(Schema.Struct({ name: Schema.String, text: Schema.String, at: Place }))
  }),
  Schema.Struct({
    from: Schema.Literal("model"),
    model: Schema.String,
    /** The page that it was given; every word that claims something was held against it. */
    page: Schema.String
  })
)
export type Source = typeof Source.Type

/** A line of copy, with where it comes from. */
export const Line = Schema.Struct({ text: Schema.String, source: Source })
export type Line = typeof Line.Type

/** Word for word what stands there. */
export const quote = ({ at, text }: Said): Line => ({ text, source: { from: "place", at } })

/** Two lines with the same key say the same: case, spaces and the point at the end make no difference. */
export const lineKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim()

/** The first `most` lines that pass, each thing said once. Lines are taken whole or not at all: no word is ever cut. */
export const choose = (
  candidates: Iterable<Line>,
  most: number,
  passes: (text: string) => boolean
): ReadonlyArray<Line> => {
  const chosen = new Map<string, Line>()
  for (const line of candidates) {
    if (chosen.size === most) break
    const key = lineKey(line.text)
    if (key !== "" && !chosen.has(key) && passes(line.text)) chosen.set(key, line)
  }
  return [...chosen.values()]
}

const placeShown = (at: Place): string =>
  at.in === "website" ? `${at.where} of ${at.page}` : `${at.where} of the business profile`

/** A source as a person reads it. */
export const sourceShown = (source: Source): string => {
  switch (source.from) {
    case "place":
      return placeShown(source.at)
    case "template":
      return `template ${source.template}: ${source.with
        .map(({ at, name, text }) => `${name} ${JSON.stringify(text)} (${placeShown(at)})`)
        .join(", ")}`
    case "model":
      return `written by ${source.model} from ${source.page}`
  }
}
