import { Effect, Schema } from "effect"
import type { AccessibleAccount, AccountDetails, AdAccount, PlatformLogin } from "../model.ts"
import type { GoogleAdsClient, LoginContext } from "./client.ts"
import { collectRows, flag, idOf, list, optionalMessage, type Search, searchPages, text } from "./search.ts"

const Accessible = Schema.Struct({ resourceNames: list(Schema.String) })

const Client = Schema.Struct({
  customerClient: Schema.Struct({
    id: Schema.String,
    descriptiveName: text,
    currencyCode: text,
    timeZone: text,
    manager: flag,
    testAccount: flag,
    status: text
  })
})
const clients = `SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code,
 customer_client.time_zone, customer_client.manager, customer_client.level, customer_client.status,
 customer_client.test_account FROM customer_client`

const Link = Schema.Struct({
  customerClientLink: Schema.Struct({ clientCustomer: Schema.String, status: text })
})
const pendingLinks = `SELECT customer_client_link.client_customer, customer_client_link.status
 FROM customer_client_link WHERE customer_client_link.status = 'PENDING'`

const Customer = Schema.Struct({
  customer: Schema.Struct({
    descriptiveName: text,
    currencyCode: text,
    timeZone: text,
    conversionTrackingSetting: optionalMessage({ conversionTrackingStatus: text })
  })
})

export const readDetails = (search: Search) => (account: AdAccount) =>
  Effect.map(
    collectRows(
      search(
        account,
        `SELECT customer.descriptive_name, customer.currency_code, customer.time_zone,
         customer.conversion_tracking_setting.conversion_tracking_status FROM customer`,
        Customer
      )
    ),
    ([row]): AccountDetails => ({
      name: row?.customer.descriptiveName ?? "",
      currency: row?.customer.currencyCode ?? "",
      timeZone: row?.customer.timeZone || "UTC",
      tracksConversions: /MANAGED_BY/.test(
        row?.customer.conversionTrackingSetting?.conversionTrackingStatus ?? ""
      )
    })
  )

/** Lists every account that a login reaches: its own, and those below its manager accounts at any depth. */
export const readAccounts = (client: GoogleAdsClient) => (login: PlatformLogin) =>
  Effect.gen(function* () {
    const ownLogin: LoginContext = { login, loginCustomerId: null }
    const { resourceNames } = yield* client.read(ownLogin, {
      path: "customers:listAccessibleCustomers",
      responseSchema: Accessible
    })
    const found = yield* Effect.forEach(
      resourceNames,
      (name) =>
        // A closed or not yet enabled account must not hide the others.
        Effect.catchTag(readBelow(client, login, idOf(name)), "SetupRequired", () =>
          Effect.succeed([unknownAccount(idOf(name), null, "not_linked")])
        ),
      { concurrency: 4 }
    )
    // An account that is reached both ways is listed once, as a direct one.
    const own = found
      .flat()
      .sort((a, b) => Number(b.loginCustomerId === null) - Number(a.loginCustomerId === null))
    return [...new Map(own.reverse().map((account) => [account.customerId, account])).values()].reverse()
  }).pipe(Effect.withSpan("GoogleAds.accounts"))

const readBelow = (client: GoogleAdsClient, login: PlatformLogin, customerId: string) =>
  Effect.gen(function* () {
    const caller: LoginContext = { login, loginCustomerId: customerId }
    const rows = yield* collectRows(searchPages(client, caller, customerId, clients, Client))
    const accounts = rows.map(
      ({ customerClient: row }): AccessibleAccount => ({
        customerId: row.id,
        loginCustomerId: row.id === customerId ? null : customerId,
        name: row.descriptiveName,
        currency: row.currencyCode,
        timeZone: row.timeZone,
        isManager: row.manager,
        isTest: row.testAccount,
        status: row.status === "ENABLED" ? "linked" : "not_linked"
      })
    )
    if (!accounts.some(({ isManager }) => isManager)) return accounts
    const links = yield* collectRows(searchPages(client, caller, customerId, pendingLinks, Link))
    return [
      ...accounts,
      ...links.map(({ customerClientLink: link }) =>
        unknownAccount(idOf(link.clientCustomer), customerId, "pending")
      )
    ]
  })

/** For an account that is closed or not yet enabled, only the number is known. */
const unknownAccount = (
  customerId: string,
  loginCustomerId: string | null,
  status: AccessibleAccount["status"]
): AccessibleAccount => ({
  customerId,
  loginCustomerId,
  name: "",
  currency: "",
  timeZone: "",
  isManager: false,
  isTest: false,
  status
})
