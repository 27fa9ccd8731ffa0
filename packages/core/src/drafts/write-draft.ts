import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { lockOrganization, underOrganizationLock } from "../access/organizations.ts"
import {
  asTaskFailure,
  campaignUrl,
  completeDraft,
  type DraftRow,
  findDraft,
  readDraftNeeds,
  readKeywordsInUse,
  readListedNegatives,
  removeDraft
} from "../campaigns/index.ts"
import { completeAction, failWaitingAction } from "../log/action-log.ts"
import type { CopyWriter, SiteReader } from "../outbound/index.ts"
import { AdAccounts, readPlatformLabel } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import { Settings } from "../settings.ts"
import { TaskFailed } from "../tasks/failures.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../tasks/task-kinds.ts"
import { applyFocus, audienceNoun, Focus, toNewContent } from "./copy/content.ts"
import { keywordOwner } from "./copy/keywords.ts"
import { tidyHeading } from "./copy/line.ts"
import { campaignGoal, campaignName, type DraftType, draftTypes } from "./copy/name.ts"
import { placeName } from "./from-site.ts"
import { CampaignParts } from "./parts/parts.ts"
import { readBusinessFacts } from "./writing/business.ts"
import { generateDraft } from "./writing/generate.ts"
import { joinParts, scopeOf } from "./writing/given.ts"

/** Generates a draft from its website. */
export const draftTask = defineTask(
  "campaign_draft",
  Schema.Struct({
    /** The provisional name; null if a person named the draft. */
    begunAs: Schema.NullOr(Schema.String),
    focus: Schema.NullOr(Focus),
    /** What the caller wrote of it. */
    parts: Schema.optionalWith(CampaignParts, { exact: true })
  })
)

const draftDiscarded = new TaskFailed({
  reason: "task_error",
  message: "The draft was discarded while it was being written. Nothing is left of it."
})

const taskFailureOf = (error: ReadFailure | SqlError | TaskFailed) =>
  error._tag === "SqlError" || error._tag === "TaskFailed" ? error : asTaskFailure(error)

/** A recommendation splits off what another campaign already bids on; every other draft must not repeat it. */
const isOwnSubject = (type: DraftType): boolean => type === "prospecting" || type === "competitor"

const isDraftType = (type: string): type is DraftType => draftTypes.some((one) => one === type)

/**
 * Generates a draft from its website. It gathers everything first and stores it in one step, so a killed
 * worker leaves an empty draft and the retry starts again. A draft that cannot be generated is removed with
 * its task: reads of its slug then report why.
 */
export const writeDraft = registerTaskKind(
  draftTask,
  Effect.gen(function* () {
    const services = yield* Effect.context<SqlClient.SqlClient | SiteReader | CopyWriter | AdAccounts>()
    const accounts = yield* AdAccounts
    const { appUrl } = yield* Settings
    const resultOf = (organization: number, { slug }: DraftRow, action: string | null) =>
      Effect.map(campaignUrl(appUrl, organization, slug), (url) => ({
        campaign: slug,
        url,
        // An action that undo takes, and discards the draft with.
        ...(action === null ? {} : { action_id: action })
      }))

    const kind: TaskKind<typeof draftTask.schema.Type> = {
      run: ({ action, campaign, input, organization, setStage }) =>
        Effect.gen(function* () {
          const draft = yield* findDraft(organization, campaign!)
          if (draft === null || draft.removed) return yield* draftDiscarded
          if (draft.written) return yield* resultOf(organization, draft, action)
          const type = isDraftType(draft.type) ? draft.type : "prospecting"
          yield* setStage(`Reading ${new URL(draft.website).host}.`)
          const business = yield* readBusinessFacts(organization, draft.website, {
            onStage: setStage,
            requestedLocations: input.focus?.locations ?? []
          })
          const { facts, warning } = business
          const parts = input.parts ?? {}
          const scope = scopeOf(parts, facts)
          const platform = yield* readPlatformLabel(organization, draft.account)
          yield* setStage(`Looking up locations and searches in ${platform}.`)
          const account = yield* accounts
            .get(organization, draft.account)
            .pipe(Effect.mapError(taskFailureOf))
          const competitors = input.focus?.competitors ?? []
          const inUse = isOwnSubject(type) ? yield* readKeywordsInUse(organization, campaign!) : []
          const listed = yield* readListedNegatives(organization, campaign!)
          const generated = yield* generateDraft({
            account,
            business,
            type,
            landingPages: scope.ads?.map(({ url }) => url) ?? null,
            inUse,
            competitors,
            listed,
            onWriting: setStage("Writing ads, keywords, sitelinks and callouts.")
          }).pipe(Effect.mapError(taskFailureOf))
          const placeNames = generated.targeting.locations.map(({ name }) => placeName(name))
          const audience = input.focus?.audience
          const noun = audience === undefined ? null : audienceNoun(audience, facts.language)
          const labels =
            competitors.length > 0 ? competitors : noun === null ? placeNames : [tidyHeading(noun)]
          const owned = applyFocus(generated.draft, input.focus, facts.language)
          const joined = yield* joinParts({
            organization,
            account,
            facts,
            parts,
            ads: scope.ads,
            draft: owned,
            isBrand: type === "brand",
            locations: generated.targeting.locations,
            ownerOf: keywordOwner(inUse, listed)
          })
          const content = toNewContent(joined.draft, {
            ...generated.targeting,
            negatives: joined.draft.negatives,
            pages: joined.pages,
            lineContext: facts.lineContext,
            language: facts.language,
            cpcCeiling: generated.cpcCeiling,
            name: campaignName(facts.brand.text, type, labels),
            goal: campaignGoal(facts, type, placeNames, competitors)
          })
          yield* setStage("Saving the draft.")
          const done = yield* underOrganizationLock(
            organization,
            Effect.gen(function* () {
              if (!(yield* completeDraft(organization, campaign!, content, input.begunAs))) return false
              if (action !== null) yield* completeAction(organization, action, campaign!)
              return true
            })
          )
          if (!done && (yield* findDraft(organization, campaign!))?.removed !== false)
            return yield* draftDiscarded
          const result = yield* resultOf(organization, draft, action)
          const { needs, quality } = yield* readDraftNeeds(organization, campaign!)
          const warnings = [...(warning === null ? [] : [warning]), ...scope.warnings, ...generated.warnings]
          return {
            ...result,
            ...(joined.refused.length === 0 ? {} : { refused: joined.refused }),
            needs: [...scope.needs, ...needs],
            quality,
            ...(warnings.length === 0 ? {} : { warnings })
          }
        }).pipe(Effect.provide(services)),
      onFailure: ({ action, campaign, organization }, { message }) =>
        Effect.gen(function* () {
          yield* lockOrganization(organization)
          if (action !== null) yield* failWaitingAction(organization, action, message)
          const draft = yield* findDraft(organization, campaign!)
          if (draft?.written === false) {
            yield* removeDraft(organization, campaign!, `Its draft could not be written: ${message}`)
          }
        })
    }
    return kind
  })
)
