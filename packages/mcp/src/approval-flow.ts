import { createHash } from "node:crypto"
import { type Invocation, type PipelineResponse, Settings, Vault } from "@adwarden/core"
import {
  ApprovalRequired,
  envelope,
  type Output,
  operationByName,
  pagePaths,
  ValidationError
} from "@adwarden/core/contract"
import { Effect, Either, Redacted } from "effect"
import {
  type ApprovalFollowUp,
  errorJson,
  type Id,
  isObject,
  jsonRpcErrorCodes,
  type Message,
  type ResultMembers,
  rejected,
  resultJson,
  type ToolCall,
  withMembers
} from "./message.ts"
import { endedWriteJson, toolResultJson } from "./tool-result.ts"

/**
 * A write that waits for approval is answered with a link, if the client can show one: the person signs in on that page
 * and decides there. The client then repeats the call, and gets the decision. Nothing that the client itself sends is a
 * decision.
 */

/** What the service wants to know on the next call: sealed, because it comes back from the client. */
interface State {
  readonly queued: string
  /** How often the client was asked. */
  readonly asked: number
  readonly expires: number
}

/** After an hour the change still waits, but is followed by its id. */
const lifetime = 60 * 60 * 1000

/** How often a client is shown the link of one change. After that it gets the same answer as others. */
const maxAsked = 3

const getWrite = operationByName.get("queued_writes.get")!
const withdrawWrite = operationByName.get("queued_writes.withdraw")!

const invalidState = new ValidationError({
  fields: [
    {
      path: "requestState",
      message:
        "has expired, or is of another call. See with {queued_writes.list} whether the change still waits, before you send it again"
    }
  ]
})

const invalid = (id: Id) => rejected(jsonRpcErrorCodes.invalidParams, invalidState, id)

/** A state is of no use for another tool or other arguments. */
const contextOf = ({ input, operation }: ToolCall): string => {
  const digest = createHash("sha256").update(JSON.stringify(input.values)).digest("base64url")
  return `mcp approval ${operation.name} ${digest}`
}

const actionOf = (responses: unknown): ApprovalFollowUp["action"] => {
  const approval = isObject(responses) ? responses["approval"] : undefined
  const action = isObject(approval) ? approval["action"] : undefined
  return action === "decline" || action === "cancel" ? action : "accept"
}

/** Only the credential that requested a change can follow or withdraw it, and the operations themselves see to that. */
export const approvalInvocation = ({ action, queued }: ApprovalFollowUp): Invocation => ({
  operation: action === "decline" ? withdrawWrite : getWrite,
  input: { values: { queued_id: queued }, unreadable: null }
})

export const makeApprovalFlow = Effect.gen(function* () {
  const vault = yield* Vault
  const { appUrl } = yield* Settings
  const clock = yield* Effect.clock

  const seal = (state: State, call: ToolCall): string =>
    Buffer.from(vault.seal(Redacted.make(JSON.stringify(state)), contextOf(call))).toString("base64url")

  const open = (sealed: string, call: ToolCall): State | null => {
    const opened = Effect.runSync(
      Effect.either(vault.open(Buffer.from(sealed, "base64url"), contextOf(call)))
    )
    if (Either.isLeft(opened)) return null
    const state = JSON.parse(Redacted.value(opened.right)) as State
    return state.expires > clock.unsafeCurrentTimeMillis() ? state : null
  }

  /** Returns the link to the page of a change, as the result of its call; null if it does not wait, or there is no use. */
  const linkJson = (
    call: ToolCall,
    { error, organization }: PipelineResponse,
    members: ResultMembers | null,
    asked = 0
  ): string | null => {
    if (!call.showsLinks || !vault.isConfigured || asked === maxAsked) return null
    if (error?._tag !== "approval_required" || organization === null) return null
    const queued = error.queued_recommendation_id
    const url = `${appUrl}${pagePaths.optimization(organization, queued)}`
    const message = `${call.operation.summary}: an owner or admin of ${organization} has to approve this. Sign in and decide on the page, then continue here.`
    const state = { queued, asked: asked + 1, expires: clock.unsafeCurrentTimeMillis() + lifetime }
    const asking = {
      inputRequests: { approval: { method: "elicitation/create", params: { mode: "url", message, url } } },
      requestState: seal(state, call)
    }
    return withMembers(JSON.stringify(asking), { _meta: {}, ...members, resultType: "input_required" })
  }

  return {
    linkJson,

    /** Reads a call that the client repeats after it has shown the link. Any other message stays as it is. */
    followUpOf: (message: Message, params: unknown): Message => {
      if (message.kind !== "tool_call" || !isObject(params) || !Object.hasOwn(params, "requestState"))
        return message
      const { inputResponses, requestState } = params
      const state = typeof requestState === "string" ? open(requestState, message) : null
      if (state === null) return invalid(message.id)
      const { asked, queued } = state
      const action = actionOf(inputResponses)
      return { kind: "approval_follow_up", id: message.id, call: message, queued, asked, action }
    },

    /** Answers a repeated call: with what the change did, why it was not made, or the link again. */
    responseJson: (
      followUp: ApprovalFollowUp,
      response: PipelineResponse,
      members: ResultMembers | null
    ): string => {
      const { action, asked, call, id } = followUp
      const answer = (operation: ToolCall["operation"], answered: PipelineResponse) =>
        toolResultJson(operation, answered, appUrl, members)
      if (response.error !== null) return resultJson(id, answer(getWrite, response))
      const write = response.output as Output<"queued_writes.get">
      if (!write.mine)
        return errorJson(id, jsonRpcErrorCodes.invalidParams, envelope(invalidState, appUrl, "mcp"))
      switch (write.status) {
        case "pending": {
          const error = new ApprovalRequired({ queued_recommendation_id: write.id })
          const held = { ...response, output: null, error, replayed: true }
          const again = action === "accept" ? linkJson(call, held, members, asked) : null
          return resultJson(id, again ?? answer(call.operation, held))
        }
        case "approved":
          return resultJson(id, answer(call.operation, { ...response, output: write.result ?? {} }))
        default:
          return resultJson(id, endedWriteJson(write, response, appUrl, members))
      }
    }
  }
})

export type ApprovalFlow = Effect.Effect.Success<typeof makeApprovalFlow>
