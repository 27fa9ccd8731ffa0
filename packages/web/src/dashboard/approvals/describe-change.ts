import type { ReviewedWrite } from "@adwarden/core"
import { type Difference, money, percentChange } from "../../parts/index.ts"

/** A queued write in words for people: its title, the button that approves it, and its values. */
export interface DescribedChange {
  /** Without a question mark: "Raise Boiler repair to $115.00 a day". */
  readonly title: string
  /** The button: "Approve: raise to $115.00". */
  readonly approve: string
  readonly differences: ReadonlyArray<Difference>
  /** The changes that have no old and new value, as sentences. */
  readonly sentences: ReadonlyArray<string>
}

type Change = ReviewedWrite["changes"][number]

const amountSubjects: ReadonlySet<string> = new Set(["Daily budget", "Target CPA"])
const amountOf = (value: string | undefined): number | null =>
  value === undefined || value === "none" || Number.isNaN(Number(value)) ? null : Number(value)

const unquoted = (value: string | undefined): string => {
  if (value === undefined) return "none"
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === "string" ? parsed : value
  } catch {
    return value
  }
}

/** The old and new value of a change; null if it has only a sentence. */
const differenceOf = ({ did, from, subject, to }: Change, currency: string): Difference | null => {
  if (from === undefined && to === undefined) return null
  if (did !== undefined && subject !== "State") return null
  const [before, after] = [amountOf(from), amountOf(to)]
  if (!amountSubjects.has(subject)) return { name: subject, from: unquoted(from), to: unquoted(to) }
  const shown = (amount: number | null) => (amount === null ? "none" : money(amount, currency))
  const step = before === null || before === 0 || after === null ? [] : [percentChange(before, after)]
  return {
    name: subject,
    from: shown(before),
    to: shown(after),
    step: [...(subject === "Daily budget" ? ["a day"] : []), ...step].join(", ")
  }
}

const stateVerbs: Readonly<Record<string, readonly [title: string, approve: string]>> = {
  live: ["Put %s live", "go live"],
  paused: ["Pause %s", "pause"],
  draft: ["Take %s out of service", "take out of service"]
}

const verbs: Readonly<Record<string, readonly [verb: string, preposition: string]>> = {
  added: ["add", "to"],
  paused: ["pause", "in"],
  enabled: ["enable", "in"]
}

/** The sentences of edits say what was done; a request says what to do: "Add 2 negative keywords to …". */
const wordsOfSentence = (did: string, campaign: string): Pick<DescribedChange, "title" | "approve"> => {
  const [, things, done] = /^(\d[\d,]* [^:"()]+?) (added|paused|enabled)\b/.exec(did) ?? []
  if (things !== undefined && done !== undefined) {
    const [verb, preposition] = verbs[done]!
    return {
      title: `${verb[0]!.toUpperCase()}${verb.slice(1)} ${things} ${preposition} ${campaign}`,
      approve: `Approve: ${verb} ${things}`
    }
  }
  if (did.startsWith("Ad ")) return { title: `Add an ad to ${campaign}`, approve: "Approve: add the ad" }
  if (/(^|; )Draft /.test(did))
    return { title: "Create a draft campaign", approve: "Approve: create the draft" }
  return { title: `Change ${campaign}`, approve: "Approve change" }
}

const wordsOf = (
  change: Change,
  campaign: string,
  currency: string
): Pick<DescribedChange, "title" | "approve"> => {
  const verbs = change.subject === "State" ? stateVerbs[change.to ?? ""] : undefined
  if (verbs !== undefined) return { title: verbs[0].replace("%s", campaign), approve: `Approve: ${verbs[1]}` }
  const [from, to] = [amountOf(change.from), amountOf(change.to)]
  if (to !== null && amountSubjects.has(change.subject)) {
    const verb = from === null || from === 0 ? "Set" : to > from ? "Raise" : "Lower"
    const amount = money(to, currency)
    const what = change.subject === "Daily budget" ? campaign : `the target CPA of ${campaign}`
    const unit = change.subject === "Daily budget" ? " a day" : ""
    return {
      title: `${verb} ${what} to ${amount}${unit}`,
      approve: `Approve: ${verb.toLowerCase()} to ${amount}`
    }
  }
  return wordsOfSentence(change.did ?? "", campaign)
}

/** Describes a queued write. The engine's own sentences are its only source. */
export const describeChange = ({
  campaign,
  changes,
  organization,
  summary
}: ReviewedWrite): DescribedChange => {
  const { currency } = organization
  const name = campaign?.name ?? organization.name
  const [first, ...others] = changes
  const words =
    first === undefined || others.length > 0
      ? {
          title: `${others.length > 0 ? `${others.length + 1} changes of` : "Change"} ${name}`,
          approve: "Approve change"
        }
      : wordsOf(first, name, currency)
  const described = changes.map((change) => ({ change, difference: differenceOf(change, currency) }))
  return {
    ...words,
    differences: described.flatMap(({ difference }) => difference ?? []),
    sentences:
      changes.length === 0
        ? [summary]
        : described.flatMap(({ change, difference }) => (difference === null ? (change.did ?? []) : []))
  }
}
