import { Context, Effect, Layer } from "effect"
import {
  type AnyOperation,
  inputFields,
  type OperationName,
  type ServiceError,
  Unauthorized
} from "../contract/index.ts"
import type { Answer, Call, Errand } from "../request/call.ts"
import type { Caller } from "../request/caller.ts"
import type { OwnRefusal } from "../request/entrance.ts"
import { type ReadsQuota, type Reply, refusalOf } from "../request/handler.ts"
import { Handlers } from "../request/handlers.ts"
import { heardBy } from "../request/listener.ts"
import { Settings } from "../settings.ts"
import { makeAdmit } from "./admit.ts"
import { answerCheck } from "./answer-check.ts"
import { conclude, type Progress } from "./conclude.ts"
import { makeEnter } from "./enter.ts"
import { FrontDoor } from "./front-door.ts"
import { withoutSecrets } from "./redaction.ts"

/**
 * The one way in. Every surface hands over what came, from whomever, and gives the answer back: it is
 * recognised, held to its rate, cleared, run and audited here, in this order, and nowhere else.
 */
export class Pipeline extends Context.Tag("@adwarden/Pipeline")<
  Pipeline,
  {
    readonly run: <Out = unknown, E extends OwnRefusal = never>(
      call: Call<Out, E>
    ) => Effect.Effect<Answer<Out, E>>
    /** The operations that are built. */
    readonly implemented: () => ReadonlySet<OperationName>
  }
>() {
  static readonly layer = Layer.effect(
    Pipeline,
    Effect.suspend(() => make)
  )
}

/** With what is left of the organization's writes of the day, where the engine was not reached or did not look. */
const withQuota = (
  reply: Reply<unknown>,
  organization: number | undefined,
  quota: ReadsQuota
): Effect.Effect<Reply<unknown>> =>
  reply.quota !== null || organization === undefined
    ? Effect.succeed(reply)
    : Effect.match(quota(organization), {
        // The answer stands without it.
        onFailure: () => reply,
        onSuccess: (found) => ({ ...reply, quota: found })
      })

/** Whether callers may wait in it: only then is there anything to hear before the answer, and nothing else pays for it. */
const canWait = (operation: AnyOperation): boolean => inputFields(operation).has("wait_seconds")

type OperationErrand = Extract<Errand, { readonly operation: unknown }>

const make = Effect.gen(function* () {
  const door = yield* FrontDoor
  const handlers = yield* Handlers
  const { checkOutputs } = yield* Settings
  const admit = yield* makeAdmit
  const enter = yield* makeEnter
  const answer = yield* conclude

  const operate = Effect.fnUntraced(function* (
    { input, operation }: OperationErrand,
    caller: Caller,
    call: Pick<Call, "facts" | "listener">,
    progress: Progress
  ) {
    progress.success = operation.success
    const answers = handlers.find(operation.name)
    const work = Effect.flatMap(
      admit(operation, input, caller, call.facts, progress),
      ([clearance, decoded]) =>
        answers === undefined
          ? Effect.dieMessage(`Nobody handles ${operation.name}`)
          : answers.handle(clearance, decoded)
    )
    const heard = canWait(operation)
      ? heardBy(work, call.listener, { requestId: call.facts.id, rateLimit: progress.rateLimit })
      : work
    const told = yield* Effect.catchIf(
      heard,
      (error): error is ServiceError => error._tag !== "SqlError",
      (error) => Effect.succeed(refusalOf(error))
    )
    const quota = answers?.quota ?? null
    const reply = quota === null ? told : yield* withQuota(told, progress.organization?.id, quota)
    if (!checkOutputs || answers === undefined) return reply
    return { ...reply, result: answerCheck(operation, reply) }
  })

  const receive = Effect.fnUntraced(function* <Out, E extends OwnRefusal>(
    call: Call<Out, E>,
    progress: Progress
  ) {
    const received = yield* door.receive(call.presents, call.facts)
    progress.audit = { ...progress.audit, ...received.actor }
    progress.rateLimit = received.rateLimit
    progress.person = received.caller?.email ?? null
    if (received.limited !== null) {
      progress.limitedBy = received.subject
      return yield* received.limited
    }
    if (received.refusal !== null && !call.open) return yield* received.refusal
    const errand = yield* call.wants
    const name = "operation" in errand ? errand.operation.name : errand.entrance.name
    progress.audit = { ...progress.audit, operation: name }
    if ("entrance" in errand) {
      progress.success = errand.entrance.success ?? 200
      return yield* enter(errand.entrance, { ...call, received }, progress)
    }
    if (received.caller === null) {
      return yield* received.refusal ?? new Unauthorized({ why: "missing" })
    }
    return yield* operate(errand, received.caller, call, progress)
  })

  return {
    run: <Out, E extends OwnRefusal>(given: Call<Out, E>) => {
      const call = { ...given, facts: withoutSecrets(given.facts) }
      return answer<Out, E>(call.facts, call.name, (progress) => receive(call, progress))
    },
    implemented: handlers.names
  }
})
