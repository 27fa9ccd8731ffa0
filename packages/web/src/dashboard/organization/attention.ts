import {
  type AttentionData,
  type AttentionItem,
  type AttentionKind,
  type CampaignFiguresPage,
  type CampaignName,
  type ChartChange,
  isUrgent,
  type PeriodFigures,
  type ReviewedWrite,
  type Setup,
  usualText,
  weekText,
  wordsOf
} from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { type Html, html, linkPages } from "../../kit/html.ts"
import { card, empty, type IconName, type Item, items, relative, waiting } from "../../parts/index.ts"
import { ageLine, describeChange, requesterLine } from "../approvals/describe-request.ts"

/** What the overview shows. */
export interface OverviewData {
  readonly organization: Output<"organizations.get">
  readonly performance: PeriodFigures
  readonly changes: ReadonlyArray<ChartChange>
  readonly pending: ReadonlyArray<ReviewedWrite>
  /** The campaigns at a glance. */
  readonly campaigns: CampaignFiguresPage
  /** All campaigns. */
  readonly names: ReadonlyArray<CampaignName>
  readonly attention: AttentionData
  readonly setup: Setup
}

/** The icon and the colour of an item. */
export const markOf = (kind: AttentionKind): { readonly icon: IconName; readonly tone: "warn" | "bad" } => {
  if (kind === "approval") return { icon: "clock", tone: "warn" }
  return { icon: "warn", tone: isUrgent({ kind }) && kind !== "outside_change" ? "bad" : "warn" }
}

/** Why nothing needs a person: conversions within their usual range; null if nobody knows that range. */
export const usualLine = ({ signals }: Pick<AttentionData, "signals">): string | null => {
  const { conversions, conversions_high: high, conversions_low: low, week_until: until } = signals ?? {}
  return conversions == null || high == null || low == null || until == null
    ? null
    : `Conversions: ${weekText({ count: conversions, until })}, usual ${usualText({ low, high })}.`
}

const maxItems = 5

/** What needs a person, the worst first, then recommendations and keys; the rest is on the Optimizations page. */
export const attentionCard = ({ attention, organization, pending, performance }: OverviewData): Html => {
  const { adPlatform, expiringKeys, items: needed, recommendations } = attention
  const { currency, slug } = organization
  const itemOf = (item: AttentionItem): Item => {
    const { line, path, title } = wordsOf(item, { slug, currency, adPlatform })
    const write = item.kind === "approval" ? pending.find(({ id }) => id === item.write.id) : undefined
    return {
      ...markOf(item.kind),
      href: path,
      ...(write === undefined
        ? { title, line: linkPages(line, slug) }
        : {
            title: `Approve: ${describeChange(write).title}`,
            line: html`${requesterLine(write)} · ${ageLine(write)}`
          })
    }
  }
  const list: ReadonlyArray<Item> = [
    ...needed.map(itemOf),
    ...recommendations.newest.map(
      (one): Item => ({
        icon: "optimizations",
        tone: "good",
        href: pagePaths.optimization(slug, one.id),
        title: one.summary,
        line: `Recommendation for ${one.campaign}`
      })
    ),
    ...expiringKeys.map(
      (key): Item => ({
        icon: "key",
        href: pagePaths.key(slug, key.id),
        title: html`Key “<bdi>${key.name}</bdi>” expires ${relative(key.expires_at)}`,
        line: html`${key.last_used_at === null ? "never used" : html`last used ${relative(key.last_used_at)}`} · ${key.creator}`
      })
    )
  ]
  const total = needed.length + recommendations.total + expiringKeys.length
  return card({
    id: "attention",
    title: "Needs attention",
    note: waiting(total),
    padded: false,
    body:
      list.length === 0
        ? empty({
            icon: performance.hasData ? "check" : "clock",
            title: performance.hasData ? "Nothing needs you" : "Nothing to judge yet",
            text:
              usualLine(attention) ?? "Approvals, problems, recommendations and expiring keys appear here."
          })
        : items(list.slice(0, maxItems)),
    ...(total > maxItems
      ? { foot: html`<a href="${pagePaths.organization(slug, "optimizations")}">All ${total}</a>` }
      : {})
  })
}
