import { Schema } from "effect"
import { blocking } from "../../../campaigns/index.ts"
import { amountOf, noSums } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import { searchWeeks } from "../periods.ts"
import type { Source, TermRead } from "../read/source.ts"
import { largest, nameOf, TermFact, termFact, wasSeen } from "./parts.ts"
import { Compared, comparedOf, grouped, Head, headOf, percent, sumsOf, Told, toldOf } from "./told.ts"

const PayerFact = Schema.Struct({ campaign: Schema.String, ...Told.fields })

const CompetitorFact = Schema.Struct({
  name: Schema.String,
  terms: Schema.Number,
  ...Compared.fields,
  payers: Schema.Array(PayerFact),
  searches: Schema.Array(TermFact)
})
export type CompetitorFact = typeof CompetitorFact.Type

/** What a competitor report says: competitors of the profile as they show in searches. */
export const CompetitorFacts = Schema.Struct({
  type: Schema.Literal("competitor"),
  ...Head.fields,
  weeks: Schema.Number,
  /** Null where there is no business profile to name competitors. */
  profile: Schema.NullOr(
    Schema.Struct({ brand: Schema.String, known: Schema.Number, trust: Schema.Array(Schema.String) })
  ),
  /** All searches for any of them together, and their part of what all searches cost. */
  all: Compared,
  share: Schema.NullOr(Schema.String),
  seen_total: Schema.Number,
  seen: Schema.Array(CompetitorFact),
  /** Seen in the weeks before, and no more. */
  gone: Schema.Array(Schema.Struct({ name: Schema.String, spend_before: Schema.Number })),
  unseen: Schema.Array(Schema.String),
  terms_left_out: Schema.Number
})
export type CompetitorFacts = typeof CompetitorFacts.Type

const most = { payers: 5, terms: 5, trust: 8 } as const

const competitorFact = (
  source: Source,
  competitor: string,
  terms: ReadonlyArray<TermRead>
): CompetitorFact => {
  const name = nameOf(source)
  const payers = grouped(
    terms.map(({ campaign, now }) => ({ campaign, ...now })),
    ({ campaign }) => campaign
  )
  return {
    name: oneLine(competitor, 60),
    terms: terms.filter(({ now }) => wasSeen(now)).length,
    ...comparedOf(sumsOf(terms.map(({ now }) => now)), sumsOf(terms.map(({ before }) => before))),
    payers: largest([...payers], most.payers, ([, sums]) => sums.cost_micros).map(([slug, sums]) => ({
      campaign: name(slug),
      ...toldOf(sums)
    })),
    searches: largest(terms, most.terms, ({ now }) => now.cost_micros).map(termFact(source))
  }
}

export const competitorFacts = (source: Source): CompetitorFacts => {
  const { profile, terms } = source
  const found = (profile?.competitors ?? []).map((competitor) => {
    const names = blocking([{ text: competitor, match: "phrase" }])
    return { competitor, terms: terms.filter(({ term }) => names(term)) }
  })
  const seen = found.filter((one) => one.terms.some(({ now }) => wasSeen(now)))
  const gone = found.filter((one) => !seen.includes(one) && one.terms.length > 0)
  // A search may name several of them: all together it counts once.
  const all = [...new Set(seen.flatMap((one) => one.terms))]
  const now = sumsOf(all.map((term) => term.now))
  return {
    type: "competitor",
    ...headOf(source),
    weeks: searchWeeks,
    profile:
      profile === null
        ? null
        : {
            brand: oneLine(profile.brand, 60),
            known: profile.competitors.length,
            trust: profile.trust.slice(0, most.trust).map((text) => oneLine(text, 160))
          },
    all: comparedOf(now, all.length === 0 ? noSums : sumsOf(all.map((term) => term.before))),
    share: percent(now.cost_micros, sumsOf(terms.map((term) => term.now)).cost_micros),
    seen_total: seen.length,
    seen: seen
      .map((one) => competitorFact(source, one.competitor, one.terms))
      .toSorted((a, b) => b.now.spend - a.now.spend || a.name.localeCompare(b.name)),
    gone: gone.map((one) => ({
      name: oneLine(one.competitor, 60),
      spend_before: amountOf(sumsOf(one.terms.map(({ before }) => before)).cost_micros)
    })),
    unseen: found.filter((one) => one.terms.length === 0).map(({ competitor }) => oneLine(competitor, 60)),
    terms_left_out: source.terms_total - terms.length
  }
}
