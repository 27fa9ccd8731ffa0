import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Option, Schema } from "effect"
import { lockOrganization, underOrganizationLock } from "../access/organization-lock.ts"
import {
  asTaskFailure,
  campaignPush,
  type DraftRow,
  findAd,
  findDraft,
  finishAd,
  keywordsIn,
  markAdsRemoved,
  markAdsUnpushed,
  Push
} from "../campaigns/index.ts"
import type { CopyWriter, SiteReader } from "../outside/index.ts"
import { Settings } from "../settings.ts"
import { TaskFailed } from "../tasks/failures.ts"
import { Queue } from "../tasks/queue.ts"
import { type TaskKind, taskKind } from "../tasks/task-kinds.ts"
import { composeAd } from "./copy/compose-ad.ts"
import { adTask } from "./draft-task.ts"
import { readBusiness } from "./writing/business.ts"
import { candidatesFor } from "./writing/candidates.ts"
import { newAd } from "./writing/content.ts"

const gone = new TaskFailed({
  reason: "task_error",
  message: "The ad was removed while it was being written. Nothing is left of it."
})

/** The push of a task, the same on every try. */
const pushOf = (task: number): string => `task/${task}`

type Task = Parameters<TaskKind<typeof adTask.schema.Type>["run"]>[0]

/** What a failed task was about, also where its whole input cannot be read. */
const adIn = Schema.decodeUnknownOption(Schema.Struct({ ad: Schema.Int }))

/**
 * Writes an ad from its landing page; on a campaign that runs it is then brought to the platform. An ad that cannot be
 * written, or that the platform does not take, is taken away with its task, here and, should it have arrived, there:
 * what failed must not serve.
 */
export const writeAd = taskKind(
  adTask,
  Effect.gen(function* () {
    const services = yield* Effect.context<SqlClient.SqlClient | SiteReader | CopyWriter>()
    const push = yield* Push
    const queue = yield* Queue
    const { appUrl } = yield* Settings

    /** Finds out all that the ad shall say, and puts it down at once. */
    const write = (
      organization: number,
      campaign: number,
      draft: DraftRow,
      ad: number,
      url: string,
      setStage: Task["setStage"]
    ) =>
      Effect.gen(function* () {
        yield* setStage(`Reading ${new URL(url).host}.`)
        const { domain, facts, warning } = yield* readBusiness(organization, url, {
          advertisedBy: "ad",
          onStage: setStage,
          pages: 1
        })
        yield* setStage("Writing the ad and its keywords.")
        const written = yield* candidatesFor(facts)
        const taken = yield* keywordsIn(organization, campaign)
        const composed = composeAd(facts, draft.type === "brand", domain, taken, written)
        if (Either.isLeft(composed)) {
          return yield* new TaskFailed({ reason: "task_error", message: composed.left })
        }
        yield* setStage("Saving the ad.")
        yield* underOrganizationLock(
          organization,
          Effect.gen(function* () {
            if (!(yield* finishAd(organization, ad, newAd(composed.right)))) return
            if ((yield* findDraft(organization, campaign))?.live)
              yield* markAdsUnpushed(organization, campaign)
          })
        )
        return warning
      })

    const kind: TaskKind<typeof adTask.schema.Type> = {
      run: ({ campaign, id, input, organization, setStage }) =>
        Effect.gen(function* () {
          const draft = yield* findDraft(organization, campaign!)
          const ad = yield* findAd(organization, input.ad)
          if (draft === null || draft.removed || ad === null) return yield* gone
          const warning =
            ad.state === "generating"
              ? yield* write(organization, campaign!, draft, ad.id, ad.url, setStage)
              : null
          const now = yield* findDraft(organization, campaign!)
          if (now?.live) {
            yield* setStage("Bringing the ad to Google Ads.")
            yield* push
              .campaign(organization, campaign!, pushOf(id), ["ads"], ad.id)
              .pipe(Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error))))
          }
          if ((yield* findAd(organization, input.ad)) === null) return yield* gone
          return {
            campaign: draft.slug,
            url: `${appUrl}/${draft.org}/campaigns/${draft.slug}`,
            ad_id: ad.id,
            ...(warning === null ? {} : { warnings: [warning] })
          }
        }).pipe(Effect.provide(services)),
      failed: ({ campaign, id, input, organization }) =>
        Effect.gen(function* () {
          yield* lockOrganization(organization)
          yield* push.over(organization, campaign!, pushOf(id))
          const about = Option.getOrNull(adIn(input))
          const present = about === null ? null : yield* findAd(organization, about.ad)
          if (present === null) return
          yield* markAdsRemoved(organization, [present.id])
          // Whether it arrived may not be known: a push finds out, and takes it away there too.
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
