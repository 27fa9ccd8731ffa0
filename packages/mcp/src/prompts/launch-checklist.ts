import { inOrganization, organization, prompt } from "./prompt.ts"

export const launchChecklist = prompt("launch_checklist", {
  title: "Launch checklist",
  description:
    "Check a campaign before it goes live, list what is missing, and launch it after your confirmation.",
  arguments: {
    org: organization,
    campaign: { description: "The campaign to launch", kind: "campaign", required: true }
  },
  flow: ({ campaign, org }) => ({
    goal: `Get the campaign ${campaign} ready to launch, ${inOrganization(org)}.`,
    steps: [
      "Read {organizations.get}: the monthly cap and how much of it is committed, whether changes need approval, whether the ad account is linked and its connection ok.",
      "Read {campaigns.get}: website, budget, ads, keywords and exclusions.",
      "Compare it with {organizations.business_profile}: does it sell what the business sells, where it sells it?",
      "Preview the launch: {campaigns.set_state} with state live. blocked_by names the first thing that is missing and blocked_reason what to do about it; set a budget with {campaigns.update}, add an ad with {campaigns.create_ad}, and preview again until nothing blocks it. Ask me before each of these.",
      "Show me the checklist: what is in order, what is not, the daily budget and thirty times that, what it leaves of the monthly cap, every warning. Then ask whether to launch.",
      "After my confirmation: {campaigns.set_state} with state live, dry_run false, the preview's preview_hash and an idempotency_key. sync_conflict means that the campaign was changed in the ad platform: show me the changes, and stop.",
      "Follow task_tracking_id with {tasks.get} until it is completed or failed, then confirm with {campaigns.get} that it is live and in_sync. {actions.undo} with the action_id undoes the launch."
    ]
  })
})
