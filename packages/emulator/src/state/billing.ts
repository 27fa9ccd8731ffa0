import { text } from "../protocol/json.ts"
import { nameOf } from "./kinds.ts"
import type { Resource, Resources } from "./store.ts"

/** The billing setup of a new account. Accounts have one, with the number of the account. */
export const approvedBilling = (customerId: string): Resource => {
  const name = nameOf("billing_setup", customerId, customerId)
  const body = { resourceName: name, id: customerId, status: "APPROVED", endTimeType: "FOREVER" }
  return { kind: "billing_setup", customerId, name, body }
}

/** Whether an account's ads can be shown: it is enabled, and its billing is approved. */
export const canServe = ({ body, customerId }: Resource, resources: Resources): boolean => {
  const setup = resources.get(nameOf("billing_setup", customerId, customerId))
  return text(body, "status") === "ENABLED" && (!setup || text(setup.body, "status") === "APPROVED")
}
