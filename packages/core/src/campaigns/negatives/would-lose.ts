import { Effect } from "effect"
import { amountOf } from "../../contract/index.ts"
import { bindStatement, runSql, statement } from "../../storage/index.ts"
import { readCampaignTraffic } from "../figures/campaign-figures.ts"
import { listedNegatives } from "./rows.ts"
import { blockedKeywords, type Exclusion, makeBlocker } from "./terms.ts"

export interface Traffic {
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
}

interface SearchedTerm extends Traffic {
  readonly term: string
}

const noTraffic: Traffic = { clicks: 0, cost: 0, conversions: 0 }
export const sumTraffic = (rows: ReadonlyArray<Traffic>): Traffic =>
  rows.reduce(
    (all, row) => ({
      clicks: all.clicks + row.clicks,
      cost: all.cost + row.cost,
      conversions: all.conversions + row.conversions
    }),
    noTraffic
  )

const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.round((part / whole) * 10_000) / 10_000) : 0

/** Traffic of the last 30 days, such as what a change would stop: the shares, and the amounts. */
export interface Loss extends Traffic {
  readonly clicks_30d: number
  /** To the cent. */
  readonly cost_30d: number
  readonly conversions_30d: number
}

/** Returns the share of a part of the campaign's traffic. Costs are in micros. */
export const lossOf = (part: Traffic, campaign: Traffic): Loss => ({
  clicks: share(part.clicks, campaign.clicks),
  cost: share(part.cost, campaign.cost),
  conversions: share(part.conversions, campaign.conversions),
  clicks_30d: part.clicks,
  cost_30d: amountOf(part.cost),
  conversions_30d: Math.round(part.conversions * 10_000) / 10_000
})

/** Adds up the losses of several edits of one campaign. */
export const addLosses = (losses: ReadonlyArray<Loss>): Loss => {
  const total = (figure: keyof Loss) =>
    Math.round(losses.reduce((sum, loss) => sum + loss[figure], 0) * 10_000) / 10_000
  return {
    clicks: Math.min(1, total("clicks")),
    cost: Math.min(1, total("cost")),
    conversions: Math.min(1, total("conversions")),
    clicks_30d: total("clicks_30d"),
    cost_30d: total("cost_30d"),
    conversions_30d: total("conversions_30d")
  }
}

/** Searches that exclusions would block, and what is lost with them. */
interface BlockedSearches {
  readonly lost: Loss
  readonly stopped: ReadonlyArray<string>
}

/**
 * Returns the past searches that these exclusions would block. Searches that are already excluded do not count. The
 * shares are of the campaign's own traffic: the platform hides rare searches, so the reported ones are only a part of it.
 */
export const wouldLose = (
  fresh: ReadonlyArray<Exclusion>,
  present: ReadonlyArray<Exclusion>,
  searched: ReadonlyArray<SearchedTerm>,
  campaign: Traffic
): BlockedSearches => {
  const [blocksNow, blockedBefore] = [makeBlocker(fresh), makeBlocker(present)]
  const stopped = searched.filter(({ term }) => blocksNow(term) && !blockedBefore(term))
  return { lost: lossOf(sumTraffic(stopped), campaign), stopped: stopped.map(({ term }) => term) }
}

const exclusions = statement(`
select text, match_type as match from negative_keywords
where organization_id = $1 and campaign_id = $2 and ad_id is null and removed_at is null
union
select n.text, n.match_type from campaigns c, ${listedNegatives} and c.organization_id = $1 and c.id = $2`)

/** Reads the active exclusions of the whole campaign: its own, and those of the lists that concern it. */
const readExclusions = (organization: number, campaign: number) =>
  runSql(bindStatement<Exclusion>(exclusions, [organization, campaign]))

const readEnabledKeywords = (organization: number, campaign: number) =>
  runSql<Exclusion>`
      select distinct k.text, k.match_type as match from keywords k
      where k.organization_id = ${organization} and k.campaign_id = ${campaign} and k.state = 'enabled'
        and k.removed_at is null
      order by k.text, k.match_type`

/** Reads the searches of the thirty days up to the organization's latest day with data. */
const readSearchedTerms = (organization: number, campaign: number) =>
  runSql<SearchedTerm>`
      select s.term, t.clicks, t.cost_micros as cost, t.conversions
      from search_term_totals t
      join search_terms s on s.organization_id = t.organization_id and s.id = t.term_id
      where t.organization_id = ${organization} and t.days = 30 and t.campaign_id = ${campaign} order by s.term`

/** Returns the loss of several campaigns together, as shares of their whole traffic. */
export const lossOfAll = (parts: ReadonlyArray<{ readonly lost: Loss; readonly traffic: Traffic }>): Loss => {
  const [first, ...others] = parts
  if (first !== undefined && others.length === 0) return first.lost
  return lossOf(
    sumTraffic(
      parts.map(({ lost }) => ({
        clicks: lost.clicks_30d,
        cost: lost.cost_30d * 1_000_000,
        conversions: lost.conversions_30d
      }))
    ),
    sumTraffic(parts.map(({ traffic }) => traffic))
  )
}

/** Reads the exclusions of a whole campaign, and what further ones would lose and block. */
export const readExclusionContext = (organization: number, campaign: number) =>
  Effect.map(
    Effect.all(
      [
        readExclusions(organization, campaign),
        readSearchedTerms(organization, campaign),
        readEnabledKeywords(organization, campaign),
        readCampaignTraffic(organization, campaign)
      ],
      { concurrency: "unbounded" }
    ),
    ([present, searched, enabled, traffic]) => ({
      present,
      effectsOf: (fresh: ReadonlyArray<Exclusion>) => {
        const searches = wouldLose(fresh, present, searched, traffic)
        const blocked = blockedKeywords(fresh, enabled)
        return {
          ...searches,
          blocked,
          /** All traffic of the campaign in these days. */
          traffic: traffic as Traffic,
          loss: { conversions: searches.lost.conversions, keywords: blocked }
        }
      }
    })
  )
