import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { withAuditEvent } from "../audit/trail.ts"
import { Changes } from "../changes/changes.ts"
import type { Endpoint } from "../request/endpoint.ts"
import {
  type ApprovalFailed,
  addComment,
  approve,
  type Decision,
  type DecisionResult,
  reject
} from "./decide.ts"
import { type PendingApprovalEndpoints, pendingApprovals } from "./pending.ts"
import { expireApprovals, type NotPending } from "./queued-write.ts"

/** The endpoints of the approval queue. Only people can call them; API keys and access tokens cannot. */
export interface ApprovalsShape extends PendingApprovalEndpoints {
  /** Executes the write as its requester. The result is approved, or failed where a rule now refuses it. */
  readonly approve: (decision: Decision) => Endpoint<DecisionResult, NotPending | ApprovalFailed>
  readonly reject: (decision: Decision & { readonly reason?: string }) => Endpoint<DecisionResult, NotPending>
  /** Adds a comment without deciding. Every member can comment. */
  readonly comment: (decision: Decision & { readonly text: string }) => Endpoint<null, NotPending>
  readonly expire: Effect.Effect<number, SqlError>
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* Changes
  const pending = yield* pendingApprovals
  const shape: ApprovalsShape = {
    ...pending,
    approve: ({ id, organization }) => ({
      name: "approvals.approve",
      admits: "members",
      organization,
      role: "admin",
      run: (clearance) => approve(changes, id, clearance)
    }),
    reject: ({ id, organization, reason }) => ({
      name: "approvals.reject",
      admits: "members",
      organization,
      role: "admin",
      run: (clearance) => reject(id, reason?.trim() || null, clearance)
    }),
    comment: ({ id, organization, text }) => ({
      name: "approvals.comment",
      admits: "members",
      organization,
      role: null,
      run: (clearance) => withAuditEvent(clearance.audit, addComment(id, text, clearance))
    }),
    expire: expireApprovals.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.withSpan("Approvals.expire")
    )
  }
  return shape
})

/** The approval queue: lists pending writes and records a person's decision on them. */
export class Approvals extends Context.Tag("@adwarden/Approvals")<Approvals, ApprovalsShape>() {
  static readonly layer = Layer.effect(Approvals, make)
}
