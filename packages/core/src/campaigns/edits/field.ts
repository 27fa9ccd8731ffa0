import { Effect, Schema } from "effect"
import { defineEditWith, type PlanContext, type Planned, type Restorable } from "../../changes/edit.ts"
import type { BudgetMove } from "../../changes/guardrails/money.ts"
import {
  channelNames,
  channelsWithAiMax,
  type FieldProblem,
  PreviewStale,
  type ServiceError,
  ValidationError
} from "../../contract/index.ts"
import { quoteAmount, quoteValue, renderSubject } from "../../log/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import type { PlatformChanges } from "../../platform/model.ts"
import type { SettingValue } from "../../platform/outside-changes.ts"
import { bindStatement, statement } from "../../storage/index.ts"
import { type Campaign, campaignById, isInPlatform, spendsOrHasSpent } from "../campaign.ts"
import { connectionWarnings, waitingProblem } from "../connection.ts"
import { conflictProblem, ExternalChanges } from "../external-changes.ts"
import { readAiMaxTraffic, readCampaignTraffic } from "../figures/campaign-figures.ts"
import { knownSettings } from "../known-settings.ts"
import { nameOwnerOf, oldNameKept } from "../names-in-use.ts"
import { type Loss, lossOf } from "../negatives/would-lose.ts"
import { pushWork } from "../push/jobs.ts"

export type Direction = "set" | "raise" | "lower" | "none"

/**
 * Returns the direction in which a value moves. A value that is newly set, or removed, moves neither up nor
 * down.
 */
export const directionOf = (from: number | null, to: number | null): Direction => {
  if (from === to) return "none"
  if (from === null || to === null) return "set"
  return to > from ? "raise" : "lower"
}

/**
 * Returns an error if the value moved meanwhile, so that the planned change would now go the other way. A
 * recommended raise must not lower a budget that a person has raised further since. The engine adds the
 * current preview.
 */
const directionProblem = (
  subject: string,
  planned: { readonly from: number | null; readonly to: number | null },
  now: number | null,
  currency: string
): PreviewStale | null => {
  const direction = directionOf(now, planned.to)
  if (direction === "none" || direction === directionOf(planned.from, planned.to)) return null
  const amount = (value: number | null) => quoteAmount(value, currency)
  const because = `${subject} is ${amount(now)} now. The change from ${amount(planned.from)} to ${amount(planned.to)} no longer applies. Send the value that you want with {campaigns.update}, or wait for a new recommendation.`
  return new PreviewStale({ current: null, because })
}

/* The platform's rules for a campaign's settings, checked before anything is stored. */

/** Daily budgets are whole units of the organization's currency. */
export const wholeBudget = (budget: number): number => Math.round(budget)

/** The bidding strategies that accept a target CPA. */
const withTargetCpa: ReadonlySet<string> = new Set(["MAXIMIZE_CONVERSIONS", "TARGET_CPA"])

/** Whether a strategy has a target CPA on the campaign itself. One that was not read yet counts. */
export const takesTargetCpa = (strategy: string | null): boolean =>
  strategy === null || withTargetCpa.has(strategy)

/** For example "MANUAL_CPC" → "manual CPC". */
const strategyName = (strategy: string): string =>
  strategy
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/\b(cpc|cpm|cpa|cpv|roas)\b/g, (word) => word.toUpperCase())

/**
 * Returns why a campaign cannot have a target CPA, as the end of a sentence, or null. A strategy that was not
 * read yet passes.
 */
export const biddingProblem = ({
  platform_bidding_strategy: strategy
}: Pick<Campaign, "platform_bidding_strategy">): string | null => {
  if (strategy === null || takesTargetCpa(strategy)) return null
  return strategy.startsWith("PORTFOLIO_")
    ? "cannot be set: the campaign bids by a portfolio strategy, which other campaigns may share; change the strategy in the ad platform"
    : `cannot be set: the campaign's bidding strategy (${strategyName(strategy)}) takes no target CPA; switch it to maximize conversions or target CPA in the ad platform first`
}

/**
 * Returns the smallest amount of a currency, by ISO 4217: 0.01 for USD, 1 for JPY. Amounts here have at most
 * two decimals, so a currency with three, or an unknown code, counts as one with two.
 *
 * @example smallestUnit("JPY") // 1
 */
