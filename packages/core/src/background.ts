import { Effect } from "effect"
import { purgeAccess } from "./access/sessions.ts"
import { purgeSharedLinks } from "./access/shared-links.ts"
import { approvalJobs } from "./approvals/index.ts"
import { applyAuditRetention } from "./audit/retention.ts"
import { AuditSealer } from "./audit/sealer.ts"
import { acceptChangesKind } from "./campaigns/accept-task.ts"
import { pushJobs, resendJobs } from "./campaigns/push/jobs.ts"
import { keywordTransferJobs } from "./campaigns/push/transfer-keywords.ts"
import { purgeWebsiteTexts } from "./campaigns/rows/landing-pages.ts"
import { campaignStateKind } from "./campaigns/state-task.ts"
import { syncSchedule } from "./campaigns/sync/sync.ts"
import { purgeExecutions } from "./changes/executions.ts"
import { changeJobs } from "./changes/index.ts"
import { purgePreviews } from "./changes/preview.ts"
import { draftTasks } from "./drafts/index.ts"
import { purgeDeliveries } from "./events/deliveries.ts"
import { mailJobs } from "./identity/mail/index.ts"
import { purgeEmails } from "./identity/mail/outbox.ts"
import { insightJobs } from "./insight/index.ts"
import { businessProfileKind } from "./organizations/business-profile/endpoints.ts"
import { websiteFactsKind } from "./organizations/website-facts/read.ts"
import { purgeWebsiteFacts } from "./organizations/website-facts/rows.ts"
import { purgeConsents } from "./platform/logins.ts"
import { Consumers, registerSchedule, Schedules } from "./tasks/registries.ts"
import { TaskKinds } from "./tasks/task-kinds.ts"
import { Tasks } from "./tasks/tasks.ts"

/** The empty registries of background work. */
export const registries = [Consumers.layer, TaskKinds.layer, Schedules.layer] as const

/** Deletes expired rows and returns their number per table. */
export const housekeeping = Effect.map(
  Effect.all([
    purgeExecutions,
    purgePreviews,
    purgeEmails,
    purgeDeliveries,
    purgeAccess,
    purgeSharedLinks,
    purgeConsents,
    purgeWebsiteFacts,
    purgeWebsiteTexts
  ]),
  ([executions, previews, emails, deliveries, access, links, consents, facts, texts]): Readonly<
    Record<string, number>
  > => ({
    ...executions,
    ...previews,
    ...emails,
    ...deliveries,
    ...access,
    ...links,
    ...consents,
    ...facts,
    ...texts
  })
)

/**
 * Registers all background work of its owners. This file registers the work of modules that cannot import
 * tasks.
 */
export const background = Effect.all(
  [
    Tasks.jobs,
    changeJobs,
    approvalJobs,
    pushJobs,
    keywordTransferJobs,
    resendJobs,
    campaignStateKind,
    acceptChangesKind,
    draftTasks,
    businessProfileKind,
    websiteFactsKind,
    syncSchedule,
    mailJobs,
    insightJobs,
    registerSchedule({ name: "audit-retention", cron: "17 * * * *", run: applyAuditRetention }),
    registerSchedule({ name: "housekeeping", cron: "*/10 * * * *", run: housekeeping }),
    // Hosts seal right after their requests; this covers a host that was killed.
    registerSchedule({
      name: "audit-seal",
      cron: "* * * * *",
      run: Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll)
    })
  ],
  { discard: true }
)
