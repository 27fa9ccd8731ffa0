import { Effect } from "effect"
import { noteInverse, recordAction } from "../changes/action-log.ts"
import type { Change } from "../changes/change.ts"
import type { Course } from "../changes/finish/course.ts"
import { Finisher } from "../changes/finish/finisher.ts"
import { errorOf, refusalOf } from "../changes/finish/refusal.ts"
import { actionFinish } from "../changes/finish-queues.ts"
import { guarded } from "../changes/guarded.ts"
import { type Failure, type Output, Unavailable, ValidationError } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import type { ConnectionBroken, SetupRequired } from "../platform/errors.ts"
import { Settings } from "../settings.ts"
import { Queue } from "../tasks/queue.ts"
import { type CampaignFacts, findCampaign } from "./find.ts"
import { blockedKeywords } from "./negatives/blocked-keywords.ts"
import type { Exclusion } from "./negatives/blocks.ts"
import { addedDetail } from "./negatives/detail.ts"
import { readEnabledKeywords, readExclusions, readSearchedTerms } from "./negatives/facts.ts"
import { writeNegatives } from "./negatives/rows.ts"
import { sortOut } from "./negatives/sort-out.ts"
import { termKey } from "./negatives/term.ts"
import { termProblems } from "./negatives/validity.ts"
import { type Figures, wouldLose } from "./negatives/would-lose.ts"

type Name = "keywords.add_negatives"

interface Plan {
  readonly campaign: CampaignFacts
  readonly match: Exclusion["match"]
  readonly fresh: ReadonlyArray<Exclusion>
  readonly alreadyThere: ReadonlyArray<string>
  readonly lost: Figures
  readonly blocked: ReadonlyArray<string>
  readonly problem: Failure<Name> | null
}

const because = "Another call is just adding one of these terms."

/** A campaign in the platform needs a way to it. One that is not there yet keeps its exclusions until it goes. */
const isInPlatform = ({ platform_resource_name }: CampaignFacts): boolean => platform_resource_name !== null

const told = (failure: SetupRequired | ConnectionBroken) =>
  Effect.succeed(errorOf(refusalOf(failure), "keywords") as Failure<Name>)

const change = Effect.gen(function* () {
  const queue = yield* Queue
  const accounts = yield* AdAccounts
  const finisher = yield* Finisher
  const { finishAfterSeconds } = yield* Settings

  /** Whether the platform can be written to, as far as the service knows without asking it. */
  const linkProblem = (organization: number, campaign: CampaignFacts) =>
    accounts
      .get(organization, campaign.ad_account_id ?? "")
      .pipe(Effect.as(null), Effect.catchTags({ SetupRequired: told, ConnectionBroken: told }))

  const made: Change<Name, Plan> = {
    plan: ({ clearance, organization }, { keywords, match_type: match, slug }) =>
      Effect.gen(function* () {
        const problems = termProblems(keywords)
        if (problems.length > 0) return yield* new ValidationError({ fields: problems })
        const campaign = yield* findCampaign(clearance.organization, slug)
        const { pending, present } = yield* readExclusions(organization.id, campaign.id)
        const ofThisMatch = (some: ReadonlyArray<Exclusion>) =>
          some.filter((one) => one.match === match).map(({ text }) => text)
        const { alreadyThere, fresh: texts } = sortOut(keywords, ofThisMatch(present))
        const fresh = texts.map((text) => ({ text, match }))
        const underway = new Set(ofThisMatch(pending).map(termKey))
        const problem = texts.some((text) => underway.has(termKey(text)))
          ? new Unavailable({ retryAfter: 2, because })
          : isInPlatform(campaign)
            ? yield* linkProblem(organization.id, campaign)
            : null
        const searched = yield* readSearchedTerms(organization.id, campaign.id)
        const lost = wouldLose(fresh, present, searched)
        const blocked = blockedKeywords(fresh, yield* readEnabledKeywords(organization.id, campaign.id))
        return { campaign, match, fresh, alreadyThere, lost, blocked, problem }
      }),

    preview: ({ alreadyThere, blocked, fresh, lost, match }) => ({
      match_type: match,
      would_apply: fresh.map(({ text }) => ({ op: "add_negative_keyword", term: text, match_type: match })),
      already_there: alreadyThere,
      would_lose: lost,
      blocked_keywords: blocked
    }),
    refusal: ({ fresh, problem }) => (fresh.length === 0 ? null : problem),
    unchanged: ({ alreadyThere, fresh, match }) =>
      fresh.length > 0
        ? null
        : { applied: true, action_id: null, added: 0, match_type: match, already_there: alreadyThere },
    held: ({ campaign }) => ({ campaign: campaign.id, reserve: 0 }),

    apply: (plan, act) =>
      Effect.gen(function* () {
        const { alreadyThere, campaign, fresh, match } = plan
        const organization = act.clearance.organization.id
        const answer = {
          applied: true,
          action_id: act.id,
          added: fresh.length,
          match_type: match,
          already_there: alreadyThere
        } as const
        const course: Course = { answer, looked: false }
        const first = isInPlatform(campaign)
        const record = { op: "add_negative_keywords", campaign: campaign.id, detail: addedDetail(fresh) }
        yield* recordAction(act, {
          ...record,
          source: "dashboard",
          inverse: [],
          ...(first ? { state: "executing", course } : { state: "executed" })
        })
        const ids = yield* writeNegatives(act, campaign.id, fresh, !first)
        yield* noteInverse(organization, act.id, [{ kind: "negative_keywords", campaign: campaign.id, ids }])
        if (!first) return { done: answer }
        yield* queue.send(
          actionFinish,
          { organization, action: act.id },
          { organization, startAfterSeconds: finishAfterSeconds }
        )
        return {
          finish: Effect.map(finisher.answer(organization, act.id), (output) => output as Output<Name>)
        }
      })
  }
  return made
})

export const addNegativeKeywords = guarded("keywords.add_negatives", change)
