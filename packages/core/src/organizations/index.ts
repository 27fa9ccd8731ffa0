import { registerHandlers } from "../request/handlers.ts"
import { getBusinessProfile } from "./business-profile/get.ts"
import { getOrganization } from "./get.ts"
import { listOrganizations } from "./list.ts"

export { resolveLocations, type Targeting, targetingOf } from "./business-profile/places.ts"
export { businessLocationsOf } from "./business-profile/profile-of.ts"
export {
  businessProfileStatus,
  type ProfileStatus,
  type ReadyProfile,
  readyProfile
} from "./business-profile/rows.ts"
export type { BusinessLocation } from "./business-profile/stored.ts"

/** What organizations offer. */
export const organizations = registerHandlers(listOrganizations, getOrganization, getBusinessProfile)
