import {
  bulletList,
  escapeMarkdown,
  formatNumber,
  formatShortDay,
  formatWeekday,
  joinBlocks,
  joinSentences,
  joinWithAnd,
  oneLine,
  personName,
  pluralize,
  strong
} from "../../markdown.ts"
import type { Section } from "../document.ts"
import { campaignNamer } from "../figures.ts"
import type { Source, SourceAction } from "../source.ts"

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
export const actionFacts = (source: Source) => {
  const name = campaignNamer(source.campaigns)
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
type ActionsFacts = ReturnType<typeof actionFacts>

/** For example "Mon 9 Nov". */
export const weekdayAndDay = (day: string): string => `${formatWeekday(day)} ${formatShortDay(day)}`

const actorGroups = [
  ["person", "By people", "by people"],
  ["program", "By programs, with a key or as a connected app", "by programs"],
  ["service", "By Adwarden itself", "by Adwarden itself"],
  ["outside", "Outside Adwarden, in the ad platform", "in the ad platform"]
] as const

const actionsProse = (done: ActionsFacts): string => {
  if (done.total === 0) return "Nothing was changed in this week, here or in the ad platform."
  const counts = actorGroups.flatMap(([by, , text]) =>
    done[by] === 0 ? [] : [`${formatNumber(done[by])} ${text}`]
  )
  const newest = done.looked_at < done.total ? `of the newest ${formatNumber(done.looked_at)}, ` : ""
  return joinSentences(
    `${pluralize(done.total, "change")} ${done.total === 1 ? "was" : "were"} made: ${newest}${joinWithAnd(counts)}.`,
    done.list.some((action) => action.undone) ? "Some of them were undone." : null
  )
}

const actionLine = ({ campaign, day, detail, undone, who }: ActionsFacts["list"][number]): string => {
  const of = campaign === "" ? "" : ` ${strong(campaign)}:`
  const text = undone ? `~~${escapeMarkdown(detail)}~~ (undone)` : escapeMarkdown(detail)
  return `${weekdayAndDay(day)},${of} ${text} _(${personName(who)})_`
}

/** The changes of the week, by people, by programs, and by others in the ad platform. */
export const actionsSection = ({ done }: { readonly done: ActionsFacts }): Section => ({
  heading: "What was done",
  prose: actionsProse(done),
  body: joinBlocks(
    ...actorGroups.map(([by, title]) => {
      const lines = done.list.filter((action) => action.by === by).map(actionLine)
      return lines.length === 0 ? null : joinBlocks(`**${title}**`, bulletList(lines))
    }),
    done.left_out === 0
      ? null
      : `And ${formatNumber(done.left_out)} earlier ones, which the activity log lists.`
  )
})
