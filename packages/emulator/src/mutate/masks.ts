import { at, type Body, isObject, text, withValue } from "../protocol/json.ts"
import { camelCase, fieldAt, type Message, messageNamed } from "../schema/index.ts"
import type { Context } from "./context.ts"

/**
 * Returns `before` with every masked field replaced from `given`. A masked field that is not given is
 * cleared.
 */
export const applyMask = (
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

export const splitMask = (operation: Body): readonly string[] =>
  text(operation, "updateMask").split(",").filter(Boolean)
