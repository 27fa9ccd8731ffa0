import type { CommandGroups } from "./groups.ts"

/** Commands that need every service. */
export const campaignGroups: CommandGroups = [
  ["organizations", async () => (await import("./profile.ts")).profile],
  ["queued-writes", async () => (await import("./queued-writes/decide.ts")).queuedWriteDecisions],
  ["drafts", async () => (await import("./drafts.ts")).drafts],
  ["reports", async () => (await import("./reports.ts")).reports],
  ["recommendations", async () => (await import("./recommendations.ts")).recommendations],
  ["ads", async () => (await import("./ads.ts")).ads],
  ["campaigns", async () => (await import("./budgets.ts")).budgets],
  ["sync", async () => [(await import("./sync.ts")).sync]]
]
