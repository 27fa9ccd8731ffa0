import type { AfterWork } from "../../changes/after.ts"

/** The platform is brought in line after the commit, with whatever it does not know by then. */
export const pushWork = (organization: number, campaign: number): AfterWork => ({
  job: "campaign-push",
  data: { organization, campaign, fields: [] }
})
