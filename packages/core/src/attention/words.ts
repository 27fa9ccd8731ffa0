import type { OutsideSpend, PassingPace, ReadDeliveryReason } from "../campaigns/index.ts"
import { forPeople, moneyFormatter, pagePaths, renderMentions } from "../contract/index.ts"
import { platformLabel } from "../platform/labels.ts"
import { taskName } from "../tasks/task-rows.ts"
import type { AttentionItem, FallenWeek } from "./model.ts"

/** What the words depend on besides the item. */
interface AttentionPlace {
  /** The slug of the organization. */
  readonly slug: string
  readonly currency: string
  /** The name of its ad platform. */
  readonly adPlatform: string
}

/** An item in words: the problem as a sentence, one line with the figure or the next step, and its page. */
export interface AttentionWords {
  readonly title: string
  readonly line: string
  readonly path: string
}

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC"
})
export const dayOf = (date: string): string => dayFormat.format(new Date(date))
const number = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 })

/** The whole counts that are usual: "30 to 49". */
export const usualText = ({ high, low }: { readonly low: number; readonly high: number }): string => {
  const [from, to] = [Math.ceil(low), Math.max(Math.ceil(low), Math.floor(high))]
  return from === to ? number(from) : `${number(from)} to ${number(to)}`
}

/** "12 in the 7 days to 14 Nov 2026". */
export const weekText = ({ count, until }: Pick<FallenWeek, "count" | "until">): string =>
  `${number(count)} in the 7 days to ${dayOf(until)}`

const mostNamed = 3

const listFormat = new Intl.ListFormat("en-GB")
/** "One, Two and 4 more". */
const namedList = (names: ReadonlyArray<string>): string =>
  listFormat.format([
    ...names.slice(0, mostNamed),
    ...(names.length > mostNamed ? [`${names.length - mostNamed} more`] : [])
  ])

const campaignPath = (slug: string, campaign: { readonly slug: string } | null): string =>
  campaign === null ? pagePaths.organization(slug, "campaigns") : pagePaths.campaign(slug, campaign.slug)

const spentText = ({ cost, span, until }: OutsideSpend, money: (amount: number) => string): string =>
  span === 1 ? `${money(cost)} on ${dayOf(until)}` : `${money(cost)} in the ${span} days to ${dayOf(until)}`

const billingText = {
  suspended: (adPlatform: string) =>
    `${adPlatform} has suspended the ad account. Check its billing and policies there.`,
  closed: (adPlatform: string) =>
    `The ad account is closed in ${adPlatform}. Open it again there, or link another one.`,
  no_billing: (adPlatform: string) => `The ad account has no approved billing. Set it up in ${adPlatform}.`
}

/** The likely reason as sentences; null if none is known. */
const reasonText = (
  read: ReadDeliveryReason | null,
  { adPlatform, currency }: Pick<AttentionPlace, "adPlatform" | "currency">
): string | null => {
  const reason = read?.reason ?? null
  if (reason === null) return null
  const money = moneyFormatter(currency)
  const asRead = `Read on ${dayOf(read!.read_at)}.`
  switch (reason.kind) {
    case "billing":
      return `${billingText[reason.problem](adPlatform)} ${asRead}`
    case "ads_disapproved":
      return `Its ads are disapproved. Change them, or appeal in ${adPlatform}. ${asRead}`
    case "ended":
      return `It ended on ${dayOf(reason.on)}. Pause it, or set a later end in ${adPlatform}.`
    case "total_used":
      return `Its total budget of ${money(reason.total)} is used up. Pause it, or raise the budget in ${adPlatform}. ${asRead}`
    case "change": {
      const { budget } = reason
      const what =
        budget === undefined
          ? "it was changed"
          : `its daily budget was ${budget.to > budget.from ? "raised" : "lowered"} from ${money(budget.from)} to ${money(budget.to)}`
      const where = reason.where === "here" ? "here" : `in ${adPlatform}`
      return `Likely reason: ${what} ${where}${reason.by === null ? "" : ` by ${reason.by}`} on ${dayOf(reason.at)}.`
    }
    case "obstacle":
      return `${adPlatform} says: ${reason.text}. ${asRead}`
  }
}

