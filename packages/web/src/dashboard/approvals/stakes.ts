import type { ApprovalReview, OrganizationPageReader, ReasonTest } from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import { card, money } from "../../parts/index.ts"
import { conversionsText, percent } from "./tested-reason.ts"

type Figures = Output<"performance.get">["summary"]

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
export interface StakesFigures {
  readonly campaign: Figures
  readonly organization: Figures
  /** What excluded searches had; null without exclusions. */
  readonly excluded: Shares | null
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
  { cpa }: Figures,
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
export const stakesOf = (
  review: ApprovalReview,
  { campaign, excluded, organization }: StakesFigures,
  test: ReasonTest | null
): Stakes | null => {
  const { currency } = review.write.organization
  const rise = review.now?.money.monthlyRise ?? 0
  if (excluded !== null) {
    const spent = campaign.spend * excluded.cost
    return {
      approve: {
        value: conversionsOf(campaign.conversions * excluded.conversions),
        text: `The excluded searches brought ${percent(excluded.clicks)} of the campaign's clicks, ${percent(excluded.cost)} of its cost and ${percent(excluded.conversions)} of its conversions in the last 30 days.`
      },
      reject:
        spent === 0
          ? null
          : { value: money(spent, currency), text: "What these searches cost in the last 30 days." }
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

const exclusions: ReadonlySet<string> = new Set(["keywords.add_negatives", "recommendations.apply"])
const window = 30 * 86_400_000

/** Reads the stakes of a pending write with the rights of its reviewer. */
export const readStakes = (
  review: ApprovalReview,
  { read }: OrganizationPageReader,
  test: ReasonTest | null
) => {
  const { input, now, operation, write } = review
  if (write.status !== "pending" || write.campaign === null || now === null) return Effect.succeed(null)
  const from = new Date(Date.now() - window).toISOString().slice(0, 10)
  return Effect.all(
    {
      campaign: read("performance.get", { from, campaign: write.campaign.slug, compare: false }),
      organization: read("performance.get", { from, compare: false }),
      preview: exclusions.has(operation) ? read(operation, { ...input, dry_run: true }) : Effect.succeed({})
    },
    { concurrency: "unbounded" }
  ).pipe(
    Effect.map(({ campaign, organization, preview }) =>
      stakesOf(
        review,
        {
          campaign: campaign.summary,
          organization: organization.summary,
          excluded: "would_lose" in preview ? (preview.would_lose as Shares) : null
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