export const smallestUnit = (currency: string): number => {
  const unit = units.get(currency) ?? computeUnit(currency)
  units.set(currency, unit)
  return unit
}
/** Creating a format takes long, and there are few currencies. */
const units = new Map<string, number>()
const computeUnit = (currency: string): number => {
  if (!/^[A-Z]{3}$/.test(currency)) return 0.01
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency
  }).resolvedOptions()
  return maximumFractionDigits >= 2 ? 0.01 : 10 ** -maximumFractionDigits
}

/** Returns why an amount cannot be sent in a currency, as the end of a sentence, or null. */
export const amountProblem = (amount: number, currency: string): string | null => {
  const unit = smallestUnit(currency)
  const units = amount / unit
  if (Math.abs(units - Math.round(units)) < 1e-6) return null
  const [below, above] = [Math.floor(units) * unit, Math.ceil(units) * unit]
  const nearest = below > 0 ? `${below} or ${above}` : String(above)
  return `${amount} is not an amount in ${currency}, whose smallest unit is ${unit}; send ${nearest}`
}

/**
 * Returns why a campaign cannot have a name, as the end of a sentence, or null. `owner` describes the
 * campaign that has it.
 */
export const nameProblem = (name: string, owner: string | null): string | null =>
  owner === null ? null : `${quoteValue(name)} is already the name of ${owner}; choose another name`

interface WantedValue {
  readonly campaign: Campaign
  readonly field: CampaignField
  readonly to: SettingValue
  readonly currency: string
  /** The other campaign of the ad account that has the name, as a message describes it. */
  readonly nameOwner: string | null
}

const shared = "is shared with other campaigns in the ad platform, which would move too; change it there"

const totalBudgetProblem = ({ budget_total, ends_on }: Campaign, currency: string): string | null =>
  budget_total === null
    ? null
    : `is a total of ${quoteAmount(budget_total, currency)}${ends_on === null ? "" : ` until ${ends_on}`}, not a daily amount; change it in the ad platform`

/** Returns why AI Max of a campaign cannot be switched, as the end of a sentence, or null. */
const aiMaxProblem = ({ ai_max, channel }: Campaign): string | null => {
  if (!channelsWithAiMax.has(channel))
    return `exists in Search and Shopping campaigns only, and this is a ${channelNames[channel]} campaign`
  return ai_max === null
    ? "was not read from the ad platform yet; a campaign is launched with it off, and it can be switched after that"
    : null
}

const problemOf = ({ campaign, currency, field, nameOwner, to }: WantedValue): string | null => {
  switch (field) {
    case "name":
      return nameProblem(String(to), nameOwner)
    case "budget":
      return campaign.platform_budget_shared ? shared : totalBudgetProblem(campaign, currency)
    case "ai_max":
      return aiMaxProblem(campaign)
    case "target_cpa":
      return (
        (isInPlatform(campaign) ? biddingProblem(campaign) : null) ??
        (typeof to === "number" ? amountProblem(to, currency) : null)
      )
  }
}

/** Returns why a setting of a campaign cannot take the requested value, or null. */
const fieldProblem = (wanted: WantedValue): ServiceError | null => {
  const message = problemOf(wanted)
  const problem: FieldProblem | null = message === null ? null : { path: wanted.field, message }
  return problem === null ? null : new ValidationError({ fields: [problem] })
}

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))
const Field = Schema.Literal("name", "budget", "target_cpa", "ai_max")
export type CampaignField = typeof Field.Type

const Input = Schema.Struct({
  campaign: Schema.Int,
  field: Field,
  to: Value,
  /** The value that the change was planned from, if it must keep its direction. */
  plannedFrom: Schema.optionalWith(Schema.NullOr(Schema.Number), { exact: true })
})
const Trace = Schema.Struct({ campaign: Schema.Int, field: Field, was: Value, set: Value })
type Trace = typeof Trace.Type

interface FieldPlan extends Planned {
  readonly organization: number
  readonly campaign: Campaign
  readonly field: CampaignField
  readonly from: SettingValue
  readonly to: SettingValue
  /** What AI Max brought in 30 days, if the plan switches it and that is known. */
  readonly throughAiMax: Loss | null
}

