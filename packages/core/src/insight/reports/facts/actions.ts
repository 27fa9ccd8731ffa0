import { Schema } from "effect"
import { oneLine } from "../../markdown/text.ts"
import type { ReportSource, SourceAction } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"

/**
 * Returns the actor's kind: a person, a program with an API key or as a connected app, or the service itself.
 */
const actorKind = ({ actor, surface }: SourceAction): "person" | "program" | "service" => {
  if (actor === "engine") return "service"
  return actor === "api_key" || surface === "mcp" || surface === "rest" ? "program" : "person"
}

export const ActionFact = Schema.Struct({
  day: Schema.String,
  by: Schema.Literal("person", "program", "service"),
  who: Schema.String,
  campaign: Schema.String,
  detail: Schema.String,
  undone: Schema.Boolean
})
export type ActionFact = typeof ActionFact.Type

const actorLabel = ({ actor, key, surface, user }: SourceAction): string => {
  if (actor === "engine") return "Adwarden"
  const person = user ?? "a former member"
  if (actor === "api_key") return `key ${key ?? "that is gone"}… of ${person}`
  return surface === "mcp" || surface === "rest" ? `an app connected by ${person}` : person
}

/** Returns what people and programs did, in the log's text, in which callers' text is quoted. */
export const actionFacts = (source: ReportSource): ReadonlyArray<ActionFact> => {
  const name = campaignNamer(source)
  return source.actions.map((action) => ({
    day: action.at.slice(0, 10),
    by: actorKind(action),
    who: oneLine(actorLabel(action)),
    campaign: name(action.campaign),
    detail: oneLine(action.detail, 160),
    undone: action.undone
  }))
}
