import { Effect } from "effect"
import { monthDays } from "../../detect/detectors/index.ts"
import { readView } from "../../detect/read-view.ts"
import { readEngineViews } from "../../engine/read-views.ts"
import type { CampaignRow } from "./account.ts"
import { auditCampaign, type CampaignAudit } from "./audit-campaign.ts"

/**
 * Runs every detector over every running campaign with current figures. It processes one campaign at a time
 * and keeps only the results, because a large one has half a million searches.
 */
export const auditRunningCampaigns = <E, R>(
  organization: number,
  campaigns: ReadonlyArray<CampaignRow>,
  rivals: ReadonlyArray<string>,
  onStage: (sentence: string) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const engine = new Map((yield* readEngineViews(organization)).map((view) => [view.campaign, view]))
    const running = campaigns.filter((one) => one.running)
    const audits: Array<CampaignAudit> = []
    for (const [n, { id, slug }] of running.entries()) {
      yield* onStage(`Auditing ${slug}, campaign ${n + 1} of ${running.length}.`)
      const { view } = yield* readView(organization, id, monthDays)
      audits.push(auditCampaign(view, engine.get(id) ?? null, rivals))
    }
    return audits
  }).pipe(Effect.withSpan("strategy.auditRunning"))
