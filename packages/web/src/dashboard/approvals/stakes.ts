import {
  type ApprovalReview,
  type Figures,
  type OrganizationPageReader,
  type ReasonTest,
  testReason
} from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { type Context, Effect } from "effect"
import { dayStrip, rangeBar, shortDay } from "../../charts/index.ts"
import { together } from "../../kit/dashboard-page.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { badge, card, count, dayText, money, table } from "../../parts/index.ts"
import type { Preview } from "../change/previewed-change.ts"

/** Reads the figures that test a pending write, with the rights of its reviewer; null without a campaign or figures. */
export const readReasonTest = (
  { now, write }: ApprovalReview,
  { clearance, read }: OrganizationPageReader,
  figures: Context.Tag.Service<Figures>
) => {
  if (write.status !== "pending" || write.campaign === null) return Effect.succeed(null)
  const { slug } = write.campaign
  return together({
    campaign: read("campaigns.get", { slug }),
    period: figures.period(clearance, { days: 30 }, slug)
  }).pipe(
    Effect.map(({ campaign: { budget, platform_budget, serving, target_cpa }, period }) =>
      testReason(
        {
          budget: platform_budget ?? budget,
          target: target_cpa === 0 ? null : target_cpa,
          lostToBudget: serving?.lost_to_budget ?? null,
          lostToRank: serving?.lost_to_rank ?? null
        },
        period,
        now?.money.monthlyRise ?? 0
      )
    ),
    // The campaign may be gone, which the review itself says.
    Effect.catchTag("not_found", () => Effect.succeed(null))
  )
}

