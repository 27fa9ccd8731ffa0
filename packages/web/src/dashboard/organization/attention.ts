import {
  type AttentionData,
  type CampaignFiguresPage,
  type CampaignName,
  type ChartChange,
  type CurrentOrganization,
  type PeriodFigures,
  type ReviewedWrite,
  seenState
} from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { type Html, html } from "../../kit/html.ts"
import { linkPages } from "../../kit/page-links.ts"
import { card, count, day, empty, type Item, items, relative, waiting } from "../../parts/index.ts"
import { describeChange } from "../approvals/describe-change.ts"
import { ageLine, requesterLine } from "../approvals/requester.ts"

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
  readonly other: AttentionData
}

const maxItems = 5

/** What needs a person, most urgent first; the rest is on the page Optimizations. */
export const attentionCard = (
  {
    names,
    organization: { conversions_stopped_since: stoppedSince = null, slug },
    other: { expiringKeys, failedTasks, outside, recommendations },
    pending
  }: OverviewData,
  { adPlatform, brokenAccounts: broken }: Pick<CurrentOrganization, "adPlatform" | "brokenAccounts">
): Html => {
  const failed = names.filter(({ removed, state }) => state === "error" && !removed)
  const running = names.filter((one) => !one.removed && one.state !== "live" && seenState(one) === "live")
  const stopped: ReadonlyArray<Item> =
    stoppedSince === null
      ? []
      : [
          {
            icon: "warn",
            tone: "bad",
            href: pagePaths.organization(slug, "campaigns"),
            title: html`No conversions since ${day(stoppedSince)}`,
            line: "Clicks go on as before. Check the conversion tracking and the pages that convert."
          }
        ]
  const list: ReadonlyArray<Item> = [
    ...pending.map(
      (write): Item => ({
        icon: "clock",
        tone: "warn",
        href: pagePaths.optimization(slug, write.id),
        title: `Approve: ${describeChange(write).title}`,
        line: html`${requesterLine(write)} · ${ageLine(write)}`
      })
    ),
    ...stopped,
    ...broken.map(
      ({ id, name }): Item => ({
        icon: "warn",
        tone: "bad",
        href: pagePaths.settings(slug, "accounts"),
        title: `${name ?? `Ad account ${id}`} is not connected`,
        line: "Changes wait, and figures stay as they are, until it is connected again."
      })
    ),
    ...running.map(
      (one): Item => ({
        icon: "warn",
        tone: "bad",
        href: pagePaths.campaign(slug, one.slug),
        title: `${one.name} is still live in ${adPlatform}`,
        line: "It was paused here, and the pause has not arrived there yet. It may spend until then."
      })
    ),
    ...failed.map(
      (one): Item => ({
        icon: "warn",
        tone: "bad",
        href: pagePaths.campaign(slug, one.slug),
        title: `${one.name} cannot be synced`,
        line: "Its page says why, and what to do."
      })
    ),
    ...failedTasks.map(
      ({ name, problem }): Item => ({
        icon: "warn",
        tone: "bad",
        href: pagePaths.organization(slug, "activity"),
        title: `Failed: ${name}`,
        line: linkPages(problem, slug)
      })
    ),
    ...outside.map(
      ({ campaign, changes }): Item => ({
        icon: "warn",
        tone: "warn",
        href: pagePaths.campaign(slug, campaign.slug),
        title: `${campaign.name} was changed outside Adwarden`,
        line: `${count(changes, "change")} to decide on. Until then it cannot be launched or raised.`
      })
    ),
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
  const total =
    stopped.length +
    expiringKeys.length +
    failedTasks.length +
    outside.length +
    pending.length +
    broken.length +
    failed.length +
    running.length +
    recommendations.total
  return card({
    id: "attention",
    title: "Needs attention",
    note: waiting(total),
    padded: false,
    body:
      list.length === 0
        ? empty({
            icon: "check",
            title: "Nothing needs you",
            text: "Approvals, problems, recommendations and expiring keys appear here."
          })
        : items(list.slice(0, maxItems)),
    ...(total > maxItems
      ? { foot: html`<a href="${pagePaths.organization(slug, "optimizations")}">All ${total}</a>` }
      : {})
  })
}
