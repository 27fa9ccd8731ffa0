import { Effect } from "effect"
import type { PageRouter } from "../../kit/page-router.ts"
import { adAccounts } from "./accounts.ts"
import { approvalPolicy } from "./approvals.ts"
import { auditTrail } from "./audit.ts"
import { emergencyStop } from "./emergency-stop.ts"
import { organizationKey } from "./key.ts"
import { organizationKeys } from "./keys.ts"
import { limits } from "./limits.ts"
import { organizationMembers } from "./members.ts"
import { organizationNotifications } from "./notifications.ts"
import { organizationSettings } from "./organization.ts"
import { security } from "./security.ts"

/**
 * The settings of an organization. Members see them; owners change them, except that the list of every key is for
 * owners alone.
 */
export const settings = (router: PageRouter) =>
  Effect.gen(function* () {
    yield* limits(router)
    yield* approvalPolicy(router)
    yield* organizationKeys(router)
    yield* organizationKey(router)
    yield* organizationMembers(router)
    yield* security(router)
    yield* adAccounts(router)
    yield* organizationNotifications(router)
    yield* auditTrail(router)
    yield* organizationSettings(router)
    yield* emergencyStop(router)
  })
