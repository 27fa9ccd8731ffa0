import { inOrganization, organization, prompt } from "./prompt.ts"

export const budgetMove = prompt("budget_move", {
  title: "Budget move",
  description: "Move daily budget from one campaign to another without spending more in between.",
  arguments: {
    org: organization,
    from: { description: "The campaign that gives", kind: "campaign", required: true },
    to: { description: "The campaign that gets it", kind: "campaign", required: true },
    amount: { description: "How much a day, in whole units of the currency", kind: "amount", required: true }
  },
  flow: ({ amount, from, org, to }) => ({
    goal: `Move ${amount} a day from ${from} to ${to}, ${inOrganization(org)}.`,
    steps: [
      "Read {organizations.get}: how far one call may move a budget, the monthly cap and what is committed of it, whether changes wait for approval.",
      "Read both campaigns with {campaigns.get}, and both with {performance.get} over the last four weeks. Tell me if the move goes from the better one to the worse one.",
      `Preview both with {campaigns.update}: ${from} at its budget less ${amount}, ${to} at its budget plus ${amount}. Where within_limits is false because of the limit for one call, tell me the largest move that fits and stop. Where it is the monthly cap, what ${from} gives up may make the room.`,
      "Show me both, before and after, with the sum, and ask for my yes.",
      `Lower ${from} first, so that the sum never rises: dry_run false, its preview_hash and an idempotency_key. Then preview ${to} again and raise it the same way.`,
      `If ${from} was lowered and ${to} is refused, say so and offer to take the first back with {actions.undo}. If either answers approval_required, wait for it with {queued_writes.get} before going on, and tell me that a person has to approve.`,
      "End with both budgets as they are now, and both action_ids."
    ]
  })
})
