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
  readKeywordsInUse,
  readListedNegatives,
  removeDraft
} from "../campaigns/index.ts"
import type { CopyWriter, SiteReader } from "../outbound/index.ts"
import { AdAccounts, readPlatformLabel } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import { Settings } from "../settings.ts"
import { TaskFailed } from "../tasks/failures.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../tasks/task-kinds.ts"
import { applyFocus, audienceNoun, Focus, toNewContent } from "./copy/content.ts"
import { tidyHeading } from "./copy/line.ts"
import { campaignGoal, campaignName, type DraftType, draftTypes } from "./copy/name.ts"
import { readBusinessFacts } from "./writing/business.ts"
import { generateDraft } from "./writing/generate.ts"

/** Generates a draft from its website. */
export const draftTask = defineTask(
  "campaign_draft",
  Schema.Struct({
    /** The provisional name; null if a person named the draft. */
    begunAs: Schema.NullOr(Schema.String),
    focus: Schema.NullOr(Focus)
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

/** The common name of a location, such as "Seattle" of "Seattle, Washington, United States". */
const shortName = ({ name }: { readonly name: string }): string => name.split(",")[0] ?? name

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
    const resultOf = (organization: number, { slug }: DraftRow) =>
      Effect.map(campaignUrl(appUrl, organization, slug), (url) => ({ campaign: slug, url }))

    const kind: TaskKind<typeof draftTask.schema.Type> = {
      run: ({ campaign, input, organization, setStage }) =>
        Effect.gen(function* () {
          const draft = yield* findDraft(organization, campaign!)
          if (draft === null || draft.removed) return yield* draftDiscarded
          if (draft.written) return yield* resultOf(organization, draft)
          const type = isDraftType(draft.type) ? draft.type : "prospecting"
          yield* setStage(`Reading ${new URL(draft.website).host}.`)
          const { domain, facts, places, warning } = yield* readBusinessFacts(organization, draft.website, {
            onStage: setStage,
            requestedLocations: input.focus?.locations ?? []
          })
          const platform = yield* readPlatformLabel(organization, draft.account)
          yield* setStage(`Looking up locations and searches in ${platform}.`)
          const account = yield* accounts
            .get(organization, draft.account)
            .pipe(Effect.mapError(taskFailureOf))
          const competitors = input.focus?.competitors ?? []
          const inUse = isOwnSubject(type) ? yield* readKeywordsInUse(organization, campaign!) : []
          const generated = yield* generateDraft({
            account,
            business: { domain, facts, places },
            type,
            inUse,
            competitors,
            listed: yield* readListedNegatives(organization, campaign!),
            onWriting: setStage("Writing ads, keywords, sitelinks and callouts.")
          }).pipe(Effect.mapError(taskFailureOf))
          const placeNames = generated.targeting.locations.map(shortName)
          const audience = input.focus?.audience
          const noun = audience === undefined ? null : audienceNoun(audience, facts.language)
          const labels =
            competitors.length > 0 ? competitors : noun === null ? placeNames : [tidyHeading(noun)]
          const content = toNewContent(applyFocus(generated.draft, input.focus, facts.language), {
            ...generated.targeting,
            language: facts.language,
            cpcCeiling: generated.cpcCeiling,
            name: campaignName(facts.brand.text, type, labels),
            goal: campaignGoal(facts, type, placeNames, competitors)
          })
          yield* setStage("Saving the draft.")
          const done = yield* underOrganizationLock(
            organization,
            completeDraft(organization, campaign!, content, input.begunAs)
          )
          if (!done && (yield* findDraft(organization, campaign!))?.removed !== false)
            return yield* draftDiscarded
          const result = yield* resultOf(organization, draft)
          const warnings = [...(warning === null ? [] : [warning]), ...generated.warnings]
          return { ...result, score: generated.score, ...(warnings.length === 0 ? {} : { warnings }) }
        }).pipe(Effect.provide(services)),
      onFailure: ({ campaign, organization }, { message }) =>
        Effect.gen(function* () {
          yield* lockOrganization(organization)
          const draft = yield* findDraft(organization, campaign!)
          if (draft?.written === false) {
            yield* removeDraft(organization, campaign!, `Its draft could not be written: ${message}`)
          }
        })
    }
    return kind
  })
)
