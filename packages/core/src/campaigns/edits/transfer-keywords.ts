import { Effect, Schema } from "effect"
import { backgroundJob, defineEditWith, type PlanContext, type Planned } from "../../changes/edit.ts"
import { pluralize, quoteList, renderSubject } from "../../log/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { type Campaign, campaignById } from "../campaign.ts"
import { connectionWarnings } from "../connection.ts"
import { readSharedKeywords, writePendingExclusions } from "../negatives/pending-exclusions.ts"
import { affectedNegativeKey } from "../negatives/rows.ts"
import type { Exclusion } from "../negatives/terms.ts"
import { keywordTransferQueue } from "../push/transfer-keywords.ts"
import { standingNegatives } from "./criteria.ts"

const Input = Schema.Struct({ from: Schema.Int, to: Schema.Int })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ids: Schema.Array(Schema.Int) })
type Trace = typeof Trace.Type

interface KeywordTransferPlan extends Planned {
  readonly organization: number
  readonly from: Campaign
  readonly to: Campaign
  readonly shared: ReadonlyArray<Exclusion>
}

const subject = "Negative keywords"

/**
 * Transfers the keywords of a campaign to a new one: the source campaign excludes them, so their searches
 * move and are not paid for twice. It starts once the new campaign is live in the platform. Before that, or
 * if the launch is refused, no campaign would show for them.
 */
export const transferKeywordsEdit = defineEditWith(
  { kind: "keywords.transfer", version: 1, input: Input, trace: Trace },
  Effect.map(AdAccounts, (accounts) => ({
    plan: (context: PlanContext, input: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = context.clearance.organization.id
        const [from, to] = [yield* campaignById(context, input.from), yield* campaignById(context, input.to)]
        const shared = yield* readSharedKeywords(organization, to.id, from.id)
        const plan: KeywordTransferPlan = {
          organization,
          from,
          to,
          shared,
          sentence: {
            subject,
            of: from.slug,
            did: `${pluralize(shared.length, "keyword")} left to ${to.slug} and excluded here once it is live: ${quoteList(shared.map(({ text }) => text))}`
          },
          hashedContent: { exclude: shared, once: to.id },
          affectedKeys: shared.map((one) => affectedNegativeKey(from.id, one)),
          moves: [],
          stopsSpend: false,
          refusal: null,
          empty: shared.length === 0 || from.removed
        }
        return plan
      }),
    warnings: (context: PlanContext, { empty, from, shared, to }: KeywordTransferPlan) =>
      empty
        ? Effect.succeed([])
        : Effect.map(connectionWarnings(accounts, context, from), (problems) => [
            `Once ${to.slug} is live, ${from.slug} no longer shows for ${quoteList(shared.map(({ text }) => text))}: these searches move.`,
            ...problems
          ]),
    platformChanges: (_context: PlanContext, { from, shared }: KeywordTransferPlan) => {
      const { ad_account_id: account, platform_resource_name: ref } = from
      if (account === null || ref === null) return Effect.succeed(null)
      const parent = { campaign: ref }
      const changes = shared.map(({ match, text }) => ({ do: "add_negative" as const, parent, text, match }))
      return Effect.succeed({ account, changes })
    },
    apply: ({ from, organization, shared, to }: KeywordTransferPlan, { action }) =>
      Effect.map(
        writePendingExclusions(organization, from.id, action, shared, to.id),
        (ids): Trace => ({ campaign: from.id, slug: from.slug, ids })
      ),
    route: ({ organization, to }: KeywordTransferPlan) => ({
      to: "after",
      work: [backgroundJob(keywordTransferQueue, { organization, campaign: to.id })]
    }),

    describe: (_context: PlanContext, { slug }: Trace) =>
      Effect.succeed(renderSubject({ subject, of: slug })),
    restorable: standingNegatives,
    reverse: ({ campaign, ids }: Trace) => ({
      kind: "negatives.remove",
      version: 1,
      input: { campaign, ids }
    })
  }))
)
