import { hashText } from "../generator/random.ts"
import { type Body, text } from "../protocol/json.ts"
import type { Database } from "../state/database.ts"
import type { Day } from "../state/dates.ts"
import type { Kind } from "../state/kinds.ts"
import type { Resource, Resources } from "../state/store.ts"

/** Fields that depend on the rest of the account, computed on read. */
export class Derived {
  readonly #world: Resources
  readonly #customerId: string
  readonly #limited: () => ReadonlySet<string>
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #bodies = new Map<string, Body>()

  constructor(world: Resources, database: Database, customerId: string, today: Day) {
    this.#world = world
    this.#customerId = customerId
    let limited: ReadonlySet<string> | undefined
    this.#limited = () => {
      limited ??= budgetLimited(database, customerId, today)
      return limited
    }
  }

  bodyOf(resource: Resource): Body {
    const cached = this.#bodies.get(resource.name)
    if (cached) return cached
    const body = this.#derive(resource)
    this.#bodies.set(resource.name, body)
    return body
  }

  #derive({ kind, name, body }: Resource): Body {
    switch (kind) {
      case "campaign":
        return { ...body, ...this.#campaignStatus(name, body) }
      case "campaign_budget":
        return { ...body, referenceCount: this.#count("campaign", "campaignBudget", name) }
      case "bidding_strategy":
        return {
          ...body,
          campaignCount: this.#count("campaign", "biddingStrategy", name),
          nonRemovedCampaignCount: this.#count("campaign", "biddingStrategy", name)
        }
      case "shared_set":
        return {
          ...body,
          memberCount: this.#count("shared_criterion", "sharedSet", name),
          referenceCount: this.#count("campaign_shared_set", "sharedSet", name)
        }
      case "ad_group_criterion":
        return body["negative"] === true ? body : { ...body, qualityInfo: { qualityScore: qualityOf(name) } }
      case "ad_group_ad":
        return {
          ...body,
          policySummary: { approvalStatus: "APPROVED", reviewStatus: "REVIEWED" },
          adStrength: strengthOf(body)
        }
      default:
        return body
    }
  }

  #count(kind: Kind, field: string, name: string): string {
    const key = `${kind}.${field}`
    let counts = this.#counts.get(key)
    if (!counts) {
      counts = new Map()
      for (const { body } of this.#world.list(this.#customerId, kind)) {
        if (text(body, "status") === "REMOVED") continue
        counts.set(text(body, field), (counts.get(text(body, field)) ?? 0) + 1)
      }
      this.#counts.set(key, counts)
    }
    return String(counts.get(name) ?? 0)
  }

  #campaignStatus(name: string, body: Body): Body {
    const undeclared = !/CONTAIN/.test(text(body, "containsEuPoliticalAdvertising"))
    const strategy = this.#world.get(text(body, "biddingStrategy"))
    return {
      ...(undeclared ? { missingEuPoliticalAdvertisingDeclaration: true } : {}),
      ...(strategy ? { biddingStrategyType: text(strategy.body, "type") } : {}),
      ...this.#primaryStatus(name, body)
    }
  }

  #primaryStatus(name: string, body: Body): Body {
    const of = (primaryStatus: string, ...primaryStatusReasons: readonly string[]): Body => ({
      primaryStatus,
      ...(primaryStatusReasons.length > 0 ? { primaryStatusReasons } : {})
    })
    if (body["status"] === "REMOVED") return of("REMOVED", "CAMPAIGN_REMOVED")
    if (body["status"] === "PAUSED") return of("PAUSED", "CAMPAIGN_PAUSED")
    if (this.#count("ad_group", "campaign", name) === "0") return of("NOT_ELIGIBLE", "NO_AD_GROUPS")
    return this.#limited().has(text(body, "id")) ? of("LIMITED", "BUDGET_CONSTRAINED") : of("ELIGIBLE")
  }
}

/** Returns campaigns that lost more than a tenth of their impressions to the budget in the last week. */
const budgetLimited = ({ sql }: Database, customerId: string, today: Day): ReadonlySet<string> =>
  new Set(
    sql
      .prepare(
        `SELECT campaign_id FROM campaign_day WHERE customer_id = ? AND day >= ? GROUP BY campaign_id
         HAVING sum(lost_to_budget) > 0.1 * (sum(impressions) + sum(lost_to_budget))`
      )
      .all(Number(customerId), today - 7)
      .map((row) => String(row["campaign_id"]))
  )

/** A keyword's quality score from 3 to 10: the same at every reading. */
const qualityOf = (name: string): number => 3 + ((hashText(name) >>> 0) % 8)

/** How varied a responsive search ad is, by the number of its distinct lines. */
const strengthOf = (body: Body): string => {
  const ad = ((body["ad"] as Body | undefined)?.["responsiveSearchAd"] ?? {}) as Body
  const distinct = (lines: unknown) =>
    new Set(((lines ?? []) as ReadonlyArray<Body>).map((line) => text(line, "text").toLowerCase())).size
  const [headlines, descriptions] = [distinct(ad["headlines"]), distinct(ad["descriptions"])]
  if (headlines >= 12 && descriptions >= 4) return "EXCELLENT"
  if (headlines >= 8 && descriptions >= 3) return "GOOD"
  return headlines >= 5 ? "AVERAGE" : "POOR"
}
