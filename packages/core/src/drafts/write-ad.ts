import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Either, Option, Schema } from "effect"
import { lockOrganization, underOrganizationLock } from "../access/organizations.ts"
import {
  type AdRow,
  asTaskFailure,
  campaignPush,
  campaignUrl,
  completeAd,
  type DraftRow,
  findAd,
  findDraft,
  type KeywordInUse,
  markAdsRemoved,
  markAdsUnpushed,
  Push,
  readDraftContent,
  readKeywordsInUse,
  readLineContext,
  readListedNegatives,
  storeLandingPages,
  storeLineContext
} from "../campaigns/index.ts"
import type { CopyWriter, SiteReader } from "../outbound/index.ts"
import { AdAccounts, readPlatformLabel } from "../platform/ad-accounts.ts"
import { Settings } from "../settings.ts"
import { TaskFailed } from "../tasks/failures.ts"
import { Queue } from "../tasks/queue.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../tasks/task-kinds.ts"
import { type AdContent, toNewAd } from "./copy/content.ts"
import { keywordOwner, leftOutText, withoutOwnAds } from "./copy/keywords.ts"
import { assembleAd, isWhole } from "./parts/assemble.ts"
import { AdParts, asExclusion } from "./parts/parts.ts"
import { readBusinessFacts } from "./writing/business.ts"
import { proposeAd } from "./writing/generate.ts"
import { lineChecker, readPages } from "./writing/given.ts"

/** Generates an ad from its landing page. */
export const adTask = defineTask(
  "campaign_ad",
  Schema.Struct({
    ad: Schema.Int,
    /** What the caller wrote of it. */
    parts: Schema.optionalWith(AdParts, { exact: true })
  })
)

const adRemoved = new TaskFailed({
  reason: "task_error",
  message: "The ad was removed while it was being written. Nothing is left of it."
})

/** The id of a task's push, the same on every attempt. */
const pushId = (task: number): string => `task/${task}`

const taskFailureOf = (error: Parameters<typeof asTaskFailure>[0] | SqlError) =>
  error._tag === "SqlError" ? error : asTaskFailure(error)

/** What an ad adds to its campaign, as its task reports it. */
const addedBy = ({ descriptions, headlines, keywords }: AdContent) => ({
  added: {
    headlines: headlines.map(({ text }) => text),
    descriptions: descriptions.map(({ text }) => text),
    keywords: keywords.map(({ text }) => text)
  }
})

/** Leaves out given keywords that other ads of the campaign have. Fails if none is left of them. */
const withFreeKeywords = (given: AdParts | undefined, inUse: ReadonlyArray<KeywordInUse>) => {
  if (given?.keywords === undefined) return Effect.succeed({ parts: given, leftOut: [] })
  const { kept, takenBy } = withoutOwnAds(
    given.keywords.map((one) => ({ ...one, ...asExclusion(one) })),
    inUse
  )
  const leftOut = takenBy.map(leftOutText)
  if (kept.length > 0 || leftOut.length === 0)
    return Effect.succeed({ parts: { ...given, keywords: kept }, leftOut })
  const next = "Send other keywords, or remove those from that ad, then send the call again."
  return new TaskFailed({
    reason: "task_error",
    message: `No keyword of the call is left. ${leftOut.join(" ")} ${next}`
  })
}

type Task = Parameters<TaskKind<typeof adTask.schema.Type>["run"]>[0]

/** The ad of a failed task, even if the rest of its input cannot be decoded. */
const decodeAdInput = Schema.decodeUnknownOption(Schema.Struct({ ad: Schema.Int }))

/**
 * Generates an ad from its landing page, and pushes it if the campaign is live. If the ad cannot be generated
 * or the platform refuses it, the task removes it here and in the platform: a failed ad must not serve.
 */
