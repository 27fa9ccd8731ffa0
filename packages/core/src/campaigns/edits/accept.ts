import { Effect, Schema } from "effect"
import {
  backgroundTask,
  defineEdit,
  defineEditWith,
  type PlanContext,
  type Planned,
  type Restorable
} from "../../changes/edit.ts"
import { type Committed, committedMonthly, daysInCap } from "../../changes/guardrails/money.ts"
import { Events } from "../../events/events.ts"
import { quoteAmount, quoteValue, renderSubject } from "../../log/sentence.ts"
import type { SettingValue } from "../../platform/outside-changes.ts"
import { bindStatement, statement } from "../../storage/index.ts"
import { acceptChangesTask } from "../accept-task.ts"
import { type Campaign, campaignById, spendsOrHasSpent } from "../campaign.ts"
import { tellConflict } from "../conflict-events.ts"
import { pushWork } from "../push/jobs.ts"
import { type CampaignField, fieldEdit, settingNames } from "./field.ts"
import { stateEdit } from "./state.ts"

/* What a decision on outside changes does to a campaign: each setting by itself, so that each can be undone. */

const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))
const Field = Schema.Literal("name", "budget", "target_cpa", "ai_max")
const FieldInput = Schema.Struct({ campaign: Schema.Int, field: Field, to: Value })
const FieldTrace = Schema.Struct({ campaign: Schema.Int, field: Field, was: Value, set: Value })

export interface SettingPlan extends Planned {
  readonly campaign: Campaign
  readonly field: CampaignField | "state"
  readonly from: SettingValue
  readonly to: SettingValue
}

const plannedSetting = (
  context: PlanContext,
  campaign: Campaign,
  field: SettingPlan["field"],
  from: SettingPlan["from"],
  to: SettingPlan["to"]
): SettingPlan => ({
  campaign,
  field,
  from,
  to,
  sentence: {
    subject: field === "state" ? "State" : settingNames[field],
    of: campaign.slug,
    from: field === "state" ? String(from) : quoteValue(from),
    to: field === "state" ? String(to) : quoteValue(to),
    ...(field === "budget" || field === "target_cpa"
      ? { currency: context.clearance.organization.currency }
      : {})
  },
  hashedContent: { field, from, to },
  affectedKeys: [`campaign/${campaign.id}/${field}`],
  // The platform already spends it, so no money rule applies.
  moves: [],
  stopsSpend: false,
  refusal: null,
  empty: from === to
})

const setField = (field: CampaignField) =>
  statement(`update campaigns set ${field} = $3, updated_at = now(),
      unpushed = array_remove(unpushed, '${field}'), unpushed_from = unpushed_from - '${field}'
    where organization_id = $1 and id = $2`)
const setFields = {
  name: setField("name"),
  budget: setField("budget"),
  target_cpa: setField("target_cpa"),
  ai_max: setField("ai_max")
}

/** What counts under the cap once a campaign has another daily budget. Reservations stay. */
export const committedAfter = (all: Committed, { budget, committed }: Campaign, to: number): Committed => ({
  ...all,
  daily: all.daily - committed + (committed > (budget ?? 0) ? Math.max(committed, to) : to)
})

/** Takes over the platform's name, daily budget, target CPA or AI Max. Nothing is sent; undo sets the old value there. */
export const acceptFieldEdit = defineEditWith(
  {
    kind: "campaign.accept_field",
    version: 1,
    input: FieldInput,
    trace: FieldTrace
  },
  Effect.map(fieldEdit.make, (field) => ({
    plan: (context: PlanContext, { campaign: id, field, to }: typeof FieldInput.Type) =>
      Effect.map(campaignById(context, id), (campaign) =>
        plannedSetting(context, campaign, field, campaign[field], to)
      ),
    warnings: (context: PlanContext, { campaign, field, to }: SettingPlan) => {
      const { maxSpend } = context.rules
      const committed = committedMonthly(committedAfter(context.committed, campaign, Number(to ?? 0)))
      if (field !== "budget" || maxSpend === null || committed <= maxSpend) return Effect.succeed([])
      const amount = (value: number) => quoteAmount(value, context.clearance.organization.currency)
      return Effect.succeed([
        `All budgets then commit ${amount(committed)} in ${daysInCap} days, above the monthly cap of ${amount(maxSpend)}. Nothing can be raised or launched until they are below it.`
      ])
    },
    route: () => ({ to: "local" }),
    apply: ({ campaign, field, from, to }: SettingPlan, { context, write }) => {
      const settable = field as CampaignField
      return Effect.as(
        write(bindStatement(setFields[settable], [context.clearance.organization.id, campaign.id, to])),
        { campaign: campaign.id, field: settable, was: from, set: to }
      )
    },
    readDrift: field.readDrift!,
    describe: field.describe,
    restorable: field.restorable,
    reverse: field.reverse
  }))
)

const StateInput = Schema.Struct({ campaign: Schema.Int, to: Schema.Literal("live", "paused") })

const acceptState = statement(`update campaigns set state = $3, wanted_state = null, state_error = null,
    unpushed = array_remove(unpushed, 'state'), updated_at = now()
  where organization_id = $1 and id = $2`)

