import {
  type ApprovalFailed,
  CampaignAdministration,
  type DecisionResult,
  type NotPending,
  Pipeline,
  type PipelineResponse
} from "@adwarden/core"
import { type Output, operationByName, randomId } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { CallPlan } from "../definition/organizations.ts"
import type { DemoKeys } from "./organizations.ts"
import { DemoUnfinished } from "./unfinished.ts"

const requestFacts = (method: string, path: string) => ({
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
      facts: requestFacts(operation.method, `/v1${operation.path}`),
      invocation: Effect.succeed({ operation, input: { values: plan.input, unreadable: null } }),
      allowAnonymous: false
    })
  })

const refused = (plan: CallPlan, { error }: PipelineResponse) =>
  new DemoUnfinished({
    problem: `The call ${plan.operation} for ${plan.organization} in the demo world was rejected: ${JSON.stringify(error)}`
  })

/** A task has two minutes: one call waits for up to 20 seconds. */
const waitSeconds = 20
const maxWaits = 6

/** Waits until a task completes or fails. */
const follow = (keys: DemoKeys, plan: CallPlan, task: number) =>
  Effect.gen(function* () {
    const input = { id: task, wait_seconds: waitSeconds }
    for (let waits = 0; waits < maxWaits; waits++) {
      const response = yield* send(keys, { ...plan, operation: "tasks.get", input })
      if (response.error !== null) return yield* refused(plan, response)
      if ((response.output as Output<"tasks.get">).status !== "running") return
    }
    yield* new DemoUnfinished({
      problem: `Task ${task} of the demo world did not finish within two minutes.`
    })
  })

/** Adds a fixed idempotency key, so a repeated start does not execute the call twice. */
const asExecution = (plan: CallPlan): CallPlan => ({
  ...plan,
  input: {
    ...plan.input,
    dry_run: false,
    idempotency_key: `demo ${plan.operation} ${JSON.stringify(plan.input)}`
  }
})

/** Executes a call and waits for the task that it starts, if any. */
export const execute = (keys: DemoKeys, plan: CallPlan) =>
  Effect.gen(function* () {
    const response = yield* send(keys, asExecution(plan))
    if (response.error !== null) return yield* refused(plan, response)
    const { task_tracking_id: task } = response.output as { readonly task_tracking_id?: number | null }
    if (typeof task === "number") yield* follow(keys, plan, task)
  })

/** Requests a change that requires approval, and records the approver's decision. */
export const holdAndDecide = (keys: DemoKeys, plan: CallPlan) =>
  Effect.gen(function* () {
    const response = yield* send(keys, asExecution(plan))
    if (response.error?._tag !== "approval_required") return yield* refused(plan, response)
    if (plan.decision === undefined) return
    const { approve, by, reason } = plan.decision
    const administration = yield* CampaignAdministration
    const id = response.error.queued_recommendation_id
    const endpoint = approve
      ? administration["approvals.approve"](plan.organization, { id })
      : administration["approvals.reject"](plan.organization, {
          id,
          ...(reason === undefined ? {} : { reason })
        })
    const { error } = yield* (yield* Pipeline).run<DecisionResult, NotPending | ApprovalFailed>({
      name: endpoint.name,
      credentials: { kind: "operator", person: by },
      facts: { ...requestFacts("POST", "/approvals"), surface: "dashboard" },
      invocation: Effect.succeed({ endpoint }),
      allowAnonymous: false
    })
    // An interrupted start already recorded this decision.
    if (error === null || error._tag === "NotPending") return
    yield* new DemoUnfinished({
      problem: `The decision in the demo world was rejected: ${JSON.stringify(error)}`
    })
  })
