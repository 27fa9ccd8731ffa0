import type { OperatorCommand } from "../command-line/index.ts"
import { accounts } from "./accounts/index.ts"
import { ads } from "./ads.ts"
import { audit } from "./audit/index.ts"
import { budgets } from "./budgets.ts"
import { dev } from "./dev.ts"
import { doctor } from "./doctor/index.ts"
import { drafts } from "./drafts.ts"
import { keys } from "./keys/index.ts"
import { keywords } from "./keywords.ts"
import { mail } from "./mail.ts"
import { migrate } from "./migrate.ts"
import { organizations } from "./organizations/index.ts"
import { profile } from "./profile.ts"
import { queuedWrites } from "./queued-writes/index.ts"
import { recommendations } from "./recommendations.ts"
import { reports } from "./reports.ts"
import { secrets } from "./secrets.ts"
import { serve } from "./serve.ts"
import { sync } from "./sync/index.ts"
import { teams } from "./teams.ts"
import { users } from "./users.ts"
import { worker } from "./worker.ts"

/** The server commands. Their help is generated from them: run `npm run cli:generate` after a change. */
export const operatorCommands: ReadonlyArray<OperatorCommand> = [
  dev,
  serve,
  worker,
  migrate,
  doctor,
  ...organizations,
  ...profile,
  ...users,
  ...teams,
  ...accounts,
  ...keys,
  ...queuedWrites,
  ...drafts,
  ...reports,
  ...recommendations,
  ...ads,
  ...keywords,
  ...budgets,
  sync,
  ...mail,
  ...secrets,
  ...audit
]