export const settingNames: Record<CampaignField, string> = {
  name: "Name",
  budget: "Daily budget",
  target_cpa: "Target CPA",
  ai_max: "AI Max"
}

/** Returns the share of AI Max in a campaign's last 30 days; null if it is unknown. Other channels' searches are not read. */
const readThroughAiMax = (organization: number, campaign: number) =>
  Effect.map(
    Effect.all([readAiMaxTraffic(organization, campaign), readCampaignTraffic(organization, campaign)], {
      concurrency: "unbounded"
    }),
    ([through, all]) => (through === null ? null : lossOf(through, all))
  )

const moveOf = (campaign: Campaign, to: number | null): BudgetMove => ({
  campaign: campaign.id,
  from: campaign.budget,
  to,
  committed: campaign.committed,
  left: campaign.left,
  launched: spendsOrHasSpent(campaign),
  goesLive: false
})

const numberOf = (value: SettingValue): number | null => (value === null ? null : Number(value))

/** Returns an error if a change that was planned from another value would now go the other way. */
const directionChangeProblem = (
  campaign: Campaign,
  field: CampaignField,
  plannedFrom: number | null | undefined,
  to: SettingValue,
  currency: string
): PreviewStale | null =>
  plannedFrom === undefined || field === "name" || field === "ai_max"
    ? null
    : directionProblem(
        renderSubject({ subject: settingNames[field], of: campaign.slug }),
        { from: plannedFrom, to: numberOf(to) },
        campaign[field],
        currency
      )

const quoteField = (value: Trace["set"], currency: string): string =>
  typeof value === "number" ? quoteAmount(value, currency) : quoteValue(value)

const changedOutside = (now: Trace["set"], set: Trace["set"], currency: string) =>
  `It is ${quoteField(now, currency)} now and not ${quoteField(set, currency)}, as this action had left it: it was changed outside the service.`

/**
 * Marks the field as unpushed: the next push sends it, and no sync restores the old value. It also records the value
 * that the platform has because of us, so that the push detects a change of others.
 */
const updateOf = (field: CampaignField) =>
  statement(`
    update campaigns set ${field} = $3, updated_at = now(),
      unpushed_from = case
        when not $4::boolean or '${field}' = any (unpushed) and not unpushed_from ? '${field}' then unpushed_from
        else jsonb_set(unpushed_from, '{${field}}',
          case when '${field}' = any (unpushed) then unpushed_from -> '${field}' else '[]' end
            || coalesce(to_jsonb(${field}), 'null')) end,
      unpushed = case when not $4::boolean or '${field}' = any (unpushed) then unpushed else unpushed || '{${field}}' end
    where organization_id = $1 and id = $2`)
const updates = {
  name: updateOf("name"),
  budget: updateOf("budget"),
  target_cpa: updateOf("target_cpa"),
  ai_max: updateOf("ai_max")
}

/** Returns the changes that the platform would receive. */
const fieldChanges = ({ campaign, field, to }: FieldPlan): PlatformChanges | null => {
  const { ad_account_id: account, platform_bidding_strategy: bidding } = campaign
  const { platform_budget_resource_name: budget, platform_resource_name: ref } = campaign
  if (account === null || ref === null) return null
  switch (field) {
    case "name":
      return { account, changes: [{ do: "rename", campaign: ref, name: String(to) }] }
    case "budget":
      return budget === null || to === null
        ? null
        : { account, changes: [{ do: "set_budget", budget, amount: Number(to) }] }
    case "ai_max":
      return { account, changes: [{ do: "set_ai_max", campaign: ref, on: to === true }] }
    case "target_cpa":
      return bidding === null
        ? null
        : {
            account,
            changes: [
              { do: "set_target_cpa", campaign: ref, bidding, amount: to === null ? null : Number(to) }
            ]
          }
  }
}

const editId = { kind: "campaign.field", version: 1 } as const

