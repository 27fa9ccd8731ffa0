import { createHash } from "node:crypto"
import { Duration, Effect } from "effect"
import { makeStep, type PlanContext, type Step } from "../changes/edit.ts"
import { committedMonthly } from "../changes/guardrails/money.ts"
import { registerPeopleWrite } from "../changes/people-write.ts"
import { registerWrite } from "../changes/registries.ts"
import { errorOfRefusal, platformRefusal } from "../changes/settle.ts"
import { plansOf, tracesOf, type Write, type WriteResult, warningsIn } from "../changes/write.ts"
import { AdAccountNotLinked, NotFound, TaskId, Unavailable, ValidationError } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import type { ExternalChange, PlatformCampaign } from "../platform/model.ts"
import { settingsOf } from "../platform/outside-changes.ts"
import { type Campaign, campaignBySlug, campaignReads } from "./campaign.ts"
import {
  acceptEdit,
  acceptFieldEdit,
  acceptStateEdit,
  committedAfter,
  keepFieldEdit,
  type SettingPlan
} from "./edits/accept.ts"
import { readContentChangesWaiting } from "./external-changes.ts"
import { conflictOf } from "./known-settings.ts"
import { stateOf } from "./sync/write-campaigns.ts"

/** The maximum time that a waiting caller gives the platform. */
const timeout = Duration.seconds(10)

/** More changes would not help a reader. The digest covers all of them. */
const maxListed = 20

const notInTime = new Unavailable({
  retryAfter: 30,
  because: "The ad platform did not answer in time, and nothing was changed."
})

const goneThere = (slug: string) =>
  new NotFound({
    what: `The campaign ${slug} in the ad platform`,
    next: "It was removed there. Create it again with {campaigns.create}."
  })

/** What the platform has now, and what others changed since the campaign last followed it. */
interface Seen {
  readonly remote: PlatformCampaign
  readonly changes: ReadonlyArray<ExternalChange>
}

const fromTo = (plans: ReadonlyArray<Pick<SettingPlan, "field" | "from" | "to">>) =>
  Object.fromEntries(plans.map(({ field, from, to }) => [field, { from: from ?? 0, to: to ?? 0 }]))