const percent = (share: number): string => {
  const value = share * 100
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)}%`
}

/** "10 to 15 conversions". */
const conversionsText = ({ high, low }: { readonly low: number; readonly high: number }): string => {
  const [from, to] = [Math.round(low), Math.round(high)]
  return from === to ? count(to, "conversion") : `${from} to ${count(to, "conversion")}`
}

interface Row {
  readonly question: string
  readonly measured: string
  readonly how: Content
  readonly range: Html | null
  readonly verdict: Html
}

const budgetRow = ({ limited, lostToBudget, lostToRank, usedUpDays, days }: ReasonTest): Row => ({
  question: "Does the budget limit the campaign?",
  measured: lostToBudget === null ? "Not known" : `${percent(lostToBudget)} lost to budget`,
  how:
    lostToBudget === null
      ? `The ad platform gives no share. The budget was used up on ${usedUpDays} of ${count(days.length, "day")}.`
      : `Of the impressions that it could have had in the last 7 days, as the ad platform says.${lostToRank === null ? "" : ` Another ${percent(lostToRank)} is lost to rank, which budget does not change.`}`,
  range: null,
  verdict: limited ? badge("ok", "It does") : badge("fail", "It does not")
})

const targetVerdicts = {
  below: badge("ok", "Below the target"),
  above: badge("fail", "Above the target"),
  around: badge("wait", "Cannot tell")
} as const

const cpaRow = (test: ReasonTest, currency: string): Row | null => {
  const { againstTarget, conversions, cpa, spend, target } = test
  if (cpa === null) return null
  const amount = (value: number) => money(value, currency)
  const interval = Number.isFinite(cpa.high)
    ? `between ${amount(cpa.low)} and ${amount(cpa.high)}`
    : `at least ${amount(cpa.low)}`
  const value = conversions === 0 ? null : spend / conversions
  return {
    question: target === null ? "What does a conversion cost?" : "Is the CPA below the target?",
    measured: `${value === null ? "No conversions" : amount(value)}${target === null ? "" : `, target ${amount(target)}`}`,
    how: `${conversions.toLocaleString("en-US", { maximumFractionDigits: 1 })} conversions for ${amount(spend)} in 30 days: the true CPA is ${interval}.`,
    range: rangeBar({
      label: `The CPA is ${interval}${target === null ? "" : `; the target is ${amount(target)}`}`,
      ...cpa,
      point: value,
      format: amount,
      reference: target === null ? undefined : { value: target, label: `target ${amount(target)}` }
    }),
    verdict: againstTarget === null ? badge("plain", "No target") : targetVerdicts[againstTarget]
  }
}

const spendRow = ({ budget, days, usedUpDays }: ReasonTest, currency: string): Row => {
  const total = days.reduce((sum, { spend }) => sum + spend, 0)
  const [first, last] = [days[0]!, days.at(-1)!]
  return {
    question: "Is the budget used up?",
    measured: `On ${usedUpDays} of the last ${days.length} days`,
    how: `It spent ${money(total / days.length, currency)} a day on average, of ${money(budget, currency)} today.`,
    range: dayStrip(
      days.map(({ usedUp }) => ({ marked: usedUp })),
      {
        label: `The budget was used up on ${usedUpDays} of ${days.length} days`,
        first: shortDay(first.date),
        last: shortDay(last.date)
      }
    ),
    verdict:
      usedUpDays === 0
        ? badge("fail", "Never")
        : usedUpDays * 2 > days.length
          ? badge("ok", "On most days")
          : badge("wait", "On some days")
  }
}

const possibleRow = ({ limited, possible }: ReasonTest, rise: number, currency: string): Row | null => {
  if (rise <= 0) return null
  return {
    question: "How many more conversions?",
    measured:
      possible === null
        ? limited
          ? "Not known"
          : "None that we can measure"
        : `${conversionsText(possible)} at most`,
    how:
      possible === null
        ? limited
          ? "Nothing has converted in 30 days."
          : "The budget does not limit the campaign, so more of it buys nothing by itself."
        : `${money(rise, currency)} at the interval of today’s CPA. The next clicks usually cost more.`,
    range:
      possible === null
        ? null
        : rangeBar({
            label: conversionsText(possible),
            ...possible,
            point: null,
            format: (value) => String(Math.round(value))
          }),
    verdict: possible === null ? badge("plain", "Not known") : badge("plain", "An upper limit")
  }
}

/** Our own figures of the campaign beside the requester's reason. */
export const testedCard = (test: ReasonTest, { now, write }: ApprovalReview): Html => {
  const { currency } = write.organization
  const rows = [
    budgetRow(test),
    cpaRow(test, currency),
    spendRow(test, currency),
    possibleRow(test, now?.money.monthlyRise ?? 0, currency)
  ].flatMap((row) => row ?? [])
  return card({
    id: "tested",
    title: write.comment === null ? "The campaign’s own figures" : "The reason, tested",
    note: html`measured by Adwarden, ${dayText(test.from)} – ${dayText(test.until)}, the account’s days`,
    padded: false,
    body: html`<div class="claims">${table({
      labelledBy: "tested",
      rows,
      columns: [
        { title: "Question", cell: ({ question }) => question },
        {
          title: "We measure",
          cell: ({ how, measured, range }) =>
            html`<b>${measured}</b><span class="small">${how}</span>${range}`
        },
        { title: "Answer", nowrap: true, cell: ({ verdict }) => verdict }
      ]
    })}</div>`,
    foot: "Ranges hold with 90% certainty. The share lost to budget is the ad platform’s own figure. A coloured day is one on which at least 95% of today’s budget was spent."
  })
}

/** The answer to the first question in one sentence, for the card with the change. */
export const limitLine = ({ limited, lostToBudget }: ReasonTest): string => {
  const share = lostToBudget === null ? "" : `: ${percent(lostToBudget)} of its impressions were lost to it`
  return limited
    ? `The budget limits this campaign${share}.`
    : `The budget does not limit this campaign${share}.`
}

type SummaryFigures = Output<"performance.get">["summary"]

/** Fractions of a campaign's last 30 days. */
interface Shares {
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
}

interface Side {
  readonly value: string
  /** How it was counted. */
  readonly text: string
}

/** What either decision could cost. */
export interface Stakes {
  readonly approve: Side
  readonly reject: Side | null
}

/** The figures behind the stakes: those of the campaign and of the whole organization in 30 days. */
interface StakesFigures {
  readonly campaign: SummaryFigures
  readonly organization: SummaryFigures
  /** What the change would stop; null if it stops nothing. */
  readonly stopped: Shares | null
}

const share = (part: number, whole: number): string => percent(whole === 0 ? 0 : part / whole)
const amountOf = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 })
const conversionsOf = (value: number): string =>
  `${amountOf(value)} ${value === 1 ? "conversion" : "conversions"}`

const stopsCampaign = ({ write }: ApprovalReview): boolean =>
  write.changes.some(({ subject, to }) => subject === "State" && (to === "paused" || to === "draft"))

/** What rejecting a higher budget costs: conversions only where the budget limits the campaign. */
const rejectedRise = (
  { days, limited, lostToBudget, possible, usedUpDays }: ReasonTest,
  { cpa }: SummaryFigures,
  { currency, rise }: { readonly rise: number; readonly currency: string }
): Side => {
  if (possible !== null)
    return {
      value: `about ${conversionsOf(Math.round(rise / cpa))}`,
      text: `In 30 days, ${conversionsText(possible)} at most: ${money(rise, currency)} at ${money(cpa, currency)} for a conversion, as in the last 30 days. Shown because the budget limits this campaign.`
    }
  return {
    value: "nothing we can measure",
    text: limited
      ? "The budget limits this campaign, but nothing has converted in 30 days."
      : `The budget was used up on ${usedUpDays} of the last ${days.length} days${lostToBudget === null ? "" : `; ${percent(lostToBudget)} of impressions were lost to it`}.`
  }
}

/** Returns what approving or rejecting could cost; null if no figure backs it. */
const stakesOf = (
  review: ApprovalReview,
  { campaign, organization, stopped }: StakesFigures,
  test: ReasonTest | null
): Stakes | null => {
  const { currency } = review.write.organization
  const rise = review.now?.money.monthlyRise ?? 0
  if (stopped !== null) {
    const spent = campaign.spend * stopped.cost
    return {
      approve: {
        value: conversionsOf(campaign.conversions * stopped.conversions),
        text: `What it stops brought ${percent(stopped.clicks)} of the campaign's clicks, ${percent(stopped.cost)} of its cost and ${percent(stopped.conversions)} of its conversions in the last 30 days.`
      },
      reject:
        spent === 0 ? null : { value: money(spent, currency), text: "What that cost in the last 30 days." }
    }
  }
  if (campaign.spend === 0) return null
  if (stopsCampaign(review))
    return {
      approve: {
        value: conversionsOf(campaign.conversions),
        text: `The campaign brought ${share(campaign.clicks, organization.clicks)} of all clicks and ${share(campaign.conversions, organization.conversions)} of all conversions in the last 30 days, for ${share(campaign.spend, organization.spend)} of the cost.`
      },
      reject: { value: money(campaign.spend, currency), text: "What the campaign cost in the last 30 days." }
    }
  if (rise <= 0) return null
  return {
    approve: {
      value: money(rise, currency),
      text: "At most, in 30 days. Undo ends it, but money spent by then stays spent."
    },
    reject: test === null ? null : rejectedRise(test, campaign, { rise, currency })
  }
}