/** Changes a campaign's name, daily budget, target CPA or AI Max. */
export const fieldEdit = defineEditWith(
  { ...editId, input: Input, trace: Trace },
  Effect.gen(function* () {
    const externalChanges = yield* ExternalChanges
    const accounts = yield* AdAccounts

    return {
      plan: Effect.fnUntraced(function* (
        context: PlanContext,
        { campaign: id, field, plannedFrom, to }: typeof Input.Type
      ) {
        const campaign = yield* campaignById(context, id)
        const from = campaign[field]
        const isBudget = field === "budget"
        const lowers = isBudget && Number(to ?? 0) < Number(from ?? 0)
        const empty = from === to
        const renames = field === "name" && !empty && isInPlatform(campaign)
        const nameUser = renames ? yield* nameOwnerOf(context, campaign, String(to)) : null
        const { currency } = context.clearance.organization
        const conflict = lowers || empty ? null : yield* conflictProblem(context, campaign, field)
        const organization = context.clearance.organization.id
        const throughAiMax =
          field === "ai_max" && !empty && campaign.channel === "search"
            ? yield* readThroughAiMax(organization, id)
            : null
        const plan: FieldPlan = {
          organization,
          campaign,
          field,
          from,
          to,
          throughAiMax,
          sentence: {
            subject: settingNames[field],
            of: campaign.slug,
            from: quoteValue(from),
            to: quoteValue(to),
            ...(field === "budget" || field === "target_cpa" ? { currency } : {})
          },
          hashedContent: { field, from, to },
          affectedKeys: [`campaign/${id}/${field}`],
          // A total budget is refused below: no limit of a daily one says anything about it.
          moves:
            isBudget && campaign.budget_total === null
              ? [moveOf(campaign, to === null ? null : Number(to))]
              : [],
          stopsSpend: lowers,
          refusal:
            directionChangeProblem(campaign, field, plannedFrom, to, currency) ??
            fieldProblem({ campaign, field, to, currency, nameOwner: nameUser }) ??
            conflict,
          empty
        }
        return plan
      }),
      warnings: (context: PlanContext, { campaign }: FieldPlan) =>
        connectionWarnings(accounts, context, campaign),
      platformChanges: (_context: PlanContext, plan: FieldPlan) => Effect.succeed(fieldChanges(plan)),
      knownSettings: (context: PlanContext, { campaign }: FieldPlan) =>
        knownSettings(campaign, context.clearance.organization.id),
      waitReason: ({ campaign }: FieldPlan) => (isInPlatform(campaign) ? waitingProblem(campaign) : null),
      route: ({ campaign, organization }: FieldPlan) =>
        isInPlatform(campaign)
          ? { to: "after", work: [pushWork(organization, campaign.id)] }
          : { to: "local" },

      apply: ({ campaign, field, from, to }: FieldPlan, { context, write }) => {
        const { id } = context.clearance.organization
        return Effect.as(
          write(
            ...(field === "name" ? [bindStatement(oldNameKept, [id, campaign.id])] : []),
            bindStatement(updates[field], [id, campaign.id, to, isInPlatform(campaign)])
          ),
          { campaign: campaign.id, field, was: from, set: to }
        )
      },

      readDrift: (context: PlanContext, { campaign, field }: Trace) =>
        externalChanges.drift(context, campaign, field),
      describe: (context: PlanContext, { campaign, field }: Trace) =>
        Effect.map(campaignById(context, campaign), ({ slug }) =>
          renderSubject({ subject: settingNames[field], of: slug })
        ),
      restorable: (context: PlanContext, trace: Trace) =>
        Effect.map(campaignById(context, trace.campaign), (campaign): Restorable<Trace> => {
          const what = renderSubject({ subject: settingNames[trace.field], of: campaign.slug })
          const lost = (reason: string) => ({ standing: null, lost: [{ what, reason }] })
          const now = campaign[trace.field]
          if (now !== trace.set)
            return lost(changedOutside(now, trace.set, context.clearance.organization.currency))
          if (trace.field === "target_cpa" && isInPlatform(campaign) && biddingProblem(campaign) !== null) {
            return lost("The campaign's bidding strategy no longer accepts a target CPA.")
          }
          return trace.field === "budget" && campaign.platform_budget_shared
            ? lost("It is shared with other campaigns in the ad platform, which would move too.")
            : { standing: trace, lost: [] }
        }),
      reverse: ({ campaign, field, was }: Trace) => ({ ...editId, input: { campaign, field, to: was } })
    }
  })
)
