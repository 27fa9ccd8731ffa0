import { type AfterWork, jobAfter } from "../../changes/after.ts"
import { campaignPush } from "./jobs.ts"

/** The platform is brought in line after the commit, with whatever it does not know by then. */
export const pushWork = (organization: number, campaign: number): AfterWork =>
  jobAfter(campaignPush, { organization, campaign, fields: [] })
