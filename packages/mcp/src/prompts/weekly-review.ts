import { inOrganization, organization, prompt } from "./prompt.ts"

export const weeklyReview = prompt("weekly_review", {
  title: "Weekly review",
  description: "What happened this week, why, and the few things worth doing next. Changes nothing.",
  arguments: { org: organization },
  flow: ({ org }) => ({
    goal: `Review the last full week of our search ads ${inOrganization(org)}. Change nothing.`,
    steps: [
      "Read the limits and the committed budget with {organizations.get}.",
      "Get the week from Monday to Sunday with {performance.get}, by campaign and again by day; vs_previous compares the days up to data_until with those of previous_period; report no change that is partial.",
      "Read the newest weekly report with {reports.get}. If it is not of that week, ask me whether to generate it with {reports.generate} (it counts as one of the day's writes), follow it with {tasks.get}, then read it.",
      "For the largest changes, look for the reason: {performance.search_terms} of that campaign, {keywords.list}, and what was changed in {actions.list} if this credential has access.",
      "Read the existing recommendations with {recommendations.list}.",
      "For each campaign that spent, {campaigns.get} states in sync whether the ad platform has the same state, and in sync_error what to do.",
      "Tell me in one page: spend, conversions and CPA against the week before; the two or three reasons that explain most of it, with figures; campaigns that are not in_sync; at most five next steps, each with the call that would preview it.",
      "State plainly where the figures are too small to mean anything."
    ]
  })
})
