// Generated from the contract by `npm run generate`. Do not edit.

import type { OperationInfo } from "../operations/operation-info.ts"
import { actions } from "./operations/actions.ts"
import { ads } from "./operations/ads.ts"
import { assets } from "./operations/assets.ts"
import { audit } from "./operations/audit.ts"
import { campaigns } from "./operations/campaigns.ts"
import { detectors } from "./operations/detectors.ts"
import { keywords } from "./operations/keywords.ts"
import { organizations } from "./operations/organizations.ts"
import { performance } from "./operations/performance.ts"
import { queuedWrites } from "./operations/queued-writes.ts"
import { recommendations } from "./operations/recommendations.ts"
import { reports } from "./operations/reports.ts"
import { strategy } from "./operations/strategy.ts"
import { tasks } from "./operations/tasks.ts"
import { websiteFacts } from "./operations/website-facts.ts"

/** All operations, in the order of the reference. */
export const operations: ReadonlyArray<OperationInfo> = [
  ...organizations,
  ...websiteFacts,
  ...campaigns,
  ...ads,
  ...assets,
  ...keywords,
  ...performance,
  ...reports,
  ...strategy,
  ...detectors,
  ...recommendations,
  ...actions,
  ...audit,
  ...tasks,
  ...queuedWrites
]
