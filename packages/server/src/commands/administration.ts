import type { CommandGroups } from "./groups.ts"

/** Commands about the service, people, keys, organizations, ad accounts and held changes. They load no code of campaigns. */
export const administrationGroups: CommandGroups = [
  ["migrate", async () => [(await import("./migrate.ts")).migrate]],
  ["doctor", async () => [(await import("./doctor/index.ts")).doctor]],
  ["organizations", async () => (await import("./organizations.ts")).organizations],
  ["users", async () => (await import("./users.ts")).users],
  ["teams", async () => (await import("./teams.ts")).teams],
  ["accounts", async () => (await import("./accounts/index.ts")).accounts],
  ["keys", async () => (await import("./keys.ts")).keys],
  ["queued-writes", async () => (await import("./queued-writes/read.ts")).queuedWriteReads],
  ["mail", async () => (await import("./mail.ts")).mail],
  ["secrets", async () => (await import("./secrets.ts")).secrets],
  ["audit", async () => (await import("./audit.ts")).audit]
]
