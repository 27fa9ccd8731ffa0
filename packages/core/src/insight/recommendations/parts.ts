import { type Exclusion, makeBlocker, wordsOf } from "../../campaigns/index.ts"
import type { FieldProblem } from "../../contract/index.ts"
import { joinWithAnd, pluralize } from "../markdown.ts"
import { type SavingBasis, savingOf } from "../savings/estimate.ts"
import type { NewRecommendation, ProposedOperation, RecommendationDetails } from "./rows.ts"

/** What applying a recommendation does to one term, keyword or setting. */
export interface Change {
  /** The normalised term or keyword; null if it is about the campaign as a whole. */
  readonly text: string | null
  /** The same for the same change of the same thing, whatever its figures and its detector. */
  readonly key: string
}

/** The part of a recommendation that its detector's run determines. */
type Content = Pick<
  NewRecommendation,
  "evidence" | "findings" | "operations" | "saves" | "saving" | "summary"
>
type Finding = RecommendationDetails["findings"][number]

export const normalized = (text: string): string => wordsOf(text).join(" ")

const directionOf = (from: number | null, to: number): string =>
  from === null ? "set" : to > from ? "raise" : "lower"

const ofText = (what: string, text: string): Change => ({
  text: normalized(text),
  key: `${what}/${normalized(text)}`
})
const ofCampaign = (key: string): Change => ({ text: null, key })

/** Returns the changes that an operation makes. */
export const changesOf = (operation: ProposedOperation): ReadonlyArray<Change> => {
  switch (operation.op) {
    case "pause_keyword":
      return [{ text: normalized(operation.text), key: `pause/${operation.keyword}` }]
    case "add_keyword":
      return [ofText("add", operation.text)]
    case "add_negative_keyword":
      return [ofText("exclude", operation.text)]
    case "set_target_cpa":
    case "set_budget":
      // The amount differs a little each day; the proposal stays the same.
      return [ofCampaign(`${operation.op}/${operation.from}/${directionOf(operation.from, operation.to)}`)]
    case "switch_off_ai_max":
      return [ofCampaign(operation.op)]
    case "create_draft":
      if (operation.type === "hipo") return operation.keywords.map(({ text }) => ofText("move", text))
      return [
        ofCampaign(
          operation.type === "location" ? `location/${operation.location}` : `icp/${operation.audience}`
        )
      ]
  }
}

/** Returns the normalised term or keyword of a finding; null if it is about the campaign as a whole. */
export const textOf = (finding: Finding): string | null => {
  const name = finding["term"] ?? finding["text"]
  return typeof name === "string" ? normalized(name) : null
}

const isExclusion = (operation: ProposedOperation): operation is Exclusion & ProposedOperation =>
  operation.op === "add_negative_keyword"

/** What some operations stop. */
export interface Stopping {
  readonly paused: ReadonlySet<number>
  readonly excluded: ReadonlyArray<Exclusion>
  readonly aiMaxOff: boolean
}

/** Returns the basis of the saving of what some operations stop. */
export const savesOf = (saves: SavingBasis, { aiMaxOff, excluded, paused }: Stopping): SavingBasis => {
  const isExcluded = makeBlocker(excluded)
  return {
    ...saves,
    stops: saves.stops.filter((one) =>
      "keyword" in one
        ? paused.has(one.keyword)
        : isExcluded(one.search) || (aiMaxOff && one.through === "ai_max")
    )
  }
}

const switchesOff = ({ op }: ProposedOperation): boolean => op === "switch_off_ai_max"

const keptOperation = (
  operation: ProposedOperation,
  keeps: (change: Change) => boolean
): ReadonlyArray<ProposedOperation> => {
  if (operation.op === "create_draft" && operation.type === "hipo") {
    const keywords = operation.keywords.filter(({ text }) => keeps(ofText("move", text)))
    return keywords.length === 0 ? [] : [{ ...operation, keywords }]
  }
  return changesOf(operation).every(keeps) ? [operation] : []
}

