import type { Author } from "../mutate/change-events.ts"
import type { Operation } from "../mutate/mutate.ts"
import type { Outcome } from "../mutate/operation.ts"
import { decodeMessage } from "../protocol/decode.ts"
import { partialFailure } from "../protocol/errors.ts"
import { type Body, list } from "../protocol/json.ts"
import { camelCase, snakeCase } from "../schema/index.ts"
import { type Kind, kinds } from "../state/kinds.ts"
import type { Resource } from "../state/store.ts"
import type { World } from "../world.ts"
import { json } from "./respond.ts"

interface MutateCall {
  readonly world: World
  readonly customer: Resource
  readonly author: Author
  readonly version: string
  readonly requestId: string
}

const upperFirst = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** Handles `campaigns:mutate` and the same method of other collections. */
export const mutateCollection = (call: MutateCall, kind: Kind, payload: unknown): Response => {
  const request = decodeMessage(`services.Mutate${upperFirst(kinds[kind].collection)}Request`, payload)
  const operations = (list(request, "operations") as unknown as readonly Body[]).map((body, index) => ({
    kind,
    body,
    path: [{ fieldName: "operations", index }]
  }))
  return mutateResponse(call, request, operations, "results", (result) => result)
}

/** Handles `googleAds:mutate`: operations of every kind in one request. */
export const mutateAll = (call: MutateCall, payload: unknown): Response => {
  const request = decodeMessage("services.MutateGoogleAdsRequest", payload)
  return mutateResponse(call, request, readMixed(request), "mutateOperationResponses", (result, kind) => ({
    [`${camelCase(kind)}Result`]: result as never
  }))
}

/** Reads the operations of a MutateGoogleAdsRequest, each with its kind. */
export const readMixed = (request: Body): readonly Operation[] =>
  (list(request, "mutateOperations") as unknown as readonly Body[]).map((wrapper, index) => {
    const [name = "campaignOperation", body = {}] = Object.entries(wrapper)[0] ?? []
    const kind = snakeCase(name).replace(/_operation$/, "") as Kind
    return {
      kind,
      body: body as Body,
      path: [{ fieldName: "mutate_operations", index }, { fieldName: snakeCase(name) }]
    }
  })

const mutateResponse = (
  { world, customer, author, version, requestId }: MutateCall,
  request: Body,
  operations: readonly Operation[],
  field: string,
  wrap: (result: Body, kind: Kind) => Body
): Response => {
  const options = {
    partialFailure: request["partialFailure"] === true,
    validateOnly: request["validateOnly"] === true
  }
  const { outcomes, errors } = world.mutate(customer, operations, options, author)
  const failed = errors.length > 0 ? { partialFailureError: partialFailure(errors, version, requestId) } : {}
  if (options.validateOnly) return json(failed, 200, requestId)
  const whole = request["responseContentType"] === "MUTABLE_RESOURCE"
  const results = outcomes.map((outcome) => (outcome ? wrap(resultOf(outcome, whole), outcome.kind) : {}))
  return json({ ...failed, [field]: results }, 200, requestId)
}

const resultOf = ({ name, kind, verb, after }: Outcome, whole: boolean): Body => ({
  resourceName: name,
  ...(whole && after && verb !== "REMOVE" ? { [camelCase(kind)]: after as never } : {})
})