/** Takes over the platform's state. Nothing is sent; undo sets the old one there. */
export const acceptStateEdit = defineEditWith(
  {
    kind: "campaign.accept_state",
    version: 1,
    input: StateInput,
    trace: Schema.Struct({
      campaign: Schema.Int,
      was: Schema.Literal("live", "paused", "draft", "error"),
      set: Schema.Literal("live", "paused", "draft")
    })
  },
  Effect.map(stateEdit.make, (state) => ({
    plan: (context: PlanContext, { campaign: id, to }: typeof StateInput.Type) =>
      Effect.map(campaignById(context, id), (campaign) =>
        plannedSetting(context, campaign, "state", campaign.state, to)
      ),
    route: () => ({ to: "local" }),
    apply: ({ campaign, to }: SettingPlan, { context, write }) =>
      Effect.as(write(bindStatement(acceptState, [context.clearance.organization.id, campaign.id, to])), {
        campaign: campaign.id,
        was: campaign.state,
        set: to as "live" | "paused"
      }),
    readDrift: state.readDrift!,
    describe: state.describe,
    restorable: state.restorable,
    reverse: state.reverse
  }))
)

const ListedChange = Schema.Struct({
  at: Schema.String,
  by: Schema.NullOr(Schema.String),
  what: Schema.String
})

interface AcceptPlan extends Planned {
  readonly campaign: Campaign
  readonly changes: ReadonlyArray<typeof ListedChange.Type>
  readonly committed: Committed
  readonly monthlyCap: number | null
}

/**
 * Takes over everything else that others changed: a task syncs the campaign and ends its conflict. It has no undo of its
 * own.
 */
export const acceptEdit = defineEdit({
  kind: "campaign.accept",
  version: 1,
  input: Schema.Struct({
    campaign: Schema.Int,
    /** The newest changes, for the preview and the approver, and the digest of all. */
    changes: Schema.Array(ListedChange),
    total: Schema.Int,
    digest: Schema.String
  }),
  trace: Schema.Struct({ campaign: Schema.Int }),
  accompanies: true,
  plan: (context: PlanContext, { campaign: id, changes, digest, total }) =>
    Effect.map(
      campaignById(context, id),
      (campaign): AcceptPlan => ({
        campaign,
        changes,
        committed: context.committed,
        monthlyCap: context.rules.maxSpend,
        sentence: {
          subject: "Outside changes",
          of: campaign.slug,
          did: total === 1 ? "Accepted 1 outside change" : `Accepted ${total} outside changes`
        },
        hashedContent: { digest },
        affectedKeys: [`campaign/${id}/outside_changes`],
        moves: [],
        stopsSpend: false,
        refusal: null,
        empty: false
      })
    ),
  route: ({ campaign }: AcceptPlan) => ({
    to: "after",
    work: [backgroundTask(acceptChangesTask, { campaign: campaign.id }, null)]
  }),
  apply: ({ campaign }: AcceptPlan) => Effect.succeed({ campaign: campaign.id }),
  describe: (context: PlanContext, { campaign }) =>
    Effect.map(campaignById(context, campaign), ({ slug }) =>
      renderSubject({ subject: "Ads and keywords", of: slug })
    ),
  restorable: () => Effect.succeed<Restorable<{ campaign: number }>>({ standing: null, lost: [] }),
  reverse: () => {
    throw new Error("Accepting has no undo of its own")
  }
})

const keepField = (field: CampaignField) =>
  statement(`update campaigns set updated_at = now(), conflict = null,
      unpushed_from = jsonb_set(unpushed_from, '{${field}}', jsonb_build_array($3::jsonb)),
      unpushed = case when '${field}' = any (unpushed) then unpushed else unpushed || '{${field}}' end,
      last_synced_at = greatest(last_synced_at, $4::timestamptz)
    where organization_id = $1 and id = $2`)
const keepFields = {
  name: keepField("name"),
  budget: keepField("budget"),
  target_cpa: keepField("target_cpa"),
  ai_max: keepField("ai_max")
}

interface KeepPlan extends SettingPlan {
  readonly organization: number
  readonly foundAt: string
}

const KeepInput = Schema.Struct({
  campaign: Schema.Int,
  field: Field,
  theirs: Value,
  found_at: Schema.String
})

/** Writes our name, daily budget, target CPA or AI Max over that of others, which a person has seen. Undo sets theirs again. */
export const keepFieldEdit = defineEditWith(
  {
    kind: "campaign.keep_field",
    version: 1,
    input: KeepInput,
    trace: FieldTrace
  },
  Effect.map(Effect.all([fieldEdit.make, Events]), ([field, events]) => ({
    plan: (context: PlanContext, { campaign: id, field, found_at, theirs }: typeof KeepInput.Type) =>
      Effect.map(campaignById(context, id), (campaign): KeepPlan => {
        const ours = campaign[field]
        const budgets = { from: Math.ceil(Number(theirs ?? 0)), to: Number(ours ?? 0) }
        return {
          ...plannedSetting(context, campaign, field, theirs, ours),
          organization: context.clearance.organization.id,
          foundAt: found_at,
          moves:
            field === "budget"
              ? [
                  {
                    campaign: id,
                    ...budgets,
                    committed: campaign.committed,
                    left: campaign.left,
                    launched: spendsOrHasSpent(campaign),
                    goesLive: false
                  }
                ]
              : [],
          stopsSpend: field === "budget" && budgets.to < budgets.from
        }
      }),
    route: ({ campaign, organization }: KeepPlan) => ({
      to: "after",
      work: [pushWork(organization, campaign.id)]
    }),
    apply: ({ campaign, field, foundAt, from, organization, to }: KeepPlan, { write }) => {
      const settable = field as CampaignField
      const kept = [organization, campaign.id, JSON.stringify(from), foundAt]
      const told =
        campaign.conflict === null
          ? Effect.void
          : Effect.provideService(tellConflict(organization, campaign, "ended"), Events, events)
      return Effect.as(Effect.zipRight(write(bindStatement(keepFields[settable], kept)), told), {
        campaign: campaign.id,
        field: settable,
        was: from,
        set: to
      })
    },
    readDrift: field.readDrift!,
    describe: field.describe,
    restorable: field.restorable,
    reverse: field.reverse
  }))
)
