import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type PersonOrganization, readPersonOrganizations } from "../access/organizations.ts"
import { noAttention, type OrganizationAttention, rankOf, readAttention } from "../attention/index.ts"
import { type OrganizationFigures, readOrganizationFigures } from "../campaigns/index.ts"
import { committedMonthly } from "../changes/guardrails/money.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import type { Clearance } from "../request/clearance.ts"
import { Statements } from "../storage/index.ts"

/** An organization of a person with what needs them there and what its budgets commit. */
export interface PortfolioRow extends Omit<PersonOrganization, "id"> {
  readonly committed_monthly: number
  /** Null without data, or if the person cannot open it. */
  readonly figures: OrganizationFigures | null
  readonly attention: OrganizationAttention
}

/** Organizations without anything to do come last. */
const worstOf = ({ attention: { items } }: PortfolioRow): number =>
  items[0] === undefined ? Number.POSITIVE_INFINITY : rankOf(items[0].kind)

/** Reads all organizations of a person, for their home page: the worst first, then by name. */
export class Portfolio extends Context.Tag("@adwarden/Portfolio")<
  Portfolio,
  {
    /** With the figures of so many days, each up to its organization's latest day. */
    readonly of: (clearance: Clearance, days: number) => Effect.Effect<ReadonlyArray<PortfolioRow>, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Portfolio,
    Effect.gen(function* () {
      const statements = yield* Statements
      const commitments = yield* BudgetCommitments
      return {
        of: ({ caller }, days) =>
          Effect.gen(function* () {
            const organizations = yield* statements.read(readPersonOrganizations(caller.userId))
            // Of an organization that the person cannot open, the row says only that.
            const open = organizations.filter(({ second_factor_missing }) => !second_factor_missing)
            const ids = open.map(({ id }) => id)
            const [found, figures] = yield* Effect.all(
              [readAttention(ids, statements.read), statements.read(readOrganizationFigures(ids, days))],
              { concurrency: "unbounded" }
            )
            const figuresOf = new Map(figures.map((one) => [one.organization, one]))
            const rows = organizations.map(({ id, ...organization }): PortfolioRow => {
              const attention = found.get(id) ?? noAttention
              return {
                ...organization,
                max_spend: organization.second_factor_missing ? null : organization.max_spend,
                figures: figuresOf.get(id) ?? null,
                committed_monthly: committedMonthly(attention.committed),
                attention
              }
            })
            return rows.toSorted((one, other) =>
              worstOf(one) === worstOf(other) ? 0 : worstOf(one) - worstOf(other)
            )
          }).pipe(Effect.provideService(BudgetCommitments, commitments))
      }
    })
  )
}
