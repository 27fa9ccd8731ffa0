import { Schema } from "effect"
import { limits } from "../limits.ts"
import { operation } from "../operation.ts"
import { idempotentInput } from "../resources/changes.ts"
import { documentSection, Strategy, StrategyRow } from "../resources/insight.ts"
import {
  described,
  Line,
  OrgRef,
  optional,
  Prose,
  pageInput,
  pageOutput,
  StrategyId,
  TaskId
} from "../values/index.ts"

const id = "str_2Lm9QxT7vB4nK1cZ8pRw5D"
const url = `https://adwarden.example/o/northwind/strategy/${id}`
const row = {
  id,
  status: "succeeded",
  title: "Strategy for Northwind",
  created_at: "2026-01-12T06:00:00.000Z",
  finished_at: "2026-01-12T06:04:00.000Z",
  url
}

const Document = Schema.Struct({
  name: Line(255),
  content: described(Prose(limits.strategyDocumentCharacters), "Markdown or plain text")
})

export const generateStrategy = operation("strategy.generate", {
  summary: "Write a strategy document",
  when: "Takes minutes: from profile, performance, an audit, keyword demand and your documents. Changes no campaign.",
  gives: "Gives its id as strategy, and task_tracking_id.",
  next: "Follow with {tasks.get}, then read it with {strategy.get}.",
  http: "POST /organizations/{org}/strategy",
  tool: "svc_generate_strategy",
  scope: "reports:generate",
  effect: "immediate",
  held: false,
  undo: "none: a strategy changes no campaign",
  success: 202,
  maxBodyBytes: 1024 * 1024,
  input: Schema.Struct({
    org: OrgRef,
    documents: optional(
      Schema.Array(Document).pipe(
        Schema.maxItems(limits.strategyDocuments, {
          message: () => `must have at most ${limits.strategyDocuments} documents`
        }),
        Schema.annotations({ description: "To consider" })
      )
    ),
    ...idempotentInput
  }),
  output: Schema.Struct({
    status: Schema.Literal("queued"),
    strategy: StrategyId,
    task_tracking_id: TaskId,
    url: Schema.String
  }),
  errors: [],
  example: {
    input: { org: "northwind", documents: [{ name: "Goals", content: "More emergency calls." }] },
    output: { status: "queued", strategy: id, task_tracking_id: 1004, url }
  }
})

export const listStrategies = operation("strategy.list", {
  summary: "List strategy documents, newest first",
  when: "Finds an earlier one.",
  gives: "Gives id, status and title, without bodies.",
  next: "Read one with {strategy.get}.",
  http: "GET /organizations/{org}/strategy",
  tool: "svc_list_strategies",
  scope: "reports:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef, ...pageInput }),
  output: Schema.Struct({ strategies: Schema.Array(StrategyRow), ...pageOutput }),
  errors: [],
  example: { input: { org: "northwind" }, output: { strategies: [row], total: 1, next_cursor: null } }
})

export const getStrategy = operation("strategy.get", {
  summary: "Get one strategy document",
  when: "Read it once its task is completed.",
  gives: "Gives summary, sections and markdown, null while it is being written, and error if that failed.",
  next: "Follow one being written with {tasks.get}.",
  http: "GET /organizations/{org}/strategy/{strategy_id}",
  tool: "svc_get_strategy",
  scope: "reports:read",
  effect: "read",
  document: "markdown",
  input: Schema.Struct({ org: OrgRef, strategy_id: StrategyId, section: documentSection }),
  output: Strategy,
  errors: ["not_found"],
  example: {
    input: { org: "northwind", strategy_id: id },
    output: {
      ...row,
      summary: "More emergency calls.",
      sections: ["Budget"],
      markdown: "More emergency calls.\n\n## Budget\n\nAs it is.",
      error: null
    }
  }
})
