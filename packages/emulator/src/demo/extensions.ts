import type { Operation } from "../mutate/mutate.ts"
import type { Body } from "../protocol/json.ts"
import { siteUrl } from "../sites/index.ts"
import { type Kind, nameOf } from "../state/kinds.ts"
import type { World } from "../world.ts"
import type { DemoCustomer } from "./types.ts"

const create = (kind: Kind, body: Body): Operation => ({ kind, body: { create: body as never }, path: [] })

/** The account's assets below its ads, each with the field type of its link to a campaign. */
const assetsOf = ({ callouts, sitelinks, slug }: DemoCustomer): readonly [string, Body][] => [
  ...sitelinks.map(({ text, page, description1, description2 }): [string, Body] => [
    "SITELINK",
    {
      finalUrls: [`${siteUrl(slug)}${page}`],
      sitelinkAsset: { linkText: text, description1, description2 }
    }
  ]),
  ...callouts.map((calloutText): [string, Body] => ["CALLOUT", { calloutAsset: { calloutText } }])
]

/** Links the account's sitelinks and callouts to each of its campaigns. */
export const seedExtensions = (world: World, demo: DemoCustomer): void => {
  const customer = world.store.get(`customers/${demo.customerId}`)!
  const campaigns = [...world.store.list(demo.customerId, "campaign")]
  const operations = assetsOf(demo).flatMap(([fieldType, body], index) => {
    const asset = nameOf("asset", demo.customerId, String(-1 - index))
    return [
      create("asset", { resourceName: asset, ...body }),
      ...campaigns.map(({ name: campaign }) => create("campaign_asset", { campaign, asset, fieldType }))
    ]
  })
  const author = { userEmail: demo.login.email, clientType: "GOOGLE_ADS_API" }
  world.mutate(customer, operations, { partialFailure: false, validateOnly: false }, author)
}