export const writeAd = registerTaskKind(
  adTask,
  Effect.gen(function* () {
    const services = yield* Effect.context<SqlClient.SqlClient | SiteReader | CopyWriter>()
    const push = yield* Push
    const accounts = yield* AdAccounts
    const queue = yield* Queue
    const { appUrl } = yield* Settings

    /** Gathers the content of the ad and stores it in one step. */
    const writeContent = (
      organization: number,
      campaign: number,
      draft: DraftRow,
      ad: number,
      { name, url }: Pick<AdRow, "name" | "url">,
      given: AdParts | undefined,
      setStage: Task["setStage"]
    ) =>
      Effect.gen(function* () {
        yield* setStage(`Reading ${new URL(url).host}.`)
        const known = yield* readLineContext(organization, campaign)
        const { facts, warning } = yield* readBusinessFacts(organization, url, {
          advertisedBy: "ad",
          lineContext: known ?? undefined,
          onStage: setStage,
          pages: 1
        })
        // A redirect may lead elsewhere: the lines rest on the page under the address of the ad.
        const page = { ...facts.home.text, url }
        yield* setStage("Writing the ad and its keywords.")
        const inUse = yield* readKeywordsInUse(organization, campaign)
        const { leftOut, parts } = yield* withFreeKeywords(given, inUse)
        const account = yield* accounts.get(organization, draft.account).pipe(Effect.mapError(taskFailureOf))
        const { locations } = yield* readDraftContent(organization, campaign)
        const proposed =
          given !== undefined && isWhole(given)
            ? null
            : yield* proposeAd({
                account,
                facts,
                isBrand: draft.type === "brand",
                locations,
                ownerOf: keywordOwner(inUse, yield* readListedNegatives(organization, campaign))
              })
        if (given === undefined && proposed !== null && Either.isLeft(proposed)) {
          return yield* new TaskFailed({ reason: "task_error", message: proposed.left })
        }
        const proposal = proposed === null ? null : Either.getOrNull(proposed)
        const check = lineChecker(readPages([page]), facts)
        const { ad: content, refused } = assembleAd({ ...parts, url }, proposal, check, "", name)
        yield* setStage("Saving the ad.")
        yield* underOrganizationLock(
          organization,
          Effect.gen(function* () {
            if (!(yield* completeAd(organization, ad, toNewAd(content)))) return
            yield* storeLandingPages(organization, campaign, [page])
            if (known === null) yield* storeLineContext(organization, campaign, facts.lineContext)
            if ((yield* findDraft(organization, campaign))?.live)
              yield* markAdsUnpushed(organization, campaign)
          })
        )
        // A proposal that could not be made leaves the ad with the caller's parts alone.
        const proposedText =
          proposed !== null && Either.isLeft(proposed)
            ? [`Nothing was proposed for what the call omits. ${proposed.left}`]
            : given?.keywords === undefined
              ? (proposal?.leftOut ?? [])
              : []
        const warnings = [...(warning === null ? [] : [warning]), ...leftOut, ...proposedText]
        return { warnings, ad: content, refused }
      })

    const kind: TaskKind<typeof adTask.schema.Type> = {
      run: ({ campaign, id, input, organization, setStage }) =>
        Effect.gen(function* () {
          const draft = yield* findDraft(organization, campaign!)
          const ad = yield* findAd(organization, input.ad)
          if (draft === null || draft.removed || ad === null) return yield* adRemoved
          const written =
            ad.state === "generating"
              ? yield* writeContent(organization, campaign!, draft, ad.id, ad, input.parts, setStage)
              : null
          const now = yield* findDraft(organization, campaign!)
          if (now?.live) {
            yield* setStage(`Bringing the ad to ${yield* readPlatformLabel(organization, now.account)}.`)
            yield* push
              .campaign(organization, campaign!, pushId(id), ["ads"], ad.id)
              .pipe(Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error))))
          }
          if ((yield* findAd(organization, input.ad)) === null) return yield* adRemoved
          return {
            campaign: draft.slug,
            url: yield* campaignUrl(appUrl, organization, draft.slug),
            ad_id: ad.id,
            ...(written === null ? {} : addedBy(written.ad)),
            ...(written === null || written.refused.length === 0 ? {} : { refused: written.refused }),
            ...(written === null || written.warnings.length === 0 ? {} : { warnings: written.warnings })
          }
        }).pipe(Effect.provide(services)),
      onFailure: ({ campaign, id, input, organization }) =>
        Effect.gen(function* () {
          yield* lockOrganization(organization)
          yield* push.finished(organization, campaign!, pushId(id))
          const adInput = Option.getOrNull(decodeAdInput(input))
          const present = adInput === null ? null : yield* findAd(organization, adInput.ad)
          if (present === null) return
          yield* markAdsRemoved(organization, [present.id])
          // The platform may or may not have the ad, so a push checks and removes it there too.
          if (present.state === "generating" || !(yield* findDraft(organization, campaign!))?.live) return
          yield* markAdsUnpushed(organization, campaign!)
          yield* queue.send(
            campaignPush,
            { organization, campaign: campaign!, fields: ["ads"] },
            { organization, stopsSpend: true }
          )
        })
    }
    return kind
  })
)
