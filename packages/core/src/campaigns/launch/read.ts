import { Effect } from "effect"
import { runSql } from "../../storage/index.ts"
import type { StoredCampaign } from "../stored-campaign.ts"
import { decodeTargeting, type StoredTargeting } from "../stored-json.ts"
import type { LaunchAd, LaunchContent } from "./facts.ts"

interface Row extends Pick<StoredCampaign, "website_url" | "callouts"> {
  readonly location_question: string | null
  readonly ads: ReadonlyArray<LaunchAd>
  readonly being_written: boolean
}
type ContentRow = Row & { readonly [Column in keyof StoredTargeting]: unknown }

/** Reads what a campaign would send to the platform now: its ads with their keywords, oldest first. */
export const readContent = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<ContentRow>`
      select c.website_url, c.origin = 'created' and c.generated_at is null as being_written, c.locations, c.radius, c.sitelinks, c.callouts,
        c.location_question,
        (select coalesce(jsonb_agg(jsonb_build_object(
            'name', a.name, 'url', a.url, 'headlines', a.headlines, 'descriptions', a.descriptions,
            'paths', a.paths, 'state', a.state,
            'keywords', (select coalesce(jsonb_agg(jsonb_build_object(
                'text', k.text, 'match_type', k.match_type, 'state', k.state) order by k.id), '[]')
              from keywords k where k.organization_id = ${organization} and k.campaign_id = a.campaign_id
                and k.ad_id = a.id and k.removed_at is null)) order by a.id), '[]')
          from ads a where a.organization_id = ${organization} and a.campaign_id = c.id
            and a.removed_at is null) as ads
      from campaigns c where c.organization_id = ${organization} and c.id = ${campaign}`
    const {
      ads,
      being_written: beingWritten,
      callouts,
      location_question: locationQuestion,
      website_url: websiteUrl,
      ...targeting
    } = row!
    const content: LaunchContent = {
      ...decodeTargeting({ ...targeting, organization, id: campaign }),
      websiteUrl,
      isGenerating: beingWritten,
      callouts,
      locationQuestion,
      ads
    }
    return content
  })
