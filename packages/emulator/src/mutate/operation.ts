import { type Body, type Json, text } from "../protocol/json.ts"
import { messageNamed } from "../schema/index.ts"
import { factsOf, type Kind, parseName } from "../state/kinds.ts"
import type { Resource } from "../state/store.ts"
import type { Context } from "./context.ts"
import { applyMask, splitMask } from "./masks.ts"
import { rules } from "./rules.ts"
import type { TemporaryIds } from "./temporary-ids.ts"

type Verb = "CREATE" | "UPDATE" | "REMOVE"

export interface Outcome {
  readonly kind: Kind
  readonly name: string
  readonly verb: Verb
  readonly before: Body | undefined
  /** Undefined if the resource was deleted. */
  readonly after: Body | undefined
}

/** Validates one operation and writes its effect to the draft. */
export const applyOperation = (kind: Kind, operation: Body, ids: TemporaryIds, context: Context): Outcome => {
  if (operation["create"] !== undefined) return create(kind, operation["create"] as Body, ids, context)
  if (operation["update"] !== undefined) return update(kind, operation, ids, context)
  if (operation["remove"] !== undefined)
    return remove(kind, ids.resolve(text(operation, "remove"), context), context)
  return context.stop({ requestError: "OPERATION_REQUIRED" }, "The operation in the request is missing.")
}

const create = (kind: Kind, raw: Body, ids: TemporaryIds, context: Context): Outcome => {
  const hook = rules[kind]?.create ?? refuseVerb("CREATE_OPERATION_NOT_PERMITTED", context)
  const temporaryName = ids.claim(raw, context)
  try {
    const { resourceName: _, ...own } = raw
    const given = ids.resolve(own as Json, context) as Body
    checkGiven(kind, given, context)
    const after = hook(given, context)
    context.settle()
    const name = text(after, "resourceName")
    const before = context.draft.get(name)?.body
    context.draft.put(resource(kind, after, context))
    if (temporaryName !== undefined) ids.settle(temporaryName, name)
    return { kind, name, verb: "CREATE", before: before === after ? after : undefined, after }
  } catch (failure) {
    if (temporaryName !== undefined) ids.fail(temporaryName)
    throw failure
  }
}

const update = (kind: Kind, operation: Body, ids: TemporaryIds, context: Context): Outcome => {
  const hook = rules[kind]?.update ?? refuseVerb("UPDATE_OPERATION_NOT_PERMITTED", context)
  const given = ids.resolve(operation["update"] as Json, context) as Body
  const before = find(kind, text(given, "resourceName"), "resource_name", context)
  const mask = splitMask(operation)
  if (mask.length === 0) {
    context.stop(
      { fieldMaskError: "FIELD_MASK_MISSING" },
      "The field mask must be provided for update operations."
    )
  }
  const masked = applyMask(messageNamed(factsOf(kind).message), before.body, given, mask, context)
  context.settle()
  const after = hook(before.body, masked, mask, context)
  context.settle()
  context.draft.put(resource(kind, after, context))
  return { kind, name: before.name, verb: "UPDATE", before: before.body, after }
}

const remove = (kind: Kind, name: string, context: Context): Outcome => {
  const hook = rules[kind]?.remove ?? refuseVerb("REMOVE_OPERATION_NOT_PERMITTED", context)
  const before = find(kind, name, "", context)
  const after = hook(before.body, context)
  context.settle()
  if (after === "deleted") context.draft.delete(name)
  else context.draft.put(resource(kind, after, context))
  return { kind, name, verb: "REMOVE", before: before.body, after: after === "deleted" ? undefined : after }
}

const resource = (kind: Kind, body: Body, context: Context): Resource => ({
  kind,
  customerId: context.customerId,
  name: text(body, "resourceName"),
  body
})

const find = (kind: Kind, name: string, field: string, context: Context): Resource => {
  if (name === "") {
    context.stop({ requestError: "RESOURCE_NAME_MISSING" }, "Resource name is missing.", field)
  }
  if (parseName(name)?.kind !== kind) {
    context.stop(
      { requestError: "RESOURCE_NAME_MALFORMED" },
      `'${name}' part of the resource name is invalid.`,
      field,
      name
    )
  }
  const found = context.draft.get(name)
  if (!found || found.customerId !== context.customerId) {
    return context.stop({ mutateError: "RESOURCE_NOT_FOUND" }, "Resource was not found.", field, name)
  }
  if (text(found.body, "status") === "REMOVED") {
    context.stop(
      { operationAccessDeniedError: "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE" },
      "The operation is not allowed for removed resources.",
      field,
      name
    )
  }
  return found
}

/** Rejects fields that only the platform writes. */
const checkGiven = (kind: Kind, given: Body, context: Context): void => {
  for (const field of messageNamed(factsOf(kind).message).fields.values()) {
    if (field.behaviour === "output" && given[field.camel] !== undefined) {
      context.complain(
        field.camel === factsOf(kind).id
          ? { newResourceCreationError: "CANNOT_SET_ID_FOR_CREATE" }
          : { fieldError: "VALUE_MUST_BE_UNSET" },
        "The field's value must be unset.",
        field.snake
      )
    }
  }
}

const refuseVerb = (
  code:
    | "CREATE_OPERATION_NOT_PERMITTED"
    | "UPDATE_OPERATION_NOT_PERMITTED"
    | "REMOVE_OPERATION_NOT_PERMITTED",
  context: Context
): never =>
  context.stop(
    { operationAccessDeniedError: code },
    "The operation is not permitted on this type of resource."
  )
