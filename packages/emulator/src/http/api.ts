import { type Fault, failureOf } from "../control/faults.ts"
import { rules } from "../mutate/rules.ts"
import { adsScope } from "../oauth/authorize.ts"
import { hasExpired } from "../oauth/token.ts"
import { suggestGeoTargets } from "../planning/geo-targets.ts"
import { keywordIdeas } from "../planning/keyword-ideas.ts"
import { BadPayload, refuse } from "../protocol/errors.ts"
import { text } from "../protocol/json.ts"
import { kindOfCollection } from "../state/kinds.ts"
import type { Login } from "../state/logins.ts"
import type { Resource } from "../state/store.ts"
import type { World } from "../world.ts"
import { mutateAll, mutateCollection } from "./mutate.ts"
import { failureResponse, json, newRequestId, notFound } from "./respond.ts"
import { search, searchStream } from "./search.ts"

/** Returns the login of the bearer token. */
const authenticate = (world: World, headers: Headers): Login => {
  const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1]
  if (bearer === undefined) {
    return refuse(
      { authenticationError: "OAUTH_TOKEN_HEADER_INVALID" },
      "OAuth token in the HTTP header is invalid or missing."
    )
  }
  const access = world.logins.find(bearer)
  if (!access)
    return refuse({ authenticationError: "OAUTH_TOKEN_INVALID" }, "OAuth token in the header is not valid.")
  if (access.login.revoked || hasExpired(world, access.login)) {
    return refuse(
      { authenticationError: "OAUTH_TOKEN_REVOKED" },
      "OAuth token in the header has been revoked."
    )
  }
  if (access.expiresAt <= Date.now()) {
    return refuse({ authenticationError: "OAUTH_TOKEN_EXPIRED" }, "OAuth token in the header has expired.")
  }
  return access.login
}

/** Returns whether the login covers Google Ads: a person can leave that out of a consent. */
const coversAds = ({ scopes }: Login): boolean => scopes === undefined || scopes.includes(adsScope)

/** Returns the requested account if the login has access: directly, or through the named manager account. */
const authorize = (world: World, login: Login, customerId: string, headers: Headers): Resource => {
  if (!/^\d{1,10}$/.test(customerId)) {
    return refuse(
      { requestError: "INVALID_CUSTOMER_ID" },
      `Invalid customer ID '${customerId}'.`,
      [],
      customerId
    )
  }
  const customer = world.store.get(`customers/${customerId}`)
  if (!customer) {
    return refuse(
      { authenticationError: "CUSTOMER_NOT_FOUND" },
      "No customer found for the provided customer id."
    )
  }
  const manager = headers.get("login-customer-id")
  if (manager !== null && !/^\d{1,10}$/.test(manager)) {
    refuse(
      { headerError: "INVALID_LOGIN_CUSTOMER_ID" },
      "The login customer ID could not be validated.",
      [],
      manager
    )
  }
  const direct = login.customerIds.includes(customerId) && (manager === null || manager === customerId)
  const byManager =
    manager !== null && login.customerIds.includes(manager) && manages(world, manager, customer)
  if (!direct && !byManager) {
    refuse(
      { authorizationError: "USER_PERMISSION_DENIED" },
      "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header. See https://developers.google.com/google-ads/api/docs/concepts/call-structure#cid"
    )
  }
  // A suspended account stays readable and editable; only its ads stop.
  if (!/^(ENABLED|SUSPENDED)$/.test(text(customer.body, "status"))) {
    refuse(
      { authorizationError: "CUSTOMER_NOT_ENABLED" },
      "The customer account can't be accessed because it is not yet enabled or has been deactivated."
    )
  }
  return customer
}

/** Whether the account is the manager itself, or below it at any depth. */
const manages = (world: World, manager: string, client: Resource): boolean => {
  if (manager === client.customerId) return true
  for (const { body } of world.store.list(manager, "customer_client_link")) {
    const below =
      text(body, "status") === "ACTIVE" ? world.store.get(text(body, "clientCustomer")) : undefined
    if (below && manages(world, below.customerId, client)) return true
  }
  return false
}

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
  const isWritable = kind !== undefined && rules[kind] !== undefined
  return isWritable && method === "mutate" ? mutateCollection(mutateCall, kind, payload) : undefined
}
