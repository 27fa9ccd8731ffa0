import type { PendingSummary } from "../approvals/pending.ts"
import {
  type CampaignTrouble,
  type OrganizationSignals,
  type OutsideSpend,
  type PassingPace,
  passingPace,
  type ReadDeliveryReason,
  type SilentAction
} from "../campaigns/index.ts"
import { type Committed, capUse, committedMonthly } from "../changes/guardrails/money.ts"
import { plusDays } from "../contract/index.ts"
import type { AddedChannels, BrokenLogin, UnusableAccount } from "../platform/logins.ts"
import type { FailedTask } from "../tasks/task-rows.ts"

/*
 * What needs a person in an organization. The overview, the list of organizations and the notices all show these items,
 * so that none of them says "nothing" where another has something.
 */

/** What was read of an organization. */
export interface AttentionFacts {
  readonly pending: ReadonlyArray<PendingSummary>
  readonly logins: ReadonlyArray<BrokenLogin>
  readonly accounts: ReadonlyArray<UnusableAccount>
  readonly channels: ReadonlyArray<AddedChannels>
  readonly tasks: ReadonlyArray<FailedTask>
  readonly campaigns: ReadonlyArray<CampaignTrouble>
  readonly signals: OrganizationSignals | null
  readonly actions: ReadonlyArray<SilentAction>
  /** The monthly cap; null without one. */
  readonly cap: number | null
  /** The budgets that count under it. */
  readonly committed: Committed
}

type NamedCampaign = Pick<CampaignTrouble, "id" | "slug" | "name">

/** A week with less than usual. */
export interface FallenWeek {
  readonly until: string
  readonly count: number
  readonly low: number
  readonly high: number
}

/** A campaign that spent more or less than usual. */
interface UnusualSpend {
  readonly campaign: NamedCampaign
  readonly spend: OutsideSpend
  readonly reason: ReadDeliveryReason | null
}

/** The kinds of item by what each is about, the worst first. From `conversions_fell` on there is no need to act today. */
interface Subjects {
  readonly still_live: { readonly campaign: NamedCampaign }
  readonly broken_login: { readonly login: BrokenLogin }
  readonly unusable_account: { readonly account: UnusableAccount }
  /** The campaign is null for all together. The actions are the silent ones, if those were read. */
  readonly conversions_stopped: {
    readonly campaign: NamedCampaign | null
    readonly since: string
    readonly actions: ReadonlyArray<string>
  }
  /** The campaign is null for several with one cause. */
  readonly delivery_stopped: {
    readonly campaign: NamedCampaign | null
    readonly campaigns: number
    readonly since: string
    readonly reason: ReadDeliveryReason | null
  }
  readonly cap_passed: { readonly committed: number; readonly cap: number }
  readonly pace_passed: { readonly pace: PassingPace; readonly cap: number }
  readonly campaign_failed: { readonly campaign: NamedCampaign }
  readonly approval: { readonly write: PendingSummary }
  readonly outside_change: { readonly campaign: NamedCampaign; readonly changes: number }
  readonly failed_task: { readonly task: FailedTask }
  /** The campaigns have no conversions since then either. */
  readonly action_silent: {
    readonly action: SilentAction
    readonly campaigns: ReadonlyArray<NamedCampaign>
  }
  readonly conversions_fell: { readonly week: FallenWeek }
  readonly clicks_fell: { readonly week: FallenWeek }
  readonly spend_above: UnusualSpend
  readonly spend_below: UnusualSpend
  readonly cap_near: { readonly committed: number; readonly cap: number }
  /** The cap is null without one. */
  readonly channels_added: {
    readonly account: AddedChannels
    readonly committed: number
    readonly cap: number | null
  }
}

export type AttentionKind = keyof Subjects

type AnyItem = {
  readonly [Kind in AttentionKind]: { readonly kind: Kind; readonly subject: string } & Subjects[Kind]
}[AttentionKind]

/** One thing that needs a person. Its subject is the same as long as it lasts. */
export type AttentionItem<Kind extends AttentionKind = AttentionKind> = Extract<
  AnyItem,
  { readonly kind: Kind }
>

const worstFirst: ReadonlyArray<AttentionKind> = [
  "still_live",
  "broken_login",
  "unusable_account",
  "conversions_stopped",
  "delivery_stopped",
  "cap_passed",
  "pace_passed",
  "campaign_failed",
  "approval",
  "outside_change",
  "failed_task",
  "action_silent",
  "conversions_fell",
  "clicks_fell",
  "spend_above",
  "spend_below",
  "cap_near",
  "channels_added"
]

/** The place of a kind, from the worst (0). */
export const rankOf = (kind: AttentionKind): number => worstFirst.indexOf(kind)

/** Whether somebody has to act today, rather than watch it. */
export const isUrgent = ({ kind }: Pick<AttentionItem, "kind">): boolean =>
  rankOf(kind) < rankOf("conversions_fell")

const capItems = ({ cap, committed: budgets }: AttentionFacts): ReadonlyArray<AttentionItem> => {
  const committed = committedMonthly(budgets)
  if (cap === null) return []
  const use = capUse(committed, cap)
  return use === "usual"
    ? []
    : [{ kind: use === "over" ? "cap_passed" : "cap_near", subject: "cap", committed, cap }]
}

const paceItems = ({ cap, signals }: AttentionFacts): ReadonlyArray<AttentionItem> => {
  const { month_rest: rest = null, month_spend: spent = null, month_until: until = null } = signals ?? {}
  if (cap === null || until === null || spent === null || rest === null) return []
  const pace = passingPace({ until, spent, rest }, cap, signals!.month_warned)
  return pace === null ? [] : [{ kind: "pace_passed", subject: "pace", pace, cap }]
}