const make = Effect.gen(function* () {
  const accounts = yield* AdAccounts

  const read = (context: PlanContext, campaign: Campaign) =>
    Effect.gen(function* () {
      const { ad_account_id, last_synced_at, platform_budget_resource_name, platform_resource_name } =
        campaign
      if (ad_account_id === null || platform_resource_name === null || last_synced_at === null)
        return yield* new AdAccountNotLinked()
      const account = yield* accounts.get(context.clearance.organization.id, ad_account_id)
      const [remote, changes] = yield* Effect.all(
        [
          account.platform.campaign(account, platform_resource_name),
          account.platform.changesSince(account, new Date(last_synced_at))
        ],
        { concurrency: 2 }
      )
      if (remote === null) return yield* goneThere(campaign.slug)
      const own = changes.filter(
        (change) =>
          change.campaign === platform_resource_name || change.resource === platform_budget_resource_name
      )
      return { remote, changes: own } satisfies Seen
    }).pipe(
      Effect.timeoutFail({ duration: timeout, onTimeout: () => notInTime }),
      Effect.catchTags({
        SetupRequired: (failure) => Effect.fail(errorOfRefusal(platformRefusal(failure, "slug"))),
        ConnectionBroken: (failure) => Effect.fail(errorOfRefusal(platformRefusal(failure, "slug"))),
        PlatformRefused: (failure) => Effect.fail(errorOfRefusal(platformRefusal(failure, "slug"))),
        PlatformUnreachable: (failure) => Effect.fail(errorOfRefusal(platformRefusal(failure, "slug")))
      })
    )

  /** The platform's settings that differ from ours. A campaign that is a draft here is paused there. */
  const settingSteps = (campaign: Campaign, remote: PlatformCampaign): ReadonlyArray<Step> => {
    const theirs = settingsOf(remote)
    const state = stateOf(remote, campaign)
    const fields = [
      ["name", theirs.name],
      ["budget", Math.ceil(Number(theirs.budget))],
      ["target_cpa", theirs.target_cpa],
      ["ai_max", campaign.ai_max === null ? null : theirs.ai_max]
    ] as const
    return [
      ...fields
        .filter(([field, to]) => campaign[field] !== to)
        .map(([field, to]) => makeStep(acceptFieldEdit, { campaign: campaign.id, field, to })),
      ...(state === "draft" || state === campaign.state
        ? []
        : [makeStep(acceptStateEdit, { campaign: campaign.id, to: state })])
    ]
  }

  const stepsFor = (context: PlanContext, campaign: Campaign, { changes, remote }: Seen) => {
    const settings = settingSteps(campaign, remote)
    const inConflict = conflictOf(campaign, context.clearance.organization.id) !== null
    // The platform's times have whole seconds: a change in the second of the last sync may be one that it read.
    const isNewer = changes.some(({ at }) => Date.parse(at) > Date.parse(campaign.last_synced_at ?? ""))
    if (settings.length === 0 && !isNewer && !inConflict) return []
    const listed = changes.map(({ at, by, what }) => ({ at, by, what }))
    const rest = makeStep(acceptEdit, {
      campaign: campaign.id,
      changes: listed.slice(-maxListed),
      total: Math.max(changes.length, settings.length, 1),
      digest: createHash("sha256").update(JSON.stringify(listed)).digest("base64url")
    })
    return [...settings, rest]
  }

  const write: Write<"campaigns.accept_changes", Seen> = {
    readsPlatform: true,
    previewReadsPlatform: true,
    reads: campaignReads,
    readPlatform: (context, { slug }) =>
      Effect.flatMap(campaignBySlug(context, slug), (campaign) => read(context, campaign)),
    actions: (context, { slug }, seen, queued) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        {
          op: "accept_changes",
          campaign,
          source: "dashboard",
          // A page that reviews a held write does not ask the platform: approving does.
          steps: seen === undefined ? (queued?.actions[0]?.steps ?? []) : stepsFor(context, campaign, seen)
        }
      ]),
    preview: (planned) => {
      const settings = [...plansOf(planned, acceptFieldEdit), ...plansOf(planned, acceptStateEdit)]
      const [accepted] = plansOf(planned, acceptEdit)
      const budget = settings.find(({ field }) => field === "budget")
      const from = accepted?.committed ?? { daily: 0, totals: 0 }
      const to =
        accepted === undefined || budget === undefined
          ? from
          : committedAfter(accepted.committed, budget.campaign, Number(budget.to))
      return {
        changes: accepted?.changes ?? [],
        would_change: fromTo(settings),
        committed_monthly: { from: committedMonthly(from), to: committedMonthly(to) },
        ...(accepted === undefined || accepted.monthlyCap === null
          ? {}
          : { monthly_cap: accepted.monthlyCap })
      }
    },
    unchanged: () => ({ accepted: true, action_id: null, task_tracking_id: null, changed: {} }),
    output: (done: WriteResult) => ({
      accepted: true,
      action_id: done.actions[0]!.action,
      task_tracking_id: done.task === null ? null : TaskId.make(done.task),
      changed: fromTo([
        ...tracesOf(done, acceptFieldEdit).map(({ field, set, was }) => ({ field, from: was, to: set })),
        ...tracesOf(done, acceptStateEdit).map(({ set, was }) => ({
          field: "state" as const,
          from: was,
          to: set
        }))
      ]),
      sync: "pending" as const,
      ...warningsIn(done)
    })
  }
  return write
})

/** Takes over what others changed in the platform. No money rule applies: the platform spends it already. */
export const acceptOutsideChanges = registerWrite("campaigns.accept_changes", make)

const cannot = (message: string) => new ValidationError({ fields: [{ path: "campaign", message }] })

/**
 * Writes our settings over those of others in a campaign in conflict. It is for people, because it overwrites what
 * somebody else decided.
 */
export const keepOwnSettings = registerPeopleWrite(
  "external_changes.overwrite",
  Effect.succeed({
    // Ours passed the limit when it was set. The monthly cap holds.
    pastPerCallLimit: () => true,
    actions: (context, { campaign: slug }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const organization = context.clearance.organization.id
        const conflict = conflictOf(campaign, organization)
        if (conflict === null || conflict.settings.length === 0)
          return yield* cannot("has no settings that others changed and nobody has decided on")
        if ((yield* readContentChangesWaiting(organization, campaign.id)) > 0)
          return yield* cannot("has other changes too, of ads or keywords; accept those first")
        const steps = conflict.settings.flatMap(({ field, theirs }) =>
          field === "state"
            ? []
            : [makeStep(keepFieldEdit, { campaign: campaign.id, field, theirs, found_at: conflict.found_at })]
        )
        return [{ campaign, steps }]
      })
  })
)
