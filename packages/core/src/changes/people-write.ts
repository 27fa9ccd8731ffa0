import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import {
  type ActionId,
  type FieldProblem,
  type LimitFigures,
  type PeopleWriteInput,
  type PeopleWriteName,
  peopleWrites,
  type WarningCode
} from "../contract/index.ts"
import { renderSentence, renderValue, type Sentence } from "../log/sentence.ts"
import type { PlatformCheck } from "../platform/model.ts"
import type { OutsideChange } from "../platform/outside-changes.ts"
import type { EngineError, PlanContext } from "./edit.ts"
import { Writes } from "./registries.ts"
import {
  type ActionPlan,
  type AnyWrite,
  type PlannedWrite,
  stepsOf,
  type WriteResult,
  warningsIn
} from "./write.ts"

/** One part of a change: its subject with the values before and after, and the whole as a sentence. */
export interface PeopleWriteChange {
  readonly what: string
  /** Null for a part that only adds or removes; `text` then says what. */
  readonly from: string | null
  readonly to: string | null
  readonly text: string
}

/** What a people's write would do. */
export interface PeopleWritePreview extends LimitFigures {
  readonly dry_run: true
  readonly campaign?: string
  readonly summary: string
  /** Empty if everything is already so. */
  readonly would_change: ReadonlyArray<PeopleWriteChange>
  readonly within_limits: boolean
  /** Why executing it would be refused. */
  readonly blocked_reason?: string
  /** The fields of the input that are the reason. */
  readonly blocked_fields?: ReadonlyArray<FieldProblem>
  readonly warnings?: ReadonlyArray<string>
  readonly warning_codes?: ReadonlyArray<WarningCode>
  readonly platform_check?: PlatformCheck
  /** Settings that others changed in the platform. */
  readonly outside_change?: ReadonlyArray<OutsideChange>
  readonly needs_approval: false
  readonly preview_hash: string
}

/** What a people's write did. */
export interface PeopleWriteResult {
  readonly applied: true
  /** Null if everything was already so. */
  readonly action_id: ActionId | null
  readonly summary: string
  /** The slug of the campaign that it created. */
  readonly campaign?: string
  readonly changed: ReadonlyArray<PeopleWriteChange>
  /** The platform receives the change shortly. */
  readonly sync?: "pending"
  readonly warnings?: ReadonlyArray<string>
  readonly warning_codes?: ReadonlyArray<WarningCode>
}

/** One action of a people's write; the table has its name in the log. */
type PeopleAction = Pick<ActionPlan, "campaign" | "steps">

/** How a people's write is planned. Its preview and response are the same for all of them. */
interface PeopleWritePlan<In> {
  readonly reads?: AnyWrite["reads"]
  /** Whether its edits read the platform before they are planned: one may put a campaign live. */
  readonly readsPlatform?: true
  /** Whether the per-call budget limit does not apply to this input: an owner confirmed it. */
  readonly pastPerCallLimit?: (input: In) => boolean
  /** The slug of the campaign that it creates. */
  readonly createdCampaign?: (done: WriteResult) => string
  readonly actions: (
    context: PlanContext,
    input: In
  ) => Effect.Effect<ReadonlyArray<PeopleAction>, EngineError, SqlClient.SqlClient>
}

const changeOf = (sentence: Sentence): PeopleWriteChange => ({
  what: sentence.subject,
  from: sentence.from === undefined ? null : renderValue(sentence, sentence.from),
  to: sentence.to === undefined ? null : renderValue(sentence, sentence.to),
  text: renderSentence(sentence)
})

const summaryOf = (changes: ReadonlyArray<PeopleWriteChange>): string =>
  changes.length === 0 ? "Nothing to change" : changes.map(({ text }) => text).join("; ")

const blockedFields = ({ refusal }: PlannedWrite) =>
  refusal?._tag === "validation_error" ? { blocked_fields: refusal.fields } : {}

const toWrite = <In>(op: string, plan: PeopleWritePlan<In>): AnyWrite => ({
  ...(plan.reads === undefined ? {} : { reads: plan.reads }),
  ...(plan.readsPlatform === undefined ? {} : { readsPlatform: plan.readsPlatform }),
  // The endpoint has decoded the input by the same table.
  pastPerCallLimit: (input) => plan.pastPerCallLimit?.(input as In) ?? false,
  actions: (context, input) =>
    Effect.map(plan.actions(context, input as In), (actions) =>
      actions.map((action): ActionPlan => ({ ...action, op, source: "dashboard" }))
    ),
  preview: (planned) => {
    const changes = stepsOf(planned).flatMap(({ plan }) => (plan.empty ? [] : [changeOf(plan.sentence)]))
    return {
      summary: summaryOf(changes),
      would_change: changes,
      within_limits: planned.limits === null,
      ...blockedFields(planned)
    }
  },
  unchanged: (): PeopleWriteResult => ({
    applied: true,
    action_id: null,
    summary: summaryOf([]),
    changed: []
  }),
  output: (done: WriteResult): PeopleWriteResult => {
    const { actions, syncPending } = done
    const changed = actions.flatMap(({ steps }) => steps.map(({ sentence }) => changeOf(sentence)))
    return {
      applied: true,
      action_id: actions[0]!.action,
      summary: summaryOf(changed),
      ...(plan.createdCampaign === undefined ? {} : { campaign: plan.createdCampaign(done) }),
      changed,
      ...(syncPending ? { sync: "pending" as const } : {}),
      ...warningsIn(done)
    }
  }
})

/** Registers a people's write with the engine; `make` acquires its dependencies once. */
export const registerPeopleWrite = <const Name extends PeopleWriteName, R>(
  name: Name,
  make: Effect.Effect<PeopleWritePlan<PeopleWriteInput<Name>>, never, R>
): Effect.Effect<void, never, R | Writes> =>
  Effect.gen(function* () {
    const writes = yield* Writes
    writes.add(name, toWrite(peopleWrites[name].op, yield* make))
  })
