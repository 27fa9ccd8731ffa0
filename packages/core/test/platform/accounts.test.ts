import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { findLinkable, requireLogin } from "../../src/organizations/link-account.ts"
import { saveLink } from "../../src/platform/account-rows.ts"
import { AdAccounts, PlatformLogins } from "../../src/platform/index.ts"
import { googleAds } from "../support/platforms.ts"
import { customerOf, demoWorld, RunningEmulator } from "./support/emulator.ts"
import { demoAccount, emulated, link, linkDemo } from "./support/platform.ts"
import { count } from "./support/stored.ts"

const { manager } = demoWorld
const [contoso, fabrikam] = [customerOf("contoso"), customerOf("fabrikam")]

layer(emulated(), { excludeTestServices: true })("accounts and links", (it) => {
  it.effect("a manager's login reaches its client accounts and reports pending links", () =>
    Effect.gen(function* () {
      const platform = yield* googleAds
      const organization = yield* link({
        organization: "agency",
        customerId: contoso.customerId,
        loginCustomerId: manager.customerId,
        ...manager.login
      })
      const account = yield* (yield* AdAccounts).get(organization, contoso.customerId)
      const found = yield* platform.accounts(account.login)
      const told = Object.fromEntries(
        found.map((one) => [one.customerId, [one.loginCustomerId, one.status, one.isManager]])
      )
      expect(told).toEqual({
        [manager.customerId]: [null, "linked", true],
        [contoso.customerId]: [manager.customerId, "linked", false],
        [fabrikam.customerId]: [manager.customerId, "pending", false]
      })
      expect(yield* platform.details(account)).toMatchObject({
        name: contoso.name,
        currency: contoso.currencyCode
      })
      const strange = { ...account, customerId: fabrikam.customerId }
      const failure = yield* Effect.flip(platform.details(strange))
      expect(failure).toMatchObject({
        _tag: "PlatformRefused",
        code: "authorizationError.USER_PERMISSION_DENIED"
      })
    })
  )

  it.effect("a manager's login reaches accounts below another manager account", () =>
    Effect.gen(function* () {
      const platform = yield* googleAds
      const emulator = yield* RunningEmulator
      const [below, client] = ["5550000091", "5550000092"]
      yield* emulator.control("PUT", "customers", { id: below, descriptiveName: "Region", manager: true })
      yield* emulator.control("PUT", "customers", { id: client, descriptiveName: "Shop" })
      for (const [parent, child] of [
        [manager.customerId, below],
        [below, client]
      ]) {
        yield* emulator.control("PUT", "client-links", { manager: parent, client: child, status: "ACTIVE" })
      }
      const organization = yield* link({
        organization: "deep-agency",
        customerId: client!,
        loginCustomerId: manager.customerId,
        ...manager.login
      })
      const account = yield* (yield* AdAccounts).get(organization, client!)
      const found = (yield* platform.accounts(account.login)).find((one) => one.customerId === client)
      expect(found).toMatchObject({ loginCustomerId: manager.customerId, name: "Shop", status: "linked" })
      expect(yield* platform.details(account)).toMatchObject({ name: "Shop" })
    })
  )

  it.effect("a closed account does not hide the others", () =>
    Effect.gen(function* () {
      const platform = yield* googleAds
      const emulator = yield* RunningEmulator
      yield* emulator.control("PUT", "customers", {
        id: "5550000077",
        descriptiveName: "Closed",
        currencyCode: "USD",
        timeZone: "UTC",
        status: "CANCELED"
      })
      const { customerId, login } = customerOf("northwind")
      yield* emulator.control("PUT", "logins", { ...login, customerIds: ["5550000077", customerId] })
      const found = yield* platform.accounts((yield* demoAccount("northwind")).login)
      expect(found.map((one) => [one.customerId, one.status]).sort()).toEqual([
        [customerId, "linked"],
        ["5550000077", "not_linked"]
      ])
    })
  )

  it.effect("an account is linked only in the organization's own currency", () =>
    Effect.gen(function* () {
      const northwind = customerOf("northwind")
      const organization = yield* link({
        organization: "euros",
        currency: "EUR",
        customerId: contoso.customerId,
        loginCustomerId: manager.customerId,
        ...manager.login
      })
      const login = yield* (yield* PlatformLogins).connect(organization, {
        email: northwind.login.email,
        refreshToken: Redacted.make(northwind.login.refreshToken)
      })
      const stored = yield* requireLogin(organization, login)
      const refused = yield* Effect.flip(findLinkable(stored, northwind.customerId, "EUR"))
      expect(refused).toMatchObject({
        _tag: "validation_error",
        fields: [{ path: "ad_account", message: expect.stringContaining("is kept in USD") }]
      })
      const stranger = yield* Effect.flip(requireLogin(organization + 1, login))
      expect(stranger).toMatchObject({ _tag: "validation_error" })
      const linkable = yield* findLinkable(stored, northwind.customerId, "USD")
      expect(linkable.status).toBe("linked")
      yield* saveLink(organization, login, linkable)
      const account = yield* (yield* AdAccounts).get(organization, northwind.customerId)
      expect(account).toMatchObject({ customerId: northwind.customerId, login: { loginId: login } })
    })
  )
})

layer(emulated(), { excludeTestServices: true })("a login", (it) => {
  it.effect("that was connected again is not broken by the failure of its old grant", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const logins = yield* PlatformLogins
      const { login: before } = yield* demoAccount("northwind")
      const { login } = yield* demoAccount("northwind")
      expect(login.loginId).toBe(before.loginId)
      const state = sql<{ state: string }>`select state from ad_platform_logins where id = ${login.loginId}`
      yield* logins.markBroken(before, "invalid_grant")
      expect(yield* state).toEqual([{ state: "connected" }])
      yield* logins.markBroken(login, "invalid_grant")
      expect(yield* state).toEqual([{ state: "broken" }])
    })
  )
})

layer(Sync.layer({ historyDays: 2 }).pipe(Layer.provideMerge(emulated())), { excludeTestServices: true })(
  "an account in another currency",
  (it) => {
    it.effect("is not synced, and reports why", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const organization = yield* linkDemo("northwind")
        yield* sql`update organizations set currency = 'EUR' where id = ${organization}`
        const report = yield* (yield* Sync).account(organization, customerOf("northwind").customerId)
        expect(report).toMatchObject({
          outcome: "skipped",
          reason: "setup_required",
          message: expect.stringContaining("Link an account in EUR.")
        })
        expect(yield* count("campaigns")).toBe(0)
      })
    )
  }
)
