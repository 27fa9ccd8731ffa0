import { at, type Body, isObject, type Json, text, withValue } from "../protocol/json.ts"
import { camelCase, fieldAt, type Message, messageNamed } from "../schema/index.ts"
import { factsOf, type Kind, parseName } from "../state/kinds.ts"
import type { Resource } from "../state/store.ts"
import { checkAd } from "./ads.ts"
import type { Context } from "./context.ts"
import { rules } from "./rules.ts"

/**
 * Returns `before` with every masked field replaced from `given`. A masked field that is not given is
 * cleared.
 */
const applyMask = (
  message: Message,
  before: Body,
  given: Body,
  mask: readonly string[],
  context: Context
): Body => {
  let after = before
  for (const path of mask) {
    if (!isWritable(message, path, context)) continue
    const camel = path.split(".").map(camelCase)
    after = clearRivals(message, after, path)
    after = withValue(after, camel, at(given, camel))
  }
  return after
}

const isWritable = (message: Message, path: string, context: Context): boolean => {
  const steps = path.split(".")
  const field = fieldAt(message, steps)
  if (!field) {
    context.complain(
      { fieldMaskError: "FIELD_NOT_FOUND" },
      `The field mask contained an invalid field: '${path}'.`,
      "update_mask",
      path
    )
    return false
  }
  if (field.type === "message" && !field.repeated && messageNamed(field.of).fields.size > 0) {
    context.complain(
      { fieldMaskError: "FIELD_HAS_SUBFIELDS" },
      `The field mask updated a field with subfields: '${path}'. Fields with subfields may not be updated as a whole.`,
      "update_mask",
      path
    )
    return false
  }
  const frozen = steps
    .map((_, index) => fieldAt(message, steps.slice(0, index + 1)))
    .some((step) => step?.behaviour === "immutable" || step?.behaviour === "output")
  if (frozen && path !== "resource_name") {
    context.complain({ fieldError: "IMMUTABLE_FIELD" }, "The field cannot be modified.", path)
    return false
  }
  return path !== "resource_name"
}

/** Setting one member of a oneof clears the others: a new bidding strategy replaces the old one. */
const clearRivals = (message: Message, body: Body, path: string): Body => {
  const head = path.split(".")[0]!
  const rivals = message.oneofs.find((group) => group.includes(head)) ?? []
  return rivals
    .filter((rival) => rival !== head && body[camelCase(rival)] !== undefined)
    .reduce((rest, rival) => withValue(rest, [camelCase(rival)], undefined), body)
}

/**
 * Returns the leaf fields that differ between two versions, as a change_event names them. A list counts as
 * one leaf.
 */
export const changedFields = (before: Body | undefined, after: Body, prefix = ""): readonly string[] => {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after)])
  names.delete("resourceName")
  return [...names].flatMap((name) => {
    const [left, right] = [before?.[name], after[name]]
    if (JSON.stringify(left) === JSON.stringify(right)) return []
    if (!isObject(left ?? right) || Object.keys((right ?? left) as Body).length === 0)
      return [`${prefix}${name}`]
    return changedFields((left ?? {}) as Body, (right ?? {}) as Body, `${prefix}${name}.`)
  })
}

const splitMask = (operation: Body): readonly string[] =>
  text(operation, "updateMask").split(",").filter(Boolean)

const temporary = /^customers\/\d+\/\w+\/\S*-\d/

/**
 * The temporary (negative) ids of one request: `create` operations define them, later operations use them.
 */
export class TemporaryIds {
  readonly #names = new Map<string, string>()
  readonly #failed = new Set<string>()
  readonly #taken = new Set<string>()

  /** Returns the temporary name that a create requests, if any. Its id must be new in the request. */
  claim(given: Body, context: Context): string | undefined {
    const name = given["resourceName"]
    if (typeof name !== "string" || name === "") return undefined
    const id = parseName(name)?.key.split("~").at(-1)
    if (id === undefined) {
      return context.stop(
        { requestError: "RESOURCE_NAME_MALFORMED" },
        `'${name}' part of the resource name is invalid.`,
        "resource_name",
        name
      )
    }
    if (!temporary.test(name)) return undefined
    if (this.#taken.has(id)) {
      context.stop(
        { newResourceCreationError: "DUPLICATE_TEMP_IDS" },
        "Temporary ids in one request must be unique.",
        "resource_name",
        name
      )
    }
    this.#taken.add(id)
    return name
  }

  settle(temporaryName: string, realName: string): void {
    this.#names.set(temporaryName, realName)
  }

  fail(temporaryName: string): void {
    this.#failed.add(temporaryName)
  }

  /** Replaces every temporary name by the real one. */
  resolve<A extends Json | undefined>(value: A, context: Context): A {
    if (typeof value === "string") return (temporary.test(value) ? this.#real(value, context) : value) as A
    if (Array.isArray(value)) return value.map((item) => this.resolve(item, context)) as unknown as A
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.resolve(item, context)])
    ) as A
  }

  #real(name: string, context: Context): string {
    const real = this.#names.get(name)
    if (real !== undefined) return real
    if (this.#failed.has(name)) {
      context.stop(
        { newResourceCreationError: "TEMP_ID_RESOURCE_HAD_ERRORS" },
        "A temporary id was used, but the resource it stands for had errors.",
        "",
        name
      )
    }
    return context.stop({ mutateError: "RESOURCE_NOT_FOUND" }, "Resource was not found.", "", name)
  }
}

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
  if (kind === "ad") return updateAd(operation, context)
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

/** Updates the texts of an ad in its group: its review starts again. */
const updateAd = (operation: Body, context: Context): Outcome => {
  const given = operation["update"] as Body
  const name = text(given, "resourceName")
  const holder = [...context.live("ad_group_ad")].find(
    ({ body }) => text(body, "ad", "resourceName") === name
  )
  if (holder === undefined)
    return context.stop(
      { mutateError: "RESOURCE_NOT_FOUND" },
      "Resource was not found.",
      "resource_name",
      name
    )
  const mask = splitMask(operation)
  if (mask.length === 0) {
    context.stop(
      { fieldMaskError: "FIELD_MASK_MISSING" },
      "The field mask must be provided for update operations."
    )
  }
  const before = at(holder.body, ["ad"]) as Body
  const after = applyMask(messageNamed(factsOf("ad").message), before, given, mask, context)
  context.settle()
  checkAd(after, context)
  context.settle()
  const policySummary = { reviewStatus: "REVIEW_IN_PROGRESS", approvalStatus: "UNKNOWN" }
  context.draft.put({ ...holder, body: { ...holder.body, ad: after as never, policySummary } })
  return { kind: "ad", name, verb: "UPDATE", before, after }
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
  return context.existing(kind, name, field, {
    operationAccessDeniedError: "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE"
  })
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
