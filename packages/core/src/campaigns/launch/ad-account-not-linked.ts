import type { LaunchFacts } from "./facts.ts"

export const adAccountNotLinked = ({ linked }: LaunchFacts): string | null =>
  linked
    ? null
    : "The campaign is not linked to an ad-platform account that you can access. Link one in the dashboard under Account, Ad accounts, then launch it."
