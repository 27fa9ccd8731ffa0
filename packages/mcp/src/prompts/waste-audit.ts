import { wasteDetectors } from "@adwarden/core/contract"
import { inOrganization, organization, prompt } from "./prompt.ts"

export const wasteAudit = prompt("waste_audit", {
  title: "Waste audit",
  description:
    "Find spend that brings nothing, and propose what to exclude or pause, with a preview of each.",
  arguments: {
    org: organization,
    campaign: { description: "Only this campaign; every live one when left out", kind: "campaign" },
    detector: { description: "Only this detector; all that find waste when left out", kind: "detector" }
  },
  flow: ({ campaign, detector, org }) => ({
    goal: `Audit ${campaign ?? "the live campaigns"} for wasted spend, ${inOrganization(org)}.`,
    steps: [
      campaign === undefined
        ? "List live campaigns with {campaigns.list} and begin with those that spend most."
        : `Look at ${campaign} with {campaigns.get}.`,
      "See what was paid for: {performance.search_terms} and {performance.get}.",
      `Run ${detector ?? new Intl.ListFormat("en-GB").format(wasteDetectors)} with {detectors.run}. It changes nothing.`,
      "For each recommendation_id, preview {recommendations.apply} (dry_run true). Mind the conversions that would go and the enabled keywords that would be blocked: waste is what costs and brings nothing.",
      "Show me a table: what, campaign, cost, conversions lost, estimated monthly saving. Say which you would leave alone and why. Then ask which to apply.",
      "Only for those I choose: {recommendations.apply} with dry_run false, the preview's preview_hash and an idempotency_key. Where approval_required comes back, tell me its id and go on.",
      "End with what was done, each action_id, and that {actions.undo} takes any of it back."
    ]
  })
})
