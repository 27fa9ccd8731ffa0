import { expect } from "vitest"
import type { Output } from "../../../src/contract/index.ts"
import { call } from "../../support/call.ts"
import { follow, type OnPlatform } from "../../support/workers.ts"

export type Created = Output<"campaigns.create">

/** Sources in stored form. */
export interface StoredSources {
  readonly list: ReadonlyArray<{ readonly of: string; readonly text: string; readonly source: object }>
}

/** Creates a draft and waits for its task. */
export const draftFrom = async (demo: OnPlatform, key: string, values: Record<string, unknown>) => {
  const answer = await demo.run(call("campaigns.create", key, values))
  expect(answer.error).toBeNull()
  const created = answer.output as Created
  return { created, task: await follow(demo, key, created.task_tracking_id) }
}

/** Reads a campaign's ads with their keywords, as stored. */
export const adsIn = (demo: OnPlatform, slug: string, org = "northwind") =>
  demo.query<{
    id: number
    name: string
    url: string
    state: string
    headlines: ReadonlyArray<string>
    descriptions: ReadonlyArray<string>
    keywords: ReadonlyArray<string>
    sources: StoredSources | null
    removed: boolean
    ref: string | null
  }>(
    `select a.id, a.name, a.url, a.state, a.headlines, a.descriptions, a.sources, a.removed_at is not null as removed,
       a.platform_resource_name as ref,
       array(select k.match_type || ' ' || k.text from keywords k where k.organization_id = a.organization_id
         and k.ad_id = a.id and k.removed_at is null order by k.id) as keywords
     from ads a join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
     join organizations o on o.id = c.organization_id
     where o.slug = '${org}' and c.slug = '${slug}' order by a.id`
  )
