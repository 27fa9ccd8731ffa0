import type { ApprovalReview, ReviewedWrite } from "@adwarden/core"
import { quotation } from "@adwarden/core/contract"
import { appName, type Content, type Html, html } from "../../kit/html.ts"
import { type Difference, email, facts, moment, money, percentChange, relative } from "../../parts/index.ts"

/** What a pending write looks like to its approver. */
export type ReviewState =
  | "ready"
  | "stale"
  | "refused"
  | "approved_once"
  | "done_meanwhile"
  | "in_progress"
  | "decided"

export const stateOf = ({ now, problem, secondApproval, write }: ApprovalReview): ReviewState => {
  if (write.status !== "pending") return "decided"
  if (write.inProgress) return "in_progress"
  if (problem !== null || now === null) return "refused"
  if (now.unchanged) return "done_meanwhile"
  if (now.differences.length > 0) return "stale"
  if (now.refusal !== null) return "refused"
  return secondApproval?.own === true ? "approved_once" : "ready"
}

/** How a rejected write ended, in one word. */
export const rejectionWord = (reason: string | null): string => {
  if (reason === "expired") return "Expired"
  if (reason === "withdrawn") return "Withdrawn"
  return reason === "outdated" ? "Outdated" : "Rejected"
}

/** What the page shows besides the review: a form that was not accepted. */
export interface ApprovalView {
  /** A comment that was not accepted, and why. */
  readonly comment: { readonly value: string; readonly problem: string } | null
  /** Whether a rejection lacks its note. */
  readonly noteRequired: boolean
}

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

/** The key or app that asked, and for whom: "nightly agent …7Q2d for Adam". */
export const requesterLine = ({ requester: { app, key, person } }: ReviewedWrite): Html => {
  if (key !== null) return html`<bdi>${key.name}</bdi> <code>…${key.lastFour}</code> for ${person}`
  return app === null ? html`${person}` : html`${appName(app)} for ${person}`
}

/** Age and remaining time of a pending write. */
export const ageLine = ({ expiresAt, requestedAt }: ReviewedWrite): Html =>
  html`asked ${relative(requestedAt)} · expires ${relative(expiresAt)}`

/** The requester's reason as its own words; null without one. */
export const reasonQuote = ({ comment, requester: { app, key, person } }: ReviewedWrite): Html | null => {
  if (comment === null) return null
  const who: Content = key !== null ? html`<bdi>${key.name}</bdi>` : app === null ? person : appName(app)
  return html`<blockquote class="said"><p>${quotation(comment)}</p><footer class="small soft">${who}’s reason, in its own words. Adwarden’s own figures are below.</footer></blockquote>`
}

/** Who asked, through what and when. */
export const requesterFacts = (write: ReviewedWrite): Html => {
  const { app, email: address, key, person, role } = write.requester
  return facts([
    ["Key", key === null ? null : html`<b><bdi>${key.name}</bdi></b> <code>…${key.lastFour}</code>`],
    ["App", app === null ? null : html`<b>${appName(app)}</b>`],
    [
      key === null && app === null ? "Person" : "On behalf of",
      html`${person}, ${role ?? "no longer a member"}<br /><span class="small soft">${email(address)}</span>`
    ],
    ["Asked", moment(write.requestedAt)],
    ["Request", html`<code>${write.id}</code>`]
  ])
}
