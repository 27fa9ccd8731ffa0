import { Effect } from "effect"
import {
  AddKeywords,
  AddNegatives,
  addLosses,
  type Exclusion,
  FieldEdit,
  KeywordStateEdit,
  makeBlocker
} from "../../campaigns/index.ts"
import { makeStep, type Step } from "../../changes/edit.ts"
import { renderSentence } from "../../changes/sentence.ts"
import { type PlannedWrite, plansOf } from "../../changes/write.ts"
import { matchTypes } from "../../contract/index.ts"
import { CreateDraft, type Focus } from "../../drafts/index.ts"
import { savingOf } from "../savings/estimate.ts"
import type { ProposedOperation } from "./details.ts"
import type { StoredRecommendation } from "./rows.ts"

/** One line of a preview. */
interface PreviewLine {
  readonly op: string
  readonly summary: string
}

type OperationOf<Op extends ProposedOperation["op"]> = Extract<ProposedOperation, { readonly op: Op }>
const operationsOf = <Op extends ProposedOperation["op"]>(
  operations: ReadonlyArray<ProposedOperation>,
  op: Op
): ReadonlyArray<OperationOf<Op>> => operations.filter((one): one is OperationOf<Op> => one.op === op)

/** Returns the focus of a draft. */
const focusOf = (draft: OperationOf<"create_draft">): Focus => {
  switch (draft.type) {
    case "hipo":
      return { keywords: draft.keywords.map(({ text }) => text), locations: [] }
    case "location":
      return { keywords: [], locations: [draft.location] }
    case "icp":
      return { keywords: [], locations: [], audience: draft.audience }
  }
}

const keywordLines = (
  op: ProposedOperation["op"],
  verb: string,
  keywords: ReadonlyArray<{ readonly match: string; readonly text: string }>
): ReadonlyArray<PreviewLine> =>
  keywords.map(({ match, text }) => ({ op, summary: `${verb} ${JSON.stringify(text)} (${match})` }))

/** Lists the searches of the last 30 days that an exclusion stops beside its own text. */
const listStopped = (item: Exclusion, stopped: ReadonlyArray<string>): string => {
  const stops = makeBlocker([item])
  const others = stopped.filter((term) => stops(term) && term !== item.text)
  return others.length === 0 ? "" : `; it stops ${others.map((term) => JSON.stringify(term)).join(", ")}`
}

/** Creates the edits of proposed operations, and describes their plans. */
export const makeSteps = Effect.gen(function* () {
  const [addKeywords, addNegatives] = [yield* AddKeywords, yield* AddNegatives]
  const [field, keywordState, createDraft] = [yield* FieldEdit, yield* KeywordStateEdit, yield* CreateDraft]

  /** Returns as few edits as possible: operations of a kind are merged. */
  const stepsFor = (
    campaign: { readonly id: number; readonly website_url: string | null },
    operations: ReadonlyArray<ProposedOperation>
  ): ReadonlyArray<Step> => {
    const paused = operationsOf(operations, "pause_keyword").map(({ keyword }) => keyword)
    const added = operationsOf(operations, "add_keyword").map(({ ad, match, text }) => ({ ad, match, text }))
    const excluded = operationsOf(operations, "add_negative_keyword")
    return [
      ...(paused.length > 0
        ? [makeStep(keywordState, { campaign: campaign.id, ids: paused, to: "paused" })]
        : []),
      ...(added.length > 0 ? [makeStep(addKeywords, { campaign: campaign.id, keywords: added })] : []),
      ...matchTypes.flatMap((match) => {
        const terms = excluded.filter((one) => one.match === match).map(({ text }) => text)
        return terms.length > 0 ? [makeStep(addNegatives, { campaign: campaign.id, match, terms })] : []
      }),
      ...operationsOf(operations, "set_target_cpa").map(({ from, to }) =>
        makeStep(field, { campaign: campaign.id, field: "target_cpa", to, plannedFrom: from })
      ),
      ...operationsOf(operations, "set_budget").map(({ from, to }) =>
        makeStep(field, { campaign: campaign.id, field: "budget", to, plannedFrom: from })
      ),
      ...operationsOf(operations, "create_draft").map((draft) =>
        makeStep(createDraft, {
          website: draft.type === "hipo" ? (campaign.website_url ?? "") : draft.website,
          type: draft.type,
          name: null,
          budget: null,
          source: draft.type === "hipo" ? campaign.id : null,
          focus: focusOf(draft)
        })
      )
    ]
  }

  /** Returns the preview line by line, without operations that are already done. */
  const previewLines = (planned: PlannedWrite): ReadonlyArray<PreviewLine> => [
    ...keywordLines(
      "pause_keyword",
      "Pause",
      plansOf(planned, keywordState).flatMap(({ items }) => items)
    ),
    ...keywordLines(
      "add_keyword",
      "Add",
      plansOf(planned, addKeywords).flatMap(({ items }) => items)
    ),
    ...plansOf(planned, addNegatives).flatMap(({ items, stopped }) =>
      items.map((item) => ({
        op: "add_negative_keyword",
        summary: `Exclude ${JSON.stringify(item.text)} (${item.match})${listStopped(item, stopped)}`
      }))
    ),
    ...plansOf(planned, field)
      .filter(({ empty }) => !empty)
      .map(({ field, sentence }) => ({
        op: field === "budget" ? "set_budget" : "set_target_cpa",
        summary: renderSentence(sentence)
      })),
    ...plansOf(planned, createDraft).map(({ input, name }) => ({
      op: "create_draft",
      summary: `Write the draft ${JSON.stringify(name)} of type ${input.type}`
    }))
  ]

  /** Returns the saving of the remaining operations: those already done save nothing more. */
  const remainingSaving = (
    planned: PlannedWrite,
    { details, saving }: StoredRecommendation
  ): number | null => {
    if (details.saves === undefined) return saving
    const paused = new Set(plansOf(planned, keywordState).flatMap(({ items }) => items.map(({ id }) => id)))
    const isExcluded = makeBlocker(plansOf(planned, addNegatives).flatMap(({ items }) => items))
    const stops = details.saves.stops.filter((one) =>
      "keyword" in one ? paused.has(one.keyword) : isExcluded(one.search)
    )
    return savingOf({ ...details.saves, stops })
  }

  /** Returns the traffic that all exclusions and pauses would lose; absent without them. */
  const expectedLoss = (planned: PlannedWrite) => {
    const exclusions = plansOf(planned, addNegatives)
    const plans = [...exclusions, ...plansOf(planned, keywordState)]
    return {
      ...(plans.length === 0 ? {} : { would_lose: addLosses(plans.map(({ lost }) => lost)) }),
      ...(exclusions.length === 0
        ? {}
        : { blocked_keywords: [...new Set(exclusions.flatMap(({ blocked }) => blocked))] })
    }
  }

  return { stepsFor, linesOf: previewLines, lossOf: expectedLoss, savingLeft: remainingSaving }
})