/** For example "Add 2 keywords and pause 1 keyword". */
const summarize = (operations: ReadonlyArray<ProposedOperation>): string => {
  const countOf = (op: ProposedOperation["op"]) =>
    operations.flatMap((one) => (one.op === op ? changesOf(one) : [])).length
  const sentence = joinWithAnd(
    [
      { n: countOf("switch_off_ai_max"), say: () => "switch off AI Max" },
      { n: countOf("add_negative_keyword"), say: (n: number) => `exclude ${pluralize(n, "search term")}` },
      { n: countOf("add_keyword"), say: (n: number) => `add ${pluralize(n, "keyword")}` },
      { n: countOf("pause_keyword"), say: (n: number) => `pause ${pluralize(n, "keyword")}` },
      {
        n: countOf("create_draft"),
        say: (n: number) =>
          `give ${pluralize(n, "keyword")} with high potential a campaign of ${n === 1 ? "its" : "their"} own`
      }
    ].flatMap(({ n, say }) => (n === 0 ? [] : [say(n)]))
  )
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/**
 * Returns the part of a recommendation with the changes that `keeps` accepts, with its own summary and saving. Findings
 * without a change stay if `keepsFinding` accepts them. Null if no change is left.
 */
export const partOf = <Whole extends Content>(
  whole: Whole,
  keeps: (change: Change) => boolean,
  keepsFinding: (text: string) => boolean = () => true
): Whole | null => {
  const [first, ...more] = whole.operations.flatMap((one) => keptOperation(one, keeps))
  if (first === undefined) return null
  const operations = [first, ...more] as const
  const textsOf = (some: ReadonlyArray<ProposedOperation>) =>
    new Set(some.flatMap((one) => changesOf(one).flatMap(({ text }) => text ?? [])))
  const [all, kept] = [textsOf(whole.operations), textsOf(operations)]
  // A search that a shared word stops is listed beside the word, without an exclusion of its own.
  const [stops, stopped] = [
    makeBlocker(operations.filter(isExclusion)),
    makeBlocker(whole.operations.filter(isExclusion))
  ]
  const findings = whole.findings.filter((finding) => {
    const text = textOf(finding)
    if (finding["action"] === "switch_off_ai_max") return operations.some(switchesOff)
    if (text === null || kept.has(text)) return true
    if (all.has(text)) return false
    return stopped(text) && finding["action"] !== "review" ? stops(text) : keepsFinding(text)
  })
  const countOf = (some: ReadonlyArray<ProposedOperation>) => some.flatMap(changesOf).length
  const isWhole = countOf(operations) === countOf(whole.operations)
  if (isWhole) return findings.length === whole.findings.length ? whole : { ...whole, findings }
  const saves =
    whole.saves === undefined
      ? undefined
      : savesOf(whole.saves, {
          paused: new Set(operations.flatMap((one) => (one.op === "pause_keyword" ? [one.keyword] : []))),
          excluded: operations.filter(isExclusion),
          aiMaxOff: operations.some(switchesOff)
        })
  return {
    ...whole,
    findings,
    operations,
    summary: summarize(operations),
    ...(saves === undefined ? {} : { saves, saving: savingOf(saves) }),
    ...(whole.evidence === undefined
      ? {}
      : {
          evidence: {
            ...whole.evidence,
            items: whole.evidence.items.filter(({ text }) =>
              text === null
                ? operations.some((one) => changesOf(one).some((change) => change.text === null))
                : kept.has(normalized(text))
            )
          }
        })
  }
}

/** Why a text is no finding to apply, as the end of a sentence; null if it is one. */
const notApplied = (whole: Content, text: string): string | null => {
  const texts = whole.operations.flatMap((one) => changesOf(one).flatMap(({ text }) => text ?? []))
  if (texts.length === 0) return "cannot be chosen: the recommendation is applied as a whole"
  const name = normalized(text)
  if (texts.includes(name)) return null
  if (whole.findings.some((one) => textOf(one) === name && one["action"] === "switch_off_ai_max"))
    return "is stopped by switching off AI Max, which only the whole recommendation does"
  const word = whole.operations.find((one) => isExclusion(one) && makeBlocker([one])(name))
  if (!whole.findings.some((finding) => textOf(finding) === name))
    return `is no finding of the recommendation; it has ${joinWithAnd(texts.slice(0, maxNamed).map((one) => JSON.stringify(one)))}${texts.length > maxNamed ? " and others" : ""}`
  return word !== undefined && isExclusion(word)
    ? `is stopped by excluding ${JSON.stringify(word.text)}; name that`
    : "is for review only: nothing can be applied to it"
}

const maxNamed = 5

/** Returns the part of a recommendation with these findings, or why each of the others is none. */
export const chosenPart = <Whole extends Content>(
  whole: Whole,
  only: ReadonlyArray<string>
): { readonly part: Whole } | { readonly fields: ReadonlyArray<FieldProblem> } => {
  const fields = only.flatMap((text, n) => {
    const message = notApplied(whole, text)
    return message === null ? [] : [{ path: `only.${n}`, message }]
  })
  const chosen = new Set(only.map(normalized))
  const part = partOf(
    whole,
    ({ text }) => text !== null && chosen.has(text),
    () => false
  )
  return part === null || fields.length > 0 ? { fields } : { part }
}

/** Returns the names of the findings that can be applied alone, as they are written; none if all go together. */
export const choosableNames = ({
  findings,
  operations
}: Pick<Content, "findings" | "operations">): ReadonlyArray<string> => {
  const texts = new Set(operations.flatMap((one) => changesOf(one).flatMap(({ text }) => text ?? [])))
  if (texts.size < 2) return []
  return findings.flatMap((finding) => {
    const name = finding["term"] ?? finding["text"]
    return typeof name === "string" && texts.has(normalized(name)) ? [name] : []
  })
}

const stopping = new Set<ProposedOperation["op"]>(["add_negative_keyword", "pause_keyword"])

/** Whether operations only exclude and pause, which the platform takes from several recommendations in one request. */
export const onlyStops = (operations: ReadonlyArray<ProposedOperation>): boolean =>
  operations.every(({ op }) => stopping.has(op))
