import type { Mutation } from "./mutation.ts"

/** A mutant that no test can or should notice, and why. */
export interface Explained extends Pick<Mutation, "file" | "on" | "was" | "put"> {
  readonly why: string
}

const money = "packages/core/src/changes/guardrails/money.ts"

/** Survivors that stay: each was looked at. A test holds that they still fit the code. */
export const explained: ReadonlyArray<Explained> = [
  {
    file: money,
    on: "if (moves.length < 2) return moves",
    was: "moves.length < 2",
    put: "false",
    why: "Equivalent: the line only spares work. A single move comes out of the rest as it went in."
  },
  {
    file: money,
    on: "return start.campaign === null ? move : { ...start, to: move.to }",
    was: "start.campaign === null",
    put: "false",
    why: "Equivalent: a campaign that is yet to be made is its own key, so its start is the move itself."
  },
  {
    file: money,
    on: "allowed_max: Number.isFinite(highest) ? highest : Math.max(min, from ?? 0)",
    was: "0",
    put: "1",
    why: "Equivalent: the range is only without an end where its least is 1."
  },
  {
    file: money,
    on: "return [...largest(raised, ({ to }) => to ?? 0).values()].map(({ campaign, figure }) => ({",
    was: "0",
    put: "1",
    why: "Equivalent: a budget that rises is not null. The default only satisfies the types."
  },
  {
    file: "packages/core/src/insight/detect/rules/high-cpc.ts",
    on: "const average = view.last30.clicks > 0 ? view.last30.cost_micros / view.last30.clicks : null",
    was: ">",
    put: ">=",
    why: "Equivalent: without clicks the price is NaN or endless, and nothing is several times that."
  },
  {
    file: "packages/core/src/insight/detect/rules/keyword-count.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code, as it is written
    on: 'summary: `${counted(crowded.length, "ad")} with more than ${counted(threshold, "keyword")}`',
    was: '"keyword"',
    put: '""',
    why: "A word of a summary that people read; tests of rules do not repeat sentences."
  }
]
