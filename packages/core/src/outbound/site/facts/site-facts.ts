import type { Site } from "../page.ts"
import { brandOf, descriptionOf } from "./brand.ts"
import { calloutsOf, sitelinksOf } from "./candidates.ts"
import type { SiteFacts } from "./fact-types.ts"
import { locationsOf } from "./locations.ts"
import { offersOf } from "./offers.ts"
import { audiencesOf, competitorsOf, trustSignalsOf } from "./reputation.ts"

/** Derives the facts about the business from its website. */
export const siteFacts = (site: Site): SiteFacts => {
  const brand = brandOf(site)
  return {
    url: site.url,
    domain: site.domain,
    language: site.language,
    brand,
    description: descriptionOf(site),
    offers: offersOf(site),
    locations: locationsOf(site),
    audiences: audiencesOf(site),
    competitors: competitorsOf(site, brand),
    trustSignals: trustSignalsOf(site),
    sitelinks: sitelinksOf(site),
    callouts: calloutsOf(site)
  }
}
