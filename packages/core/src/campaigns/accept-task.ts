import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { Settings } from "../settings.ts"
import { runSql } from "../storage/index.ts"
import { TaskFailed, TryLater } from "../tasks/failures.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../tasks/task-kinds.ts"
import { campaignUrl } from "./campaign.ts"
import { Sync } from "./sync/sync.ts"

/** Takes over what others changed in a campaign. Its task belongs to no campaign: a sync leaves those with a task. */
export const acceptChangesTask = defineTask("accept_changes", Schema.Struct({ campaign: Schema.Int }))

const inProgress = new TryLater({
  message: "A change of this campaign, or another sync, is in progress. It is tried again shortly."
})

interface Row {
  readonly slug: string
  readonly account: string | null
  readonly state: string
  readonly last_synced_at: string | null
  readonly waits: boolean
}

const readCampaign = (organization: number, campaign: number) =>
  Effect.map(
    runSql<Row>`select slug, ad_account_id as account, state, last_synced_at, conflict is not null or exists (
        select 1 from platform_changes p where p.organization_id = ${organization} and p.campaign_id = c.id
          and p.at > c.last_synced_at) as waits
      from campaigns c where organization_id = ${organization} and id = ${campaign}`,
    ([row]) => row!
  )

export const acceptChangesKind = registerTaskKind(
  acceptChangesTask,
  Effect.gen(function* () {
    const sync = yield* Sync
    const sql = yield* SqlClient.SqlClient
    const { appUrl } = yield* Settings
    const kind: TaskKind<typeof acceptChangesTask.schema.Type> = {
      run: ({ input: { campaign }, organization, setStage }) =>
        Effect.gen(function* () {
          yield* setStage("Taking over what was changed in the ad platform.")
          const { account } = yield* readCampaign(organization, campaign)
          const report = yield* sync.account(organization, account ?? "", { accept: [campaign] })
          if (report.outcome !== "synced" && report.message !== undefined)
            return yield* report.reason === "task_error"
              ? new TryLater({ message: report.message })
              : new TaskFailed({
                  reason: (report.reason ?? "task_error") as TaskFailed["reason"],
                  message: report.message
                })
          const { last_synced_at, slug, state, waits } = yield* readCampaign(organization, campaign)
          if (waits) return yield* inProgress
          const url = yield* campaignUrl(appUrl, organization, slug)
          return { campaign: slug, url, state, synced_at: last_synced_at }
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql)),
      onFailure: () => Effect.void
    }
    return kind
  })
)
