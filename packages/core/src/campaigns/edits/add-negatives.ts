import { Effect, Schema } from "effect"
import { matchTypes, ValidationError } from "../../contract/index.ts"
import type { PlatformNegative } from "../../platform/model.ts"
import { errorWarnings } from "../connection.ts"
import { type StoredNegative, writeNegatives } from "../negatives/rows.ts"
import { type Exclusion, selectNewTerms, termProblems } from "../negatives/terms.ts"
import { readExclusionContext } from "../negatives/would-lose.ts"
import {
  additionFirst,
  criterionEdit,
  describeAddition,
  negativeCriteria,
  reverseAddition,
  standingNegatives,
  traceFields
} from "./criteria.ts"

const Match = Schema.Literal(...matchTypes)
const Trace = Schema.Struct({
  ...traceFields,
  match: Match,
  /** Terms of the call that already existed, here or in the platform. */
  alreadyThere: Schema.Array(Schema.String)
})
type Trace = typeof Trace.Type

/** Adds negative keywords to a campaign. */
export const addNegativesEdit = criterionEdit({
  kind: negativeCriteria.adds,
  input: Schema.Struct({ campaign: Schema.Int, match: Match, terms: Schema.Array(Schema.String) }),
  trace: Trace,
  criteria: negativeCriteria,
  requiresLink: true,
  plan: (organization, { id }, { match, terms }) =>
    Effect.gen(function* () {
      const problems = termProblems(terms)
      if (problems.length > 0) return yield* new ValidationError({ fields: problems })
      const { effectsOf, present } = yield* readExclusionContext(organization, id)
      const ofThisMatch = present.filter((one) => one.match === match).map(({ text }) => text)
      const { alreadyThere, fresh: texts } = selectNewTerms(terms, ofThisMatch)
      const items = texts.map((text) => ({ text, match }))
      return {
        match,
        items,
        alreadyThere,
        ...effectsOf(items),
        did: describeAddition(negativeCriteria.one, items, match),
        hashedContent: { match, add: texts },
        stopsSpend: false
      }
    }),
  // A broken connection is a refusal here, not a warning.
  warnings: (_accounts, _context, { campaign }) => Effect.succeed(errorWarnings(campaign)),
  changes: ({ items }, campaign) =>
    items.map(({ match, text }) => ({ do: "add_negative", parent: { campaign }, text, match })),
  apply: (organization, { alreadyThere, campaign: { id, slug }, items, match }, action, active) =>
    Effect.map(
      writeNegatives(organization, id, action, items, active),
      (ids): Trace => ({ campaign: id, slug, match, ids, alreadyThere })
    ),
  platformFirst: additionFirst<Exclusion, StoredNegative, PlatformNegative, Trace>(negativeCriteria),
  restorable: standingNegatives,
  reverse: reverseAddition(negativeCriteria)
})