/** Operations that can stop searches, keywords or ads. */
const stopping: ReadonlySet<string> = new Set([
  "keywords.add_negatives",
  "keywords.update",
  "ads.update",
  "recommendations.apply",
  "recommendations.apply_several"
])
const window = 30 * 86_400_000

/** What a write would stop of the reviewed campaign; null if it stops nothing. */
const stoppedIn = (preview: object, campaign: string): Shares | null => {
  const { by_campaign, would_lose } = preview as Partial<Preview<"keywords.add_negatives">>
  return by_campaign?.find((one) => one.campaign === campaign)?.would_lose ?? would_lose ?? null
}

/** Reads the stakes of a pending write with the rights of its reviewer. */
export const readStakes = (
  review: ApprovalReview,
  { read }: OrganizationPageReader,
  test: ReasonTest | null
) => {
  const { input, now, operation, write } = review
  if (write.status !== "pending" || write.campaign === null || now === null) return Effect.succeed(null)
  const from = new Date(Date.now() - window).toISOString().slice(0, 10)
  return together({
    campaign: read("performance.get", { from, campaign: write.campaign.slug, compare: false }),
    organization: read("performance.get", { from, compare: false }),
    preview: stopping.has(operation) ? read(operation, { ...input, dry_run: true }) : Effect.succeed({})
  }).pipe(
    Effect.map(({ campaign, organization, preview }) =>
      stakesOf(
        review,
        {
          campaign: campaign.summary,
          organization: organization.summary,
          stopped: stoppedIn(preview, write.campaign!.slug)
        },
        test
      )
    ),
    // Without days in the window, or with a request that can no longer be previewed, there is nothing to show.
    Effect.catchIf(
      (error) => error._tag !== "SqlError",
      () => Effect.succeed(null)
    )
  )
}

const side = (title: string, { text, value }: Side): Html =>
  html`<div><h3>${title}</h3><p class="worth">${value}</p><p class="small soft">${text}</p></div>`

/** What either decision could cost, side by side. */
export const stakesCard = ({ approve, reject }: Stakes): Html =>
  card({
    id: "stakes",
    title: "What you could lose",
    padded: false,
    body: html`<div class="duo ruled">${side("If you approve", approve)}${reject === null ? null : side("If you reject", reject)}</div>`
  })