/** Whether billing stops a campaign: the account's problem, and so one thing for all of its campaigns. */
const isUnpaid = ({ delivery_stopped_since, reason }: CampaignTrouble): boolean =>
  delivery_stopped_since !== null && reason?.reason?.kind === "billing"

const billingItems = ({ campaigns }: AttentionFacts): ReadonlyArray<AttentionItem<"delivery_stopped">> => {
  const [first, ...others] = campaigns
    .filter(isUnpaid)
    .toSorted((one, other) => one.delivery_stopped_since!.localeCompare(other.delivery_stopped_since!))
  if (first === undefined) return []
  const { delivery_stopped_since, id, name, reason, slug } = first
  return [
    {
      kind: "delivery_stopped",
      subject: "billing",
      campaign: others.length === 0 ? { id, name, slug } : null,
      campaigns: others.length + 1,
      since: delivery_stopped_since!,
      reason
    }
  ]
}

/** How much earlier a campaign with few conversions can have had its last one than the whole account. */
const earlierDays = 7

/** Whether a silent action explains that a campaign has no conversions any more. */
const isSilencedBy = (
  { account, conversions_stopped_since: stopped }: CampaignTrouble,
  action: SilentAction
): boolean =>
  stopped !== null && account === action.account && stopped >= plusDays(action.since, -earlierDays)

/** Silent actions with the campaigns that they silence; none if conversions stopped everywhere, which is one thing. */
const actionItems = (
  { actions, campaigns }: AttentionFacts,
  allStopped: boolean
): ReadonlyArray<AttentionItem> =>
  allStopped
    ? []
    : actions.map((action) => ({
        kind: "action_silent",
        subject: `action/${action.ref}`,
        action,
        campaigns: campaigns
          .filter((trouble) => isSilencedBy(trouble, action))
          .map(({ id, name, slug }) => ({ id, name, slug }))
      }))

/** `isExplained`: whether another item says why it has no conversions. */
const campaignItems = (trouble: CampaignTrouble, isExplained: boolean): ReadonlyArray<AttentionItem> => {
  const {
    changes,
    conversions_stopped_since,
    delivery_stopped_since,
    failed,
    id,
    name,
    reason,
    slug,
    spend,
    still_live
  } = trouble
  const campaign = { id, name, slug }
  const subject = String(id)
  return [
    ...(still_live ? [{ kind: "still_live", subject, campaign } as const] : []),
    ...(conversions_stopped_since === null || isExplained
      ? []
      : [
          {
            kind: "conversions_stopped",
            subject,
            campaign,
            since: conversions_stopped_since,
            actions: []
          } as const
        ]),
    ...(delivery_stopped_since === null || isUnpaid(trouble)
      ? []
      : [
          {
            kind: "delivery_stopped",
            subject,
            campaign,
            campaigns: 1,
            since: delivery_stopped_since,
            reason
          } as const
        ]),
    ...(spend === null
      ? []
      : [{ kind: `spend_${spend.direction}`, subject: `spend/${id}`, campaign, spend, reason } as const]),
    ...(failed ? [{ kind: "campaign_failed", subject, campaign } as const] : []),
    ...(changes === 0 ? [] : [{ kind: "outside_change", subject, campaign, changes } as const])
  ]
}

const weekItems = (
  signals: OrganizationSignals,
  actions: ReadonlyArray<SilentAction>
): ReadonlyArray<AttentionItem> => {
  const stopped = signals.conversions_stopped_since
  const fallen = (count: number | null, low: number | null, high: number | null): FallenWeek | null =>
    count === null || low === null || high === null || signals.week_until === null || count >= low
      ? null
      : { until: signals.week_until, count, low, high }
  const conversions = fallen(signals.conversions, signals.conversions_low, signals.conversions_high)
  const clicks = fallen(signals.clicks, signals.clicks_low, signals.clicks_high)
  return [
    ...(stopped === null
      ? []
      : [
          {
            kind: "conversions_stopped",
            subject: "all",
            campaign: null,
            since: stopped,
            actions: actions.map(({ name }) => name)
          } as const
        ]),
    ...(conversions === null || stopped !== null || actions.some(({ since }) => since <= conversions.until)
      ? []
      : [{ kind: "conversions_fell", subject: "conversions", week: conversions } as const]),
    ...(clicks === null ? [] : [{ kind: "clicks_fell", subject: "clicks", week: clicks } as const])
  ]
}

/** Everything that needs a person, the worst first; of one kind, in the order of reading. */
export const attentionOf = (facts: AttentionFacts): ReadonlyArray<AttentionItem> => {
  const allStopped = facts.signals !== null && facts.signals.conversions_stopped_since !== null
  const items: ReadonlyArray<AttentionItem> = [
    ...facts.pending.map((write) => ({ kind: "approval", subject: write.id, write }) as const),
    ...facts.logins.map((login) => ({ kind: "broken_login", subject: String(login.id), login }) as const),
    ...facts.accounts.map((account) => ({ kind: "unusable_account", subject: account.id, account }) as const),
    ...facts.tasks.map((task) => ({ kind: "failed_task", subject: String(task.id), task }) as const),
    ...facts.campaigns.flatMap((campaign) =>
      campaignItems(campaign, allStopped || facts.actions.some((action) => isSilencedBy(campaign, action)))
    ),
    ...actionItems(facts, allStopped),
    ...billingItems(facts),
    ...(facts.signals === null ? [] : weekItems(facts.signals, facts.actions)),
    ...capItems(facts),
    ...paceItems(facts),
    ...facts.channels.map((account) => {
      const committed = committedMonthly(facts.committed)
      return { kind: "channels_added", subject: account.id, account, committed, cap: facts.cap } as const
    })
  ]
  return items.toSorted((one, other) => rankOf(one.kind) - rankOf(other.kind))
}
