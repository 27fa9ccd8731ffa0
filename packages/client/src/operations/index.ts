import type { Adwarden } from "../adwarden.ts"
import type { Download } from "../runtime/download.ts"
import type { List, PageOf } from "../runtime/list.ts"
import type { WriteOptions } from "../runtime/options.ts"
import type { OperationInfo } from "./operation-info.ts"

export { operations } from "../generated/operations.ts"
export type { FieldInfo, OperationInfo } from "./operation-info.ts"

type Method = (...args: ReadonlyArray<unknown>) => unknown
type Input = Readonly<Record<string, unknown>>

/** The result of `callOperation`: a promise of the output, or a `List` or `Download` that is read later. */
type Called<Kind extends OperationInfo["kind"]> = Kind extends "list"
  ? List<unknown, PageOf>
  : Kind extends "download"
    ? Download<unknown, object, string>
    : Promise<object>

/**
 * Calls an operation described by its `OperationInfo` with one flat input, for programs that generate commands from the
 * table. `org` selects the organization and `idempotency_key` sets the write's key. All other fields are passed to the
 * method.
 *
 * ```ts
 * const info = operations.find(({ name }) => name === "campaigns.get")!
 * const campaign = await callOperation(client, info, { slug: "boiler-repair" })
 * ```
 */
export const callOperation = <Operation extends OperationInfo>(
  client: Adwarden,
  operation: Operation,
  { idempotency_key, org, ...input }: Input,
  options: WriteOptions = {}
): Called<Operation["kind"]> => {
  const inOrganization = typeof org === "string" ? client.organization(org) : client
  const resource = inOrganization[operation.group as keyof Adwarden] as unknown as Readonly<
    Record<string, Method>
  >
  const inPath = operation.fields.filter(({ name, place }) => place === "path" && name !== "org")
  const first = inPath.map(({ name }) => input[name])
  const rest = Object.entries(input).filter(([name]) => !inPath.some((field) => field.name === name))
  const takesParams = operation.fields.some(({ place }) => place === "query" || place === "body")
  const named =
    typeof idempotency_key === "string" ? { ...options, idempotencyKey: idempotency_key } : options
  const args = [...first, ...(takesParams ? [Object.fromEntries(rest)] : []), named]
  return resource[operation.method]!(...args) as Called<Operation["kind"]>
}
