import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AdAccounts, AdPlatform } from "../../src/platform/index.ts"
import { customerOf, demoWorld, RunningEmulator } from "./support/emulator.ts"
import { demoAccount, emulated, link } from "./support/platform.ts"

const { manager } = demoWorld
const [contoso, fabrikam] = [customerOf("contoso"), customerOf("fabrikam")]

layer(emulated(), { excludeTestServices: true })("accounts and links", (it) => {
  it.effect("a manager's login reaches its clients, and tells which links still wait", () =>
    Effect.gen(function* () {
      const platform = yield* AdPlatform
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

  it.effect("an account that is closed does not hide the others", () =>
    Effect.gen(function* () {
      const platform = yield* AdPlatform
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
})
