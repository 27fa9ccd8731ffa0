import {
  type ApprovalFailed,
  Approvals,
  type DecisionResult,
  type NotPending,
  Pipeline,
  type PipelineResponse
} from "@adwarden/core"
import { type Output, operationByName, randomId } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { CallPlan } from "../definition/types.ts"
import type { DemoKeys } from "./keys.ts"
import { DemoUnfinished } from "./unfinished.ts"

const facts = (method: string, path: string) => ({
  id: randomId("req"),
  surface: "rest" as const,
  method,
  path,
  ip: "127.0.0.1",
  userAgent: "adwarden-demo"
})

const send = (keys: DemoKeys, plan: Omit<CallPlan, "decision">) =>
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const operation = operationByName.get(plan.operation)!
    const authorization = `Bearer ${keys[plan.organization]?.[plan.role]}`
    return yield* pipeline.run({
      name: operation.name,
      credentials: { kind: "credential", authorization, query: [] },
      facts: facts(operation.method, `/v1${operation.path}`),
      invocation: Effect.succeed({ operation, input: { values: plan.input, unreadable: null } }),
      allowAnonymous: false
    })
  })

const refused = (plan: CallPlan, { error }: PipelineResponse) =>
  new DemoUnfinished({
    problem: `The demo's ${plan.operation} in ${plan.organization} was refused: ${JSON.stringify(error)}`
  })

/** Polls a task to its end, whichever that is. */
const follow = (keys: DemoKeys, plan: CallPlan, task: number) =>
  Effect.gen(function* () {
    for (let polls = 0; polls < 120; polls++) {
      const response = yield* send(keys, { ...plan, operation: "tasks.get", input: { id: task } })
      if (response.error !== null) return yield* refused(plan, response)
      if ((response.output as Output<"tasks.get">).status !== "running") return
      yield* Effect.sleep("300 millis")
    }
    yield* new DemoUnfinished({ problem: `The demo's task ${task} did not end within half a minute.` })
  })

/** The same call is the same call when a start that was cut short is made again. */
const asExecution = (plan: CallPlan): CallPlan => ({
  ...plan,
  input: {
    ...plan.input,
    dry_run: false,
    idempotency_key: `demo ${plan.operation} ${JSON.stringify(plan.input)}`
  }
})

/** Does it, and waits for the task that it may have started. */
export const execute = (keys: DemoKeys, plan: CallPlan) =>
  Effect.gen(function* () {
    const response = yield* send(keys, asExecution(plan))
    if (response.error !== null) return yield* refused(plan, response)
    const { task_tracking_id: task } = response.output as { readonly task_tracking_id?: number | null }
    if (typeof task === "number") yield* follow(keys, plan, task)
  })

/** Asks for what a person has to say yes to, and says what the person said. */
export const holdAndDecide = (keys: DemoKeys, plan: CallPlan) =>
  Effect.gen(function* () {
    const response = yield* send(keys, asExecution(plan))
    if (response.error?._tag !== "approval_required") return yield* refused(plan, response)
    if (plan.decision === undefined) return
    const { approve, by, reason } = plan.decision
    const approvals = yield* Approvals
    const decision = { organization: plan.organization, id: response.error.queued_recommendation_id }
    const endpoint = approve
      ? approvals.approve(decision)
      : approvals.reject({ ...decision, ...(reason === undefined ? {} : { reason }) })
    const { error } = yield* (yield* Pipeline).run<DecisionResult, NotPending | ApprovalFailed>({
      name: endpoint.name,
      credentials: { kind: "operator", person: by },
      facts: { ...facts("POST", "/approvals"), surface: "dashboard" },
      invocation: Effect.succeed({ endpoint }),
      allowAnonymous: false
    })
    // Decided already, by a start that was cut short after it.
    if (error === null || error._tag === "NotPending") return
    yield* new DemoUnfinished({ problem: `The demo's decision was refused: ${JSON.stringify(error)}` })
  })
