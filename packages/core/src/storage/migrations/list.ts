import { createHash } from "node:crypto"
import organizations from "./0001_organizations.ts"
import peopleAndKeys from "./0002_people_and_keys.ts"
import oauth from "./0003_oauth.ts"
import adAccounts from "./0004_ad_accounts.ts"
import campaigns from "./0005_campaigns.ts"
import metrics from "./0006_metrics.ts"
import changes from "./0007_changes.ts"
import tasks from "./0008_tasks.ts"
import insight from "./0009_insight.ts"
import audit from "./0010_audit.ts"
import rateLimits from "./0011_rate_limits.ts"
import mail from "./0013_mail.ts"
import serviceAddress from "./0014_service_address.ts"
import keyUsesAndExposure from "./0015_key_uses_and_exposure.ts"
import keptPlans from "./0017_kept_plans.ts"
import savings from "./0021_savings.ts"
import refreshBranches from "./0022_refresh_branches.ts"
import clientDocumentFailures from "./0023_client_document_failures.ts"
import platformCampaignNames from "./0024_platform_campaign_names.ts"
import plainNames from "./0025_plain_names.ts"
import organizationLocks from "./0026_organization_locks.ts"
import platformByAccount from "./0027_platform_by_account.ts"
import campaignWeeks from "./0028_campaign_weeks.ts"
import type { Migration } from "./ddl.ts"

/** An explicit list instead of a directory scan, so that it works in a bundle too. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_organizations": organizations,
  "0002_people_and_keys": peopleAndKeys,
  "0003_oauth": oauth,
  "0004_ad_accounts": adAccounts,
  "0005_campaigns": campaigns,
  "0006_metrics": metrics,
  "0007_changes": changes,
  "0008_tasks": tasks,
  "0009_insight": insight,
  "0010_audit": audit,
  "0011_rate_limits": rateLimits,
  "0013_mail": mail,
  "0014_service_address": serviceAddress,
  "0015_key_uses_and_exposure": keyUsesAndExposure,
  "0017_kept_plans": keptPlans,
  "0021_savings": savings,
  "0022_refresh_branches": refreshBranches,
  "0023_client_document_failures": clientDocumentFailures,
  "0024_platform_campaign_names": platformCampaignNames,
  "0025_plain_names": plainNames,
  "0026_organization_locks": organizationLocks,
  "0027_platform_by_account": platformByAccount,
  "0028_campaign_weeks": campaignWeeks
}

const fingerprintOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

/**
 * Each migration's name and fingerprint of its text. The database stores both, so that a rewritten migration
 * is detected.
 */
export const fingerprints: ReadonlyMap<string, string> = new Map(
  Object.entries(migrations).map(([name, { text }]) => [name, fingerprintOf(text)])
)
