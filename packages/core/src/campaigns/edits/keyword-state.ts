import { Effect, Schema } from "effect"
import { connectionWarnings } from "../connection.ts"
import { type StoredKeyword, setKeywordStates } from "../criterion-rows.ts"
import {
  criterionEdit,
  describeItems,
  keywordCriteria,
  readKeywordLoss,
  standingRows,
  traceFields
} from "./criteria.ts"

const State = Schema.Literal("enabled", "paused")
const Trace = Schema.Struct({ ...traceFields, set: State })
type Trace = typeof Trace.Type

const kind = "keywords.state"
const { one, read, subject } = keywordCriteria
const idsOf = (rows: ReadonlyArray<StoredKeyword>) => rows.map(({ id }) => id)

/** Pauses or enables keywords. */
export const keywordStateEdit = criterionEdit({
  kind,
  input: Schema.Struct({ campaign: Schema.Int, ids: Schema.Array(Schema.Int), to: State }),
  trace: Trace,
  criteria: keywordCriteria,
  requiresLink: true,
  plan: (organization, { id }, { ids, to }) =>
    Effect.gen(function* () {
      const all = yield* read(organization, ids)
      const items = all.filter(({ removed, state }) => !removed && state !== to)
      const lost = yield* readKeywordLoss(organization, id, to === "paused" ? items : [])
      return {
        items,
        to,
        lost,
        loss: { conversions: lost.conversions, keywords: [] },
        did: describeItems(one, to, items),
        hashedContent: { set: to, keywords: idsOf(items) },
        stopsSpend: to === "paused"
      }
    }),
  warnings: (accounts, context, { campaign }) => connectionWarnings(accounts, context, campaign),
  changes: ({ items, to }) =>
    items.flatMap(({ ref }) => (ref === null ? [] : [{ do: "set_keyword_state", keyword: ref, state: to }])),
  apply: (organization, { campaign: { id, slug }, items, to }, _action, active) =>
    Effect.gen(function* () {
      const trace: Trace = { campaign: id, slug, ids: idsOf(items), set: to }
      if (active) yield* setKeywordStates(organization, trace.ids, to)
      return trace
    }),
  platformFirst: {
    field: "keywords",
    // Someone else set these in the platform, so they are not part of this action.
    excludeExisting: (organization, trace, { rows, there }) =>
      Effect.gen(function* () {
        const set = new Set(there.flatMap(({ ref, state }) => (state === trace.set ? [ref] : [])))
        const isOurs = ({ ref }: StoredKeyword) => ref === null || !set.has(ref)
        const [ours, alreadySet] = [rows.filter(isOurs), rows.filter((row) => !isOurs(row))]
        if (alreadySet.length === 0) return null
        yield* setKeywordStates(organization, idsOf(alreadySet), trace.set)
        const sentence = { subject, of: trace.slug, did: describeItems(one, trace.set, ours) }
        return { trace: { ...trace, ids: idsOf(ours) }, sentence }
      }),
    // Keywords that are gone in the platform cannot be set.
    missing: ({ set }, { rows, there }) => {
      const others = new Set(there.flatMap(({ ref, state }) => (state === set ? [] : [ref])))
      return rows.flatMap(({ ref }) =>
        ref !== null && others.has(ref) ? [{ do: "set_keyword_state", keyword: ref, state: set }] : []
      )
    },
    complete: (organization, trace) => Effect.as(setKeywordStates(organization, trace.ids, trace.set), trace),
    discard: () => Effect.void
  },
  restorable: (context, trace) =>
    standingRows(keywordCriteria, context, trace, ({ removed, state }) => {
      if (removed) return "It was removed since."
      return state === trace.set
        ? null
        : `It is ${state} now and not ${trace.set}, as this action had left it: it was changed outside the service.`
    }),
  reverse: ({ campaign, ids, set }) => ({
    kind,
    version: 1,
    input: { campaign, ids, to: set === "paused" ? "enabled" : "paused" }
  })
})
