import { oneLine } from "../../markdown.ts"
import type { ReportSource, SourceAction } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"

/** The kind of actor: a person, a program with a key or as a connected app, the service, or others outside it. */
type ActorKind = "person" | "program" | "service" | "outside"

const actorOf = ({
  actor,
  key,
  surface,
  user
}: SourceAction): { readonly by: ActorKind; readonly who: string } => {
  if (actor === "engine") return { by: "service", who: "Adwarden" }
  const person = user ?? "a former member"
  if (actor === "api_key") return { by: "program", who: `key ${key ?? "(deleted)"}… of ${person}` }
  return surface === "mcp" || surface === "rest"
    ? { by: "program", who: `an app connected by ${person}` }
    : { by: "person", who: person }
}

const maxListed = 25

/** Returns what was changed in the period, here and in the ad platform, newest first. */
export const actionFacts = (source: ReportSource) => {
  const name = campaignNamer(source)
  const ours = source.actions.map((action) => {
    const { by, who } = actorOf(action)
    return {
      at: action.at,
      by,
      who: oneLine(who),
      campaign: name(action.campaign),
      // The log's text, in which callers' text is quoted.
      detail: oneLine(action.detail, 160),
      undone: action.undone
    }
  })
  const outside = source.outside.map(({ at, by, campaign, what }) => ({
    at,
    by: "outside" as const,
    who: oneLine(by ?? "somebody"),
    campaign: name(campaign),
    detail: oneLine(what, 160),
    undone: false
  }))
  const all = [...ours, ...outside].toSorted((a, b) => b.at.localeCompare(a.at))
  const list = all.slice(0, maxListed).map(({ at, ...action }) => ({ day: at.slice(0, 10), ...action }))
  const total = source.actions_total + source.outside_total
  const count = (by: ActorKind) => all.filter((action) => action.by === by).length
  return {
    total,
    left_out: total - list.length,
    /** The number of newest changes that the next four counts cover. */
    looked_at: all.length,
    person: count("person"),
    program: count("program"),
    service: count("service"),
    outside: count("outside"),
    list
  }
}
export type ActionsFacts = ReturnType<typeof actionFacts>
