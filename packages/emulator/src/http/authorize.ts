import { adsScope } from "../oauth/authorization-request.ts"
import { hasExpired } from "../oauth/token.ts"
import { refuse } from "../protocol/errors.ts"
import { text } from "../protocol/json.ts"
import type { Login } from "../state/logins.ts"
import type { Resource } from "../state/store.ts"
import type { World } from "../world.ts"

/** Returns the login of the bearer token. */
export const authenticate = (world: World, headers: Headers): Login => {
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
export const coversAds = ({ scopes }: Login): boolean => scopes === undefined || scopes.includes(adsScope)

/** Returns the requested account if the login has access: directly, or through the named manager account. */
export const authorize = (world: World, login: Login, customerId: string, headers: Headers): Resource => {
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
  if (text(customer.body, "status") !== "ENABLED") {
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
