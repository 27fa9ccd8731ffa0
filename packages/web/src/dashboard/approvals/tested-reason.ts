import {
  type ApprovalReview,
  type Figures,
  type OrganizationPageReader,
  type ReasonTest,
  testReason
} from "@adwarden/core"
import { type Context, Effect } from "effect"
import { dayStrip, rangeBar, shortDay } from "../../charts/index.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { badge, card, count, dayText, money, table } from "../../parts/index.ts"

/** Reads the figures that test a pending write, with the rights of its reviewer; null without a campaign or figures. */
export const readReasonTest = (
  { now, write }: ApprovalReview,
  { clearance, read }: OrganizationPageReader,
  figures: Context.Tag.Service<Figures>
) => {
  if (write.status !== "pending" || write.campaign === null) return Effect.succeed(null)
  const { slug } = write.campaign
  return Effect.all(
    {
      campaign: read("campaigns.get", { slug }),
      period: figures.period(clearance, { days: 30 }, slug)
    },
    { concurrency: "unbounded" }
  ).pipe(
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

export const percent = (share: number): string => {
  const value = share * 100
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)}%`
}

/** "10 to 15 conversions". */
export const conversionsText = ({ high, low }: { readonly low: number; readonly high: number }): string => {
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
