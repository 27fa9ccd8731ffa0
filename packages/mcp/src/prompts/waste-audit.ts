import { wasteDetectors } from "@adwarden/core/contract"
import { inOrganization, organization, prompt } from "./prompt.ts"

export const wasteAudit = prompt("waste_audit", {
  title: "Waste audit",
  description:
    "Find spend without conversions, and propose what to exclude or pause, with a preview of each.",
  arguments: {
    org: organization,
    campaign: { description: "Only this campaign; every live one if omitted", kind: "campaign" },
    detector: { description: "Only this detector; all that find waste if omitted", kind: "detector" }
  },
  flow: ({ campaign, detector, org }) => ({
    goal: `Audit ${campaign ?? "the live campaigns"} for wasted spend, ${inOrganization(org)}.`,
    steps: [
      campaign === undefined
        ? "List live campaigns with {campaigns.list} and begin with those that spend most."
        : `Look at ${campaign} with {campaigns.get}.`,
      "Read what was paid for: {performance.search_terms} and {performance.get}.",
      `Run ${detector ?? new Intl.ListFormat("en-GB").format(wasteDetectors)} with {detectors.run}. It changes nothing.`,
      "For each recommendation_id, preview {recommendations.apply} (dry_run true). Check the conversions that would be lost and the enabled keywords that would be blocked: waste is cost without conversions.",
      "Show me a table: what, campaign, cost, conversions lost, estimated monthly saving. State which you would keep and why. Then ask which to apply.",
      "Only for those I choose: {recommendations.apply} with dry_run false, the preview's preview_hash and an idempotency_key. If a call returns approval_required, tell me its id and continue.",
      "End with what was done, each action_id, and that {actions.undo} undoes any of it."
    ]
  })
})
