// Made from the contract by `npm run client:generate`; do not edit.
import type { OperationInfo } from "../../operations/operation-info.ts"

export const queuedWrites: ReadonlyArray<OperationInfo> = [
  {
    name: "queued_writes.get",
    group: "queuedWrites",
    method: "get",
    kind: "read",
    summary: "Follow a change that waits for approval",
    description:
      "After approval_required. Ask rarely: a person has to act. Gives status; approved carries the result, rejected and failed a reason. Take an approved one back with {actions.undo}.",
    http: { method: "GET", path: "/queued-writes/{queued_id}" },
    scope: null,
    role: null,
    held: false,
    undo: null,
    task: false,
    rows: null,
    formats: [],
    fields: [
      {
        name: "queued_id",
        place: "path",
        required: true,
        kind: "text",
        description: "Id of the queued write"
      }
    ],
    errors: [
      "validation_error",
      "unauthorized",
      "rate_limited",
      "internal_error",
      "unavailable",
      "not_found"
    ],
    example: { queued_id: "qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW" }
  }
]
