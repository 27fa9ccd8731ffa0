import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  decodePeopleWrite,
  type Output,
  type PeopleWriteName,
  renderMentions,
  type ServiceError,
  writeByName
} from "../contract/index.ts"
import { accessProblem } from "../pipeline/authorize.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { type HandlerResponse, refuseWith } from "../request/handler.ts"
import { Changes } from "./changes.ts"
import { toReply } from "./outcome.ts"
import type { PeopleWritePreview, PeopleWriteResult } from "./people-write.ts"

/** The fields that control an execution. */
export interface PeopleWriteOptions {
  /** The preview that the person saw: if the plan differs from it, the write is refused with preview_stale. */
  readonly previewHash?: string | undefined
  /** The same key with the same input within a day returns the stored result. */
  readonly idempotencyKey?: string | undefined
}

export interface PeopleWritesShape {
  /** Previews a write. It changes nothing, and the audit trail names it as the write itself. */
  readonly preview: (
    organization: string,
    name: PeopleWriteName,
    input: unknown
  ) => Endpoint<PeopleWritePreview>
  readonly execute: (
    organization: string,
    name: PeopleWriteName,
    input: unknown,
    options?: PeopleWriteOptions
  ) => Endpoint<PeopleWriteResult>
  /** Previews a write inside the request of a page, with the person's own clearance. */
  readonly previewIn: (
    clearance: OrganizationClearance,
    name: PeopleWriteName,
    input: unknown
  ) => Effect.Effect<PeopleWritePreview, ServiceError | SqlError>
}

/** The requirements of such an endpoint: a member of the organization whose role may make changes. */
export const adminEndpoint = (name: string, organization: string) =>
  ({ name, admits: "members", organization, role: "admin" }) as const

/** Renders the operations and pages that sentences of an output name in the terms of the request's surface. */
const rendered = <A>(
  { request: { surface } }: OrganizationClearance,
  response: HandlerResponse<unknown>
): HandlerResponse<A> =>
  "refused" in response.result
    ? { ...response, result: response.result }
    : {
        ...response,
        result: {
          output: JSON.parse(JSON.stringify(response.result.output), (_key, value: unknown) =>
            typeof value === "string" ? renderMentions(surface, value) : value
          ) as A
        }
      }

/**
 * Runs the writes of `peopleWrites` for people: in the dashboard, or as an operator's command on behalf of a
 * person. They go through the pipeline as endpoints for admins and through the engine like every other write.
 *
 * @example
 * const { execute, preview } = yield* PeopleWrites
 * const shown = yield* run(preview("northwind", "drafts.discard", { campaign: "spring-offers" }))
 * yield* run(execute("northwind", "drafts.discard", { campaign: "spring-offers" }, { previewHash: shown.preview_hash }))
 */
export class PeopleWrites extends Context.Tag("@adwarden/PeopleWrites")<PeopleWrites, PeopleWritesShape>() {
  static readonly layer = Layer.effect(
    PeopleWrites,
    Effect.map(Changes, (changes): PeopleWritesShape => {
      const run = <A>(
        name: PeopleWriteName,
        clearance: OrganizationClearance,
        raw: unknown,
        how: "preview" | "execute",
        { idempotencyKey, previewHash }: PeopleWriteOptions = {}
      ): Effect.Effect<HandlerResponse<A>, SqlError> => {
        const decoded = decodePeopleWrite(name, raw)
        if (!decoded.ok) return Effect.succeed(refuseWith(decoded.error))
        const input = {
          ...(decoded.input as object),
          ...(previewHash === undefined ? {} : { preview_hash: previewHash }),
          ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey })
        }
        return Effect.map(changes[how](name, clearance, input), (outcome) =>
          rendered<A>(clearance, toReply(outcome))
        )
      }
      return {
        preview: (organization, name, input) => ({
          ...adminEndpoint(name, organization),
          run: (clearance: OrganizationClearance) =>
            run<PeopleWritePreview>(name, clearance, input, "preview")
        }),
        execute: (organization, name, input, options) => ({
          ...adminEndpoint(name, organization),
          run: (clearance: OrganizationClearance) =>
            run<PeopleWriteResult>(name, clearance, input, "execute", options)
        }),
        previewIn: (clearance, name, input) =>
          Effect.gen(function* () {
            const problem = accessProblem(writeByName.get(name)!, [], clearance.effectiveRole)
            if (problem !== null) return yield* Effect.fail<ServiceError>(problem)
            const { result } = yield* run<PeopleWritePreview>(name, clearance, input, "preview")
            return "refused" in result ? yield* Effect.fail(result.refused) : result.output
          })
      }
    })
  )
}

/** An undo as a person saw it in a preview. */
export interface PreviewedUndo {
  readonly id: string
  /** Whether it is the undo of the whole write that the action belongs to. */
  readonly all: boolean
  readonly previewHash: string
  readonly idempotencyKey: string | null
}

/**
 * The undo of an action from a page. It is the operation `actions.undo` with the hash of its preview, which the API has
 * no field for: an undo that would do something else than the page showed is refused.
 */
export class UndoEndpoint extends Context.Tag("@adwarden/UndoEndpoint")<
  UndoEndpoint,
  (organization: string, undo: PreviewedUndo) => Endpoint<Output<"actions.undo">>
>() {
  static readonly layer = Layer.effect(
    UndoEndpoint,
    Effect.map(
      Changes,
      (changes) =>
        (
          organization: string,
          { all, id, idempotencyKey, previewHash }: PreviewedUndo
        ): Endpoint<Output<"actions.undo">> => ({
          ...adminEndpoint("actions.undo", organization),
          run: (clearance: OrganizationClearance) =>
            Effect.map(
              changes.execute("actions.undo", clearance, {
                id,
                ...(all ? { all } : {}),
                preview_hash: previewHash,
                ...(idempotencyKey === null ? {} : { idempotency_key: idempotencyKey })
              }),
              // The write of this operation answers with its output.
              (outcome) => toReply(outcome) as HandlerResponse<Output<"actions.undo">>
            )
        })
    )
  )
}
