import type { AccountStructure, Ref } from "../../platform/model.ts"

/**
 * Limits of one transaction under the organization's lock: few enough campaigns, or ads and keywords, that a
 * concurrent pause waits only milliseconds.
 */
const maxCampaigns = 5
const maxParts = 300

/** Splits an account into batches of a few campaigns, each with all its ads and keywords. */
export const batchesOf = (structure: AccountStructure): ReadonlyArray<AccountStructure> => {
  const parts = new Map<Ref, number>()
  for (const { campaign } of [...structure.ads, ...structure.keywords, ...structure.negatives]) {
    parts.set(campaign, (parts.get(campaign) ?? 0) + 1)
  }
  const batches: Array<Set<Ref>> = []
  let size = 0
  for (const { ref } of structure.campaigns) {
    const own = parts.get(ref) ?? 0
    const open = batches.at(-1)
    if (open === undefined || open.size >= maxCampaigns || size + own > maxParts) {
      batches.push(new Set([ref]))
      size = own
    } else {
      open.add(ref)
      size += own
    }
  }
  return split(structure, batches)
}

/** Visits each row once, however many batches there are. */
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

/**
 * Whether it has more parts than one transaction writes: its keywords are then written a few ads at a time.
 */
export const isOversized = ({ ads, keywords, negatives }: AccountStructure): boolean =>
  ads.length + keywords.length + negatives.length > maxParts

/** The keywords of a few ads; 0 is the campaign itself. */
interface CriterionSlice {
  readonly ads: ReadonlyArray<number>
  readonly keywords: AccountStructure["keywords"]
  readonly negatives: AccountStructure["negatives"]
}

/** Splits the keywords of a batch by ads, including ads that exist only here, whose keywords are removed. */
export const slicesOf = (
  { keywords, negatives }: AccountStructure,
  idOf: ReadonlyMap<Ref, number>,
  localAds: ReadonlyArray<number>
): ReadonlyArray<CriterionSlice> => {
  const keywordsByAd = Map.groupBy(keywords, ({ ad }) => idOf.get(ad))
  const negativesByAd = Map.groupBy(negatives, ({ ad }) => (ad === null ? 0 : idOf.get(ad)))
  const slices: Array<{ ads: Array<number>; keywords: typeof keywords; negatives: typeof negatives }> = []
  for (const ad of new Set([0, ...idOf.values(), ...localAds])) {
    const own = { keywords: keywordsByAd.get(ad) ?? [], negatives: negativesByAd.get(ad) ?? [] }
    const open = slices.at(-1)
    const size = (open?.keywords.length ?? 0) + (open?.negatives.length ?? 0)
    if (open === undefined || size + own.keywords.length + own.negatives.length > maxParts) {
      slices.push({ ads: [ad], ...own })
    } else {
      open.ads.push(ad)
      open.keywords = [...open.keywords, ...own.keywords]
      open.negatives = [...open.negatives, ...own.negatives]
    }
  }
  return slices
}

/** Splits the platform ids of missing campaigns into chunks for one transaction each. */
export const chunksOf = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(rows.length / maxCampaigns) }, (_, n) =>
    rows.slice(n * maxCampaigns, (n + 1) * maxCampaigns)
  )
