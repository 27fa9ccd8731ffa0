import { type Fault, failureOf } from "../control/faults.ts"
import { keywordIdeas } from "../planning/keyword-ideas.ts"
import { suggestGeoTargets } from "../planning/suggest.ts"
import { BadPayload, refuse } from "../protocol/errors.ts"
import { kindOfCollection } from "../state/kinds.ts"
import type { Login } from "../state/logins.ts"
import type { World } from "../world.ts"
import { authenticate, authorize, coversAds } from "./authorize.ts"
import { mutateAll, mutateCollection } from "./mutate.ts"
import { failureResponse, json, newRequestId, notFound } from "./respond.ts"
import { search, searchStream } from "./search.ts"

interface ApiSettings {
  readonly version: string
}

/** A parsed call of the API. */
interface Call {
  readonly version: string
  readonly customerId: string | undefined
  readonly collection: string
  readonly method: string
}

const readPath = (path: string): Call | undefined => {
  const ofCustomer = /^\/(v\d+)\/customers\/([^/:]+)(?:\/(\w+))?:(\w+)$/.exec(path)
  if (ofCustomer) {
    const [, version, customerId, collection, method] = ofCustomer
    return { version: version!, customerId, collection: collection ?? "", method: method! }
  }
  const global = /^\/(v\d+)\/(customers|geoTargetConstants):(\w+)$/.exec(path)
  return global
    ? { version: global[1]!, customerId: undefined, collection: global[2]!, method: global[3]! }
    : undefined
}

/** The response, or "cut" if the server must close the connection. */
type ApiResult = Response | "cut"

/** Handles a request to the Google Ads API, including injected faults. */
export const handleApi = async (
  world: World,
  settings: ApiSettings,
  request: Request
): Promise<ApiResult> => {
  const path = decodeURIComponent(new URL(request.url).pathname)
  const call = readPath(path)
  if (!call) return notFound(path)
  const validateOnly =
    call.method === "mutate" && /"validateOnly"\s*:\s*true/.test(await request.clone().text())
  const fault = world.faults.take({ ...call, validateOnly })
  return world.faults.delayRequest(fault, () => respond(world, settings, request, { call, fault, path }))
}

const respond = async (
  world: World,
  settings: ApiSettings,
  request: Request,
  { call, fault, path }: { readonly call: Call; readonly fault: Fault | undefined; readonly path: string }
): Promise<ApiResult> => {
  const requestId = newRequestId()
  // The emulator can have been closed during the request's delay.
  if (!world.database.sql.isOpen || (fault?.kind === "lost" && fault.when === "before")) return "cut"
  try {
    const failure = fault && failureOf(fault)
    if (failure) throw failure
    if (call.version !== settings.version) {
      refuse(
        { requestError: "UNSUPPORTED_VERSION" },
        `Version ${call.version} of the API is not served here; ${settings.version} is.`
      )
    }
    const login = authenticate(world, request.headers)
    if (!coversAds(login)) return json(insufficientScopes, 403, requestId)
    const payload = request.method === "POST" ? readPayload(await request.text()) : {}
    const response = dispatch(world, call, login, request, payload, requestId)
    if (fault?.kind !== "lost") return response ?? notFound(path)
    await response?.body?.cancel()
    return "cut"
  } catch (failure) {
    return failureResponse(failure, settings.version, requestId, call.method === "searchStream")
  }
}

const insufficientScopes = {
  error: {
    code: 403,
    message: "Request had insufficient authentication scopes.",
    status: "PERMISSION_DENIED",
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
        domain: "googleapis.com"
      }
    ]
  }
}

/** The customer id is in the path; clients can repeat it in the body. */
const readPayload = (text: string): unknown => {
  if (text.trim() === "") return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new BadPayload([{ field: "", description: "Invalid JSON payload received. Unexpected token." }])
  }
}

const dispatch = (
  world: World,
  { customerId, collection, method, version }: Call,
  login: Login,
  request: Request,
  payload: unknown,
  requestId: string
): Response | undefined => {
  if (request.method === "GET") {
    if (customerId !== undefined || method !== "listAccessibleCustomers") return undefined
    return json({ resourceNames: login.customerIds.map((id) => `customers/${id}`) }, 200, requestId)
  }
  if (request.method !== "POST") return undefined
  if (customerId === undefined) {
    return method === "suggest" ? json(suggestGeoTargets(payload), 200, requestId) : undefined
  }
  const customer = authorize(world, login, customerId, request.headers)
  const author = { userEmail: login.email, clientType: "GOOGLE_ADS_API" }
  const mutateCall = { world, customer, author, version, requestId }
  if (collection === "" && method === "generateKeywordIdeas")
    return json(keywordIdeas(world, payload), 200, requestId)
  if (collection === "googleAds") {
    if (method === "search") return search(world, customer, payload, requestId)
    if (method === "searchStream") return searchStream(world, customer, payload, requestId)
    return method === "mutate" ? mutateAll(mutateCall, payload) : undefined
  }
  const kind = kindOfCollection(collection)
  const writable = kind !== undefined && kind !== "customer" && kind !== "customer_client_link"
  return writable && method === "mutate" ? mutateCollection(mutateCall, kind, payload) : undefined
}
