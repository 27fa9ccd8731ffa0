import { asFabrikam, retold } from "../retold.ts"
import { northwindSite } from "./northwind.ts"
import type { Site } from "./types.ts"

export const fabrikamSite: Site = {
  ...retold(northwindSite, { ...asFabrikam, "+1 206 555 0142": "+353 1 555 0142" }),
  address: { street: "12 Camden Street", city: "Dublin", region: "D", postalCode: "D02 XE61", country: "IE" },
  latitude: 53.3352,
  longitude: -6.2656
}
