import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  type AnyOperation,
  decodeInput,
  NotFound,
  NotImplemented,
  type OperationName,
  OrgAccessDenied,
  type ServiceError
} from "../contract/index.ts"
import { Settings } from "../settings.ts"
import { nobody } from "./audit-event.ts"
import { type Access, clearIn, scopeProblem } from "./authorize.ts"
import type { Answer, Call, Deed, RawInput, Visit } from "./call.ts"
import type { Caller } from "./caller.ts"
import { type Clearance, mintClearance } from "./clearance.ts"
import { conclude, type Progress } from "./conclude.ts"
import { FrontDoor } from "./front-door.ts"
import { replyOf } from "./handler.ts"
import { Handlers } from "./handlers.ts"
import { OrganizationAccess } from "./organization-access.ts"
import { outputCheck } from "./output-check.ts"

const decode = (operation: AnyOperation, input: RawInput) => {
  if (input.unreadable !== null) return Effect.fail(input.unreadable)
  const decoded = decodeInput(operation, input.values)
  return decoded.ok ? Effect.succeed(decoded.input) : Effect.fail(decoded.error)
}

const refuse = (problem: ServiceError | null): Effect.Effect<void, ServiceError> =>
  problem === null ? Effect.void : Effect.fail(problem)

/** The only way to run an operation. Every surface hands over the raw request and gives the answer back. */
export class Pipeline extends Context.Tag("@adwarden/Pipeline")<
  Pipeline,
  {
    readonly run: (call: Call) => Effect.Effect<Answer>
    /** For a request that runs no operation: it too is recognised, limited and audited. */
    readonly visit: (visit: Visit) => Effect.Effect<Answer>
    /** What a person does in the dashboard or by the CLI that no key or token can do: audited all the same. */
    readonly attend: (
      deed: Deed,
      work: Effect.Effect<unknown, ServiceError | SqlError>
    ) => Effect.Effect<Answer>
    readonly implemented: () => ReadonlySet<OperationName>
  }
>() {
  static readonly layer = Layer.effect(
    Pipeline,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const door = yield* FrontDoor
  const organizations = yield* OrganizationAccess
  const handlers = yield* Handlers
  const { checkOutputs } = yield* Settings
  const answer = yield* conclude

  /** Where the call acts, as what, and on which input: the three ways a call can name its organization. */
  const admit = Effect.fnUntraced(function* (call: Call, caller: Caller, progress: Progress) {
    const { facts, input, operation } = call
    const entered = (access: Access) => {
      progress.organization = access.organization
      return clearIn(access, operation, caller, { request: facts, audit: progress.audit })
    }
    switch (operation.organization) {
      case "all": {
        yield* refuse(scopeProblem(operation, caller.scopes))
        return [
          mintClearance<Clearance>({ caller, request: facts, audit: progress.audit }),
          yield* decode(operation, input)
        ] as const
      }
      case "named": {
        const org = input.values["org"] ?? "_"
        const access = typeof org === "string" ? yield* organizations.named(caller, org) : null
        if (access === null) return yield* new OrgAccessDenied({ org: String(org).slice(0, 100) })
        return [yield* entered(access), yield* decode(operation, input)] as const
      }
      case "owner": {
        yield* refuse(scopeProblem(operation, caller.scopes))
        const decoded = yield* decode(operation, input)
        const id = (decoded as Record<string, unknown>)[operation.pathNames[0]!]
        const access = yield* organizations.owning(caller, operation.owner!, id)
        if (access === null)
          return yield* new NotFound({ what: `The ${operation.owner} ${JSON.stringify(id)}` })
        return [yield* entered(access), decoded] as const
      }
    }
  })

  const execute = Effect.fnUntraced(function* (call: Call, progress: Progress) {
    const received = yield* door.receive(call.presented, call.facts)
    progress.audit = { ...progress.audit, ...received.actor }
    progress.rateLimit = received.rateLimit
    if ("turnedAway" in received) return yield* received.turnedAway
    const [clearance, input] = yield* admit(call, received.caller, progress)
    const handle = handlers.find(call.operation.name)
    if (handle === undefined) return yield* new NotImplemented({ operation: call.operation.name })
    const reply = yield* handle(clearance, input)
    if (checkOutputs && "output" in reply.result) outputCheck(call.operation, reply.result.output)
    return reply
  })

  const look = Effect.fnUntraced(function* (visit: Visit, progress: Progress) {
    const received = yield* door.receive(visit.presented, visit.facts)
    progress.audit = { ...progress.audit, ...received.actor }
    progress.rateLimit = received.rateLimit
    if ("turnedAway" in received && !(visit.open && received.turnedAway._tag === "unauthorized")) {
      return yield* received.turnedAway
    }
    return visit.refusal === null ? replyOf(null) : yield* Effect.fail(visit.refusal)
  })

  return {
    run: (call: Call) =>
      answer(call.facts, call.operation.name, call.operation.success, (progress) => execute(call, progress)),
    visit: (visit: Visit) => answer(visit.facts, visit.name, 200, (progress) => look(visit, progress)),
    attend: (deed: Deed, work: Effect.Effect<unknown, ServiceError | SqlError>) =>
      answer(deed.facts, deed.name, 200, (progress) => {
        progress.audit = {
          ...progress.audit,
          ...nobody,
          organization_id: deed.organization.id,
          actor_type: "user",
          user_email: deed.person
        }
        progress.organization = deed.organization
        return Effect.map(work, replyOf)
      }),
    implemented: handlers.names
  }
})
