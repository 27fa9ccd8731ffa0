import { Effect } from "effect"
import type { PageRouter } from "../../kit/page-router.ts"
import { connectedApps } from "./apps.ts"
import { accountFactor } from "./factor.ts"
import { accountKeys } from "./keys.ts"
import { accountNotifications } from "./notifications.ts"
import { accountPassword } from "./password.ts"
import { accountProfile, confirmEmail } from "./profile.ts"
import { accountSessions } from "./sessions.ts"

/** The pages of a person's own account, in the order of the navigation. */
export const account = (router: PageRouter) =>
  Effect.gen(function* () {
    yield* accountKeys(router)
    yield* connectedApps(router)
    yield* accountSessions(router)
    yield* accountPassword(router)
    yield* accountFactor(router)
    yield* accountNotifications(router)
    yield* accountProfile(router)
    yield* confirmEmail(router)
  })

export { approvalsText, heldButtons } from "./held.ts"
export {
  createdKeyCard,
  keyStatusBadge,
  keysFile,
  keyTable,
  type NewSecret,
  revokeKeyDialog
} from "./keys.ts"
export { type KeyOrganization, newKeyCard, newKeyOf, quickKeyForm } from "./new-key.ts"
