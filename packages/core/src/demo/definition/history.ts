import { ceiling } from "../../contract/index.ts"
import type { QueuedWritePlan, TaskPlan } from "./types.ts"

const adminScopes = [...ceiling("admin")]

/** What happened lately, so that there is something to follow. */
export const tasks: ReadonlyArray<TaskPlan> = [
  {
    organization: "northwind",
    type: "campaign_create",
    status: "completed",
    campaign: "spring-offers",
    minutesAgo: 9 * 1440,
    by: "adam@northwind.test",
    result: {}
  },
  {
    organization: "northwind",
    type: "campaign_state",
    status: "completed",
    campaign: "bathroom-fitting",
    minutesAgo: 38 * 1440,
    by: "olivia@northwind.test",
    result: { state: "paused" }
  },
  {
    organization: "northwind",
    type: "report_weekly",
    status: "completed",
    minutesAgo: 3000,
    by: "mia@northwind.test"
  },
  {
    organization: "northwind",
    type: "campaign_state",
    status: "failed",
    campaign: "rival-names",
    minutesAgo: 4400,
    by: "adam@northwind.test",
    error: {
      reason: "google_ads_refused",
      message:
        "Google Ads declined the change: the ad text names a trademark. Change the ad in Google Ads, then set the state again."
    }
  },
  { organization: "northwind", type: "strategy", status: "running", minutesAgo: 2, by: "mia@northwind.test" },
  {
    organization: "fabrikam",
    type: "campaign_state",
    status: "completed",
    campaign: "boiler-repair",
    minutesAgo: 20 * 1440,
    by: "olivia@northwind.test",
    result: { state: "live" }
  },
  {
    organization: "contoso",
    type: "report_weekly",
    status: "completed",
    minutesAgo: 2900,
    by: "carl@contoso.test"
  },
  {
    organization: "wingtip",
    type: "campaign_state",
    status: "failed",
    campaign: "model-aircraft",
    minutesAgo: 21 * 1440,
    by: "will@wingtip.test",
    error: {
      reason: "google_ads_connection_broken",
      message:
        "The Google Ads login ads@wingtip.test was revoked. Its owner has to reconnect it in the dashboard under Account, Ad accounts; until then every try fails in the same way."
    }
  }
]

export const queuedWrites: ReadonlyArray<QueuedWritePlan> = [
  {
    organization: "fabrikam",
    id: "qw_7Kd2Rm9Xc4Tn6Vb1Zq8Lp3",
    operation: "campaigns.update",
    campaign: "emergency-plumber",
    input: { org: "fabrikam", slug: "emergency-plumber", budget: 70, dry_run: false },
    requesterRole: "admin",
    requesterScopes: adminScopes,
    daysAgo: 1,
    reservedBudget: 70
  },
  {
    organization: "fabrikam",
    id: "qw_3Hs8Wq5Yf1Jk7Nc2Dx9Gt6",
    operation: "campaigns.update",
    campaign: "boiler-repair",
    input: { org: "fabrikam", slug: "boiler-repair", budget: 100, dry_run: false },
    requesterRole: "admin",
    requesterScopes: adminScopes,
    daysAgo: 16,
    reservedBudget: 0,
    decision: {
      status: "approved",
      by: "olivia@northwind.test",
      actionId: "act_5Pz1Lv8Bm3Xr6Qk9Tc2Yd4",
      detail: "budget 90 to 100"
    }
  },
  {
    organization: "fabrikam",
    id: "qw_9Mf4Bn6Sj2Vg8Kr1Ct5Wz7",
    operation: "campaigns.set_state",
    campaign: "rival-names",
    input: { org: "fabrikam", slug: "rival-names", state: "live", dry_run: false },
    requesterRole: "admin",
    requesterScopes: adminScopes,
    daysAgo: 30,
    reservedBudget: 0,
    decision: { status: "rejected", reason: "expired" }
  }
]
