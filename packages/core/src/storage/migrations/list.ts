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
import mail from "./0012_mail.ts"
import serviceAddress from "./0013_service_address.ts"
import approvalNotices from "./0014_approval_notices.ts"
import approvalPolicy from "./0015_approval_policy.ts"
import accessSuspension from "./0016_access_suspension.ts"
import platformConsents from "./0017_platform_consents.ts"
import confirmation from "./0018_confirmation.ts"
import notices from "./0019_notices.ts"
import servingSignals from "./0020_serving_signals.ts"
import emailChanges from "./0021_email_changes.ts"
import decisionsTold from "./0022_decisions_told.ts"
import secondFactor from "./0023_second_factor.ts"
import deletion from "./0024_deletion.ts"
import draftSettings from "./0025_draft_settings.ts"
import comments from "./0026_comments.ts"
import actionConnections from "./0027_action_connections.ts"
import negativeLists from "./0028_negative_lists.ts"
import factorEmails from "./0029_factor_emails.ts"
import conversionsStoppedNotice from "./0030_conversions_stopped_notice.ts"
import noAccountAccess from "./0031_no_account_access.ts"
import backfillFigures from "./0032_backfill_figures.ts"
import sumsForPages from "./0033_sums_for_pages.ts"
import keySuspension from "./0034_key_suspension.ts"
import approvalComments from "./0035_approval_comments.ts"
import stopGenerations from "./0036_stop_generations.ts"
import outsideChanges from "./0039_outside_changes.ts"
import requiredPreviews from "./0040_required_previews.ts"
import attention from "./0043_attention.ts"
import raises from "./0044_raises.ts"
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
  "0012_mail": mail,
  "0013_service_address": serviceAddress,
  "0014_approval_notices": approvalNotices,
  "0015_approval_policy": approvalPolicy,
  "0016_access_suspension": accessSuspension,
  "0017_platform_consents": platformConsents,
  "0018_confirmation": confirmation,
  "0019_notices": notices,
  "0020_serving_signals": servingSignals,
  "0021_email_changes": emailChanges,
  "0022_decisions_told": decisionsTold,
  "0023_second_factor": secondFactor,
  "0024_deletion": deletion,
  "0025_draft_settings": draftSettings,
  "0026_comments": comments,
  "0027_action_connections": actionConnections,
  "0028_negative_lists": negativeLists,
  "0029_factor_emails": factorEmails,
  "0030_conversions_stopped_notice": conversionsStoppedNotice,
  "0031_no_account_access": noAccountAccess,
  "0032_backfill_figures": backfillFigures,
  "0033_sums_for_pages": sumsForPages,
  "0034_key_suspension": keySuspension,
  "0035_approval_comments": approvalComments,
  "0036_stop_generations": stopGenerations,
  "0039_outside_changes": outsideChanges,
  "0040_required_previews": requiredPreviews,
  "0043_attention": attention,
  "0044_raises": raises
}

const fingerprintOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16)

/**
 * Each migration's name and fingerprint of its text. The database stores both, so that a rewritten migration
 * is detected.
 */
export const fingerprints: ReadonlyMap<string, string> = new Map(
  Object.entries(migrations).map(([name, { text }]) => [name, fingerprintOf(text)])
)
