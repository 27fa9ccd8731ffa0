import { registerHandlers } from "../request/handler.ts"
import { getBusinessProfile } from "./business-profile/get.ts"
import { getOrganization } from "./get.ts"
import { listOrganizations } from "./list.ts"

export { businessLocationsOf, placesNamed } from "./business-profile/build-profile.ts"
export {
  lookUpLocations,
  resolveLocations,
  type Targeting,
  targetingOf
} from "./business-profile/business-locations.ts"
export {
  businessProfileStatus,
  type ProfileStatus,
  type ReadyProfile,
  readBrandName,
  readOwnTexts,
  readyProfile
} from "./business-profile/rows.ts"
export type { BusinessLocation } from "./business-profile/stored.ts"

/** The operations of organizations. */
export const organizations = registerHandlers(listOrganizations, getOrganization, getBusinessProfile)
