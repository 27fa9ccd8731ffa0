import { describe, expect, it } from "vitest"
import {
  type BusinessView,
  customerAdvice,
  locationAdvice,
  type TargetedArea
} from "../../../src/insight/engine/rules.ts"

const place = (
  name: string,
  geo_target: string | null,
  full_name: string | null,
  geo: Point | null = null
) => ({
  name,
  region: null,
  country_code: "US",
  geo,
  geo_target,
  full_name
})
type Point = { readonly latitude: number; readonly longitude: number }
const seattle = place("Seattle", "geoTargetConstants/1", "Seattle, Washington, United States", {
  latitude: 47.61,
  longitude: -122.33
})
const tacoma = place("Tacoma", "geoTargetConstants/2", "Tacoma, Washington, United States", {
  latitude: 47.25,
  longitude: -122.44
})
const shown = (over: Partial<TargetedArea> = {}): TargetedArea => ({
  locations: [],
  radius: null,
  everywhere: false,
  ...over
})
const locations = (...names: ReadonlyArray<string>) =>
  shown({ locations: names.map((name) => ({ name, geo_target: `of ${name}` })) })
const wanted = (campaigns: ReadonlyArray<TargetedArea>, places = [seattle, tacoma]) => {
  const view: BusinessView = {
    profile: { url: "https://example.test/", places, ideal_customer_profiles: [] },
    targetedAreas: campaigns
  }
  return locationAdvice(view).map(({ discriminator }) => discriminator)
}

describe("location", () => {
  it("is recommended for each location of the profile that no campaign targets", () => {
    expect(wanted([])).toEqual(["Seattle", "Tacoma"])
    expect(wanted([shown()])).toEqual(["Seattle", "Tacoma"])
    expect(
      wanted([shown({ locations: [{ name: "elsewhere", geo_target: "geoTargetConstants/1" }] })])
    ).toEqual(["Tacoma"])
    expect(wanted([shown({ everywhere: true })])).toEqual([])
  })

  it("is not recommended if a campaign targets an area that contains it, in any spelling of the platform", () => {
    expect(wanted([locations("Washington, United States")])).toEqual([])
    expect(wanted([locations("Seattle,Washington,United States")])).toEqual(["Tacoma"])
    // "Port Seattle" or "New Washington, United States" is no part of it.
    expect(
      wanted([locations("attle, Washington, United States"), locations("ngton, United States")])
    ).toEqual(["Seattle", "Tacoma"])
  })

  it("is not recommended within a campaign's radius", () => {
    const around = (radius: number, unit: "miles" | "kilometers") =>
      shown({ radius: { latitude: 47.61, longitude: -122.33, radius, unit } })
    // Tacoma is about 41 kilometers, 25.4 miles, from Seattle.
    expect(wanted([around(20, "miles")])).toEqual(["Tacoma"])
    expect(wanted([around(40, "kilometers")])).toEqual(["Tacoma"])
    expect(wanted([around(42, "kilometers")])).toEqual([])
    expect(wanted([around(26, "miles")])).toEqual([])
  })

  it("is not recommended for a location without coordinates", () => {
    expect(wanted([], [place("Greater Seattle", null, null)])).toEqual([])
  })
})

describe("icp", () => {
  it("is recommended once for each customer group, as a draft from the profile's website", () => {
    const view: BusinessView = {
      profile: {
        url: "https://example.test/",
        places: [],
        ideal_customer_profiles: ["Landlords", "Families", "Landlords"]
      },
      targetedAreas: []
    }
    expect(customerAdvice(view)).toMatchObject([
      {
        type: "icp",
        discriminator: "Landlords",
        operations: [{ type: "icp", website: "https://example.test/" }]
      },
      { discriminator: "Families" }
    ])
  })
})
