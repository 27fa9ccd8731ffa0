import { Context, Effect, Layer } from "effect"
import type { Output } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import type { HandlerResponse } from "../request/handler.ts"
import { Changes } from "./changes.ts"
import { toReply } from "./outcome.ts"
import { adminEndpoint } from "./people-writes.ts"

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
