import { Effect, Schema } from "effect"
import { jobAfter } from "../../changes/after.ts"
import { type At, edit, type Planned } from "../../changes/edit.ts"
import { counted, listed, subjectOf } from "../../changes/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { type Campaign, campaignById } from "../campaign.ts"
import { connectionWarnings } from "../connection.ts"
import { readShared, writeAwaiting } from "../negatives/awaiting.ts"
import type { Exclusion } from "../negatives/blocks.ts"
import { standingNegatives } from "../negatives/standing.ts"
import { handOverQueue } from "../push/hand-over.ts"
import { negativeTouches } from "./add-negatives.ts"

const Input = Schema.Struct({ from: Schema.Int, to: Schema.Int })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ids: Schema.Array(Schema.Int) })
type Trace = typeof Trace.Type

export interface HandOverPlan extends Planned {
  readonly organization: number
  readonly from: Campaign
  readonly to: Campaign
  readonly shared: ReadonlyArray<Exclusion>
}

const subject = "Negative keywords"

/**
 * Leaves the keywords of a campaign to it alone: the one that it was made from excludes them, so that their searches move
 * rather than being paid for by two budgets. Only once the new one is live in the platform: before that, and should its
 * launch be declined, nobody else would show for them.
 */
export const makeHandOver = Effect.map(AdAccounts, (accounts) =>
  edit({
    kind: "keywords.hand_over",
    version: 1,
    input: Input,
    trace: Trace,

    plan: (at: At, input: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = at.clearance.organization.id
        const [from, to] = [yield* campaignById(at, input.from), yield* campaignById(at, input.to)]
        const shared = yield* readShared(organization, to.id, from.id)
        const plan: HandOverPlan = {
          organization,
          from,
          to,
          shared,
          sentence: {
            subject,
            of: from.slug,
            did: `${counted(shared.length, "keyword")} left to ${to.slug} and excluded here once it is live: ${listed(shared.map(({ text }) => text))}`
          },
          essence: { exclude: shared, once: to.id },
          touches: shared.map((one) => negativeTouches(from.id, one)),
          moves: [],
          stopsSpend: false,
          refusal: null,
          empty: shared.length === 0 || from.removed
        }
        return plan
      }),
    warnings: (at: At, { empty, from, shared, to }: HandOverPlan) =>
      empty
        ? Effect.succeed([])
        : Effect.map(connectionWarnings(accounts, at, from), (problems) => [
            `Once ${to.slug} is live, ${from.slug} no longer shows for ${listed(shared.map(({ text }) => text))}: these searches move.`,
            ...problems
          ]),
    platformChanges: (_at: At, { from, shared }: HandOverPlan) => {
      const { ad_account_id: account, platform_resource_name: ref } = from
      if (account === null || ref === null) return Effect.succeed(null)
      const place = { campaign: ref }
      const changes = shared.map(({ match, text }) => ({ do: "add_negative" as const, place, text, match }))
      return Effect.succeed({ account, changes })
    },
    apply: ({ from, organization, shared, to }: HandOverPlan, { action }) =>
      Effect.map(
        writeAwaiting(organization, from.id, action, shared, to.id),
        (ids): Trace => ({ campaign: from.id, slug: from.slug, ids })
      ),
    route: ({ organization, to }: HandOverPlan) => ({
      to: "after",
      work: [jobAfter(handOverQueue, { organization, campaign: to.id })]
    }),

    describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
    restorable: (at: At, trace: Trace) =>
      standingNegatives(at, trace, subjectOf({ subject, of: trace.slug })),
    reverse: ({ campaign, ids }: Trace) => ({
      kind: "negatives.remove",
      version: 1,
      input: { campaign, ids }
    })
  })
)
