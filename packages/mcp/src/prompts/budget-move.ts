import { inOrganization, organization, prompt } from "./prompt.ts"

export const budgetMove = prompt("budget_move", {
  title: "Budget move",
  description: "Move daily budget from one campaign to another without spending more in between.",
  arguments: {
    org: organization,
    from: { description: "The campaign to lower", kind: "campaign", required: true },
    to: { description: "The campaign to raise", kind: "campaign", required: true },
    amount: { description: "How much a day, in whole units of the currency", kind: "amount", required: true }
  },
  flow: ({ amount, from, org, to }) => ({
    goal: `Move ${amount} a day from ${from} to ${to}, ${inOrganization(org)}.`,
    steps: [
      "Read {organizations.get}: how far one call can change a budget, the monthly cap and how much of it is committed, whether changes need approval.",
      "Read both campaigns with {campaigns.get}, and both with {performance.get} over the last four weeks. Tell me if the move goes from the better campaign to the worse one.",
      `Preview both with {campaigns.update}: ${from} at its budget less ${amount}, ${to} at its budget plus ${amount}. If within_limits is false because of the per-call limit, tell me the largest possible move and stop. If the monthly cap is the reason, lowering ${from} may free enough.`,
      "Show me both, before and after, with the sum, and ask for my confirmation.",
      `Lower ${from} first, so that the sum never rises: dry_run false, its preview_hash and an idempotency_key. Then preview ${to} again and raise it the same way.`,
      `If ${from} was lowered and ${to} is rejected, tell me and offer to undo the first with {actions.undo}. If either returns approval_required, follow it with {queued_writes.get} before you continue, and tell me that a person has to approve.`,
      "End with both budgets as they are now, and both action_ids."
    ]
  })
})