/** The page where a reason is dealt with; null if that is the campaign's own page. */
const reasonPath = (read: ReadDeliveryReason | null, slug: string): string | null => {
  switch (read?.reason?.kind) {
    case "billing":
      return pagePaths.settings(slug, "accounts")
    case "change":
      return pagePaths.organization(slug, "activity")
    default:
      return null
  }
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" })

const paceWords = (
  { passes_on, projected, spent, until }: PassingPace,
  cap: number,
  money: (amount: number) => string
) => {
  // The month is that of the day after the last counted one.
  const month = monthFormat.format(Date.parse(until) + 86_400_000)
  const last = `Nothing was paused. Lower budgets, or ask an owner to raise the cap.`
  if (spent > cap)
    return {
      title: `${money(spent)} were spent in ${month}, above the cap of ${money(cap)}`,
      line: `Spent until ${dayOf(until)}. ${last}`
    }
  const when =
    passes_on === null ? "It is just below the cap now." : `It passes the cap on ${dayOf(passes_on)}.`
  return {
    title: `At its usual pace, ${month} costs ${money(projected)}; the cap is ${money(cap)}`,
    line: `${money(spent)} were spent until ${dayOf(until)}. ${when} ${last}`
  }
}

/** Puts an item into words. */
export const wordsOf = (
  item: AttentionItem,
  { adPlatform, currency, slug }: AttentionPlace
): AttentionWords => {
  const money = moneyFormatter(currency)
  switch (item.kind) {
    case "still_live":
      return {
        title: `${item.campaign.name} is still live in ${adPlatform}`,
        line: "It was paused here, and the pause has not arrived there yet. It may spend until then.",
        path: pagePaths.campaign(slug, item.campaign.slug)
      }
    case "broken_login":
      return {
        title: `${platformLabel(item.login.platform)} no longer accepts ${item.login.email === null ? "a login" : `the login ${item.login.email}`}`,
        line: "Changes wait, and figures stay as they are, until it is connected again.",
        path: pagePaths.settings(slug, "accounts")
      }
    case "unusable_account":
      return {
        title: `${item.account.name ?? `Ad account ${item.account.id}`} is not connected`,
        line: forPeople(item.account.problem),
        path: pagePaths.settings(slug, "accounts")
      }
    case "conversions_stopped":
      return {
        title: `No conversions${item.campaign === null ? "" : ` in ${item.campaign.name}`} since ${dayOf(item.since)}`,
        line: `${item.actions.length === 0 ? "" : `Silent: ${namedList(item.actions)}. `}Clicks go on as before. Check the conversion tracking and the pages that convert.`,
        path:
          item.campaign === null
            ? pagePaths.organization(slug, "campaigns")
            : pagePaths.campaign(slug, item.campaign.slug)
      }
    case "action_silent": {
      const { clicks, last_seen, name, since } = item.action
      const without =
        item.campaigns.length === 0
          ? ""
          : ` ${namedList(item.campaigns.map((one) => one.name))} ${item.campaigns.length === 1 ? "has" : "have"} no conversions at all.`
      return {
        title: `The conversion action ${name} has been silent since ${dayOf(since)}`,
        line: `Last counted on ${dayOf(last_seen)}; ${clicks === 1 ? "1 click" : `${number(clicks)} clicks`} since.${without} Check its tag and the pages that trigger it.`,
        path: `${pagePaths.settings(slug, "accounts")}#conversions`
      }
    }
    case "delivery_stopped":
      return {
        title: `${item.campaign?.name ?? `${item.campaigns} live campaigns`} ${item.campaigns === 1 ? "has" : "have"} not been shown since ${dayOf(item.since)}`,
        line:
          reasonText(item.reason, { adPlatform, currency }) ??
          `The reason is not known. Check the billing, the ads and the targeting in ${adPlatform}.`,
        path: reasonPath(item.reason, slug) ?? campaignPath(slug, item.campaign)
      }
    case "spend_above":
    case "spend_below":
      return {
        title: `${item.campaign.name} spends ${item.kind === "spend_above" ? "more" : "less"} than usual: ${spentText(item.spend, money)}`,
        line: `Usual: ${money(item.spend.low)} to ${money(item.spend.high)}. ${
          reasonText(item.reason, { adPlatform, currency }) ?? "The reason is not known."
        }`,
        path: reasonPath(item.reason, slug) ?? campaignPath(slug, item.campaign)
      }
    case "pace_passed":
      return { ...paceWords(item.pace, item.cap, money), path: pagePaths.organization(slug, "campaigns") }
    case "cap_passed":
      return {
        title: `Budgets commit ${money(item.committed)} a month, above the cap of ${money(item.cap)}`,
        line: "Nothing was paused. Lower budgets that you do not need, or ask an owner to raise the cap.",
        path: pagePaths.settings(slug)
      }
    case "cap_near":
      return {
        title: `Budgets commit ${Math.floor((item.committed / Math.max(1, item.cap)) * 100)}% of the monthly cap`,
        line: `${money(item.committed)} of ${money(item.cap)}. Changes above the cap are refused.`,
        path: pagePaths.settings(slug)
      }
    case "channels_added": {
      const { campaigns, name, id } = item.account
      const budgets =
        item.cap === null
          ? `All budgets commit ${money(item.committed)} a month.`
          : `All budgets commit ${money(item.committed)} of the cap of ${money(item.cap)} a month.`
      return {
        title: `${campaigns === 1 ? "1 campaign" : `${campaigns} campaigns`} of other channels ${campaigns === 1 ? "is" : "are"} managed now, in ${name ?? `ad account ${id}`}`,
        line: `They count under the cap, and the emergency stop pauses them. ${budgets} Nothing was changed or paused.`,
        path: pagePaths.organization(slug, "campaigns")
      }
    }
    case "campaign_failed":
      return {
        title: `${item.campaign.name} cannot be synced`,
        line: "Its page says why, and what to do.",
        path: pagePaths.campaign(slug, item.campaign.slug)
      }
    case "approval":
      return {
        title: "A change waits for approval",
        line: item.write.summary,
        path: pagePaths.optimization(slug, item.write.id)
      }
    case "outside_change":
      return {
        title: `${item.campaign.name} was changed outside Adwarden`,
        line: `${item.changes === 1 ? "1 change" : `${item.changes} changes`} to decide on. Until then it cannot be launched or raised.`,
        path: pagePaths.campaign(slug, item.campaign.slug)
      }
    case "failed_task":
      return {
        title: `Failed: ${taskName(item.task.type)}`,
        line: renderMentions("dashboard", item.task.error_message ?? "It failed."),
        path: pagePaths.organization(slug, "activity")
      }
    case "conversions_fell":
      return {
        title: `Fewer conversions than usual: ${weekText(item.week)}`,
        line: `Usual for its clicks: ${usualText(item.week)}. Check the conversion tracking, the landing pages and recent changes.`,
        path: pagePaths.organization(slug, "campaigns")
      }
    case "clicks_fell":
      return {
        title: `Fewer clicks than usual: ${weekText(item.week)}`,
        line: `Usual: ${usualText(item.week)}. Check budgets, bids and recent changes.`,
        path: pagePaths.organization(slug, "campaigns")
      }
  }
}

/** The worst item of several in words, and how many others there are. Writes that wait for approval count as one. */
export const headlineOf = (
  items: ReadonlyArray<AttentionItem>,
  place: AttentionPlace
): (AttentionWords & { readonly kind: AttentionItem["kind"]; readonly others: number }) | null => {
  const [first] = items
  if (first === undefined) return null
  const words = wordsOf(first, place)
  const approvals = items.filter(({ kind }) => kind === "approval").length
  return first.kind === "approval" && approvals > 1
    ? {
        kind: first.kind,
        title: `${approvals} changes wait for approval`,
        line: `The oldest: ${words.line}`,
        path: pagePaths.organization(place.slug, "optimizations"),
        others: items.length - approvals
      }
    : { ...words, kind: first.kind, others: items.length - 1 }
}
