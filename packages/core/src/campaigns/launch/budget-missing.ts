import type { LaunchFacts } from "./facts.ts"

export const budgetMissing = ({ budget }: LaunchFacts): string | null =>
  budget === null || budget <= 0
    ? "The campaign has no daily budget. Set one above 0 first (PATCH the campaign with budget), then launch it."
    : null
