import type { AccountStructure, Ref } from "../../platform/model/index.ts"

/**
 * How much of an account is written in one transaction, under the organization's lock: so few campaigns, or so few of
 * their ads, keywords and negatives, that whoever wants to pause a campaign meanwhile waits for milliseconds.
 */
const mostCampaigns = 5
const mostParts = 300

/** An account a few campaigns at a time, each with all that hangs on it. */
export const batchesOf = (structure: AccountStructure): ReadonlyArray<AccountStructure> => {
  const parts = new Map<Ref, number>()
  for (const { campaign } of [...structure.ads, ...structure.keywords, ...structure.negatives]) {
    parts.set(campaign, (parts.get(campaign) ?? 0) + 1)
  }
  const batches: Array<Set<Ref>> = []
  let weight = 0
  for (const { ref } of structure.campaigns) {
    const own = parts.get(ref) ?? 0
    const open = batches.at(-1)
    if (open === undefined || open.size >= mostCampaigns || weight + own > mostParts) {
      batches.push(new Set([ref]))
      weight = own
    } else {
      open.add(ref)
      weight += own
    }
  }
  return split(structure, batches)
}

/** Each row is looked at once, however many batches there are. */
const split = (
  structure: AccountStructure,
  batches: ReadonlyArray<ReadonlySet<Ref>>
): ReadonlyArray<AccountStructure> => {
  const numberOf = new Map(batches.flatMap((refs, n) => [...refs].map((ref) => [ref, n] as const)))
  const grouped = <A>(rows: ReadonlyArray<A>, campaignOf: (row: A) => Ref) => {
    const groups = Map.groupBy(rows, (row) => numberOf.get(campaignOf(row)))
    return (n: number): ReadonlyArray<A> => groups.get(n) ?? []
  }
  const own = <A extends { readonly campaign: Ref }>(rows: ReadonlyArray<A>) =>
    grouped(rows, ({ campaign }) => campaign)
  const campaigns = grouped(structure.campaigns, ({ ref }) => ref)
  const ads = own(structure.ads)
  const keywords = own(structure.keywords)
  const negatives = own(structure.negatives)
  const locations = own(structure.locations)
  const radii = own(structure.radii)
  const sitelinks = own(structure.sitelinks)
  const callouts = own(structure.callouts)
  return batches.map((_, n) => ({
    campaigns: campaigns(n),
    ads: ads(n),
    keywords: keywords(n),
    negatives: negatives(n),
    locations: locations(n),
    radii: radii(n),
    sitelinks: sitelinks(n),
    callouts: callouts(n)
  }))
}

/** Of the platform's numbers of campaigns that it shows no more, as many as are looked at in one transaction. */
export const chunksOf = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(rows.length / mostCampaigns) }, (_, n) =>
    rows.slice(n * mostCampaigns, (n + 1) * mostCampaigns)
  )
