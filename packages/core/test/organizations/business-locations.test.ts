import { describe, expect, it } from "vitest"
import { matchLocation, targetingOf } from "../../src/organizations/business-profile/profile.ts"
import type { BusinessLocation } from "../../src/organizations/index.ts"

const place = (name: string, more: Partial<BusinessLocation> = {}): BusinessLocation => ({
  name,
  region: null,
  country_code: "US",
  geo: null,
  geo_target: null,
  full_name: null,
  ...more
})

const suggestion = (name: string, type = "City", countryCode = "US") => ({
  searched: name.split(",")[0]!,
  geoTarget: `geoTargetConstants/${name}`,
  name,
  type,
  countryCode
})
const oregon = suggestion("Portland, Oregon, United States")
const maine = suggestion("Portland, Maine, United States")

describe("the matching location", () => {
  it("is the only one of its name", () => {
    expect(matchLocation(place("Portland"), [oregon])).toBe(oregon)
    expect(matchLocation(place("portland "), [oregon])).toBe(oregon)
  })

  it("is the one in the region that the website names, in full or abbreviated", () => {
    for (const region of ["Oregon", "OR", "or"]) {
      expect(matchLocation(place("Portland", { region }), [maine, oregon])).toBe(oregon)
    }
  })

  it("is none for an ambiguous name: ads in the wrong town cost money", () => {
    expect(matchLocation(place("Portland"), [maine, oregon])).toBeNull()
    expect(matchLocation(place("Portland", { region: "WA" }), [maine, oregon])).toBeNull()
  })

  it("is a city before a state of that name, and never one with only the same beginning", () => {
    const state = suggestion("Berlin, Germany", "State", "DE")
    const city = suggestion("Berlin, Berlin, Germany", "City", "DE")
    expect(matchLocation(place("Berlin", { country_code: "DE" }), [state, city])).toBe(city)
    expect(matchLocation(place("Port"), [{ ...oregon, searched: "Port" }])).toBeNull()
  })

  it("is in the country that the website names", () => {
    const paris = suggestion("Paris, Texas, United States")
    expect(matchLocation(place("Paris", { country_code: "FR" }), [paris])).toBeNull()
  })
})

describe("a campaign's targeting", () => {
  const geo = { latitude: 45.5, longitude: -122.6 }

  it("has the locations that the platform knows", () => {
    const known = place("Portland", {
      geo,
      geo_target: "geoTargetConstants/1",
      full_name: "Portland, Oregon"
    })
    expect(targetingOf([known, place("Nowhere")])).toEqual({
      locations: [{ name: "Portland, Oregon", geo_target: "geoTargetConstants/1" }],
      radius: null
    })
  })

  it("is a radius around the business if the platform knows none, in the country's unit", () => {
    expect(targetingOf([place("Portland", { geo })]).radius).toEqual({ ...geo, radius: 15, unit: "miles" })
    expect(targetingOf([place("Lyon", { geo, country_code: "FR" })]).radius).toEqual({
      ...geo,
      radius: 25,
      unit: "kilometers"
    })
  })

  it("is empty if nothing is known, for a person to set", () => {
    expect(targetingOf([place("Portland")])).toEqual({ locations: [], radius: null })
    expect(targetingOf([])).toEqual({ locations: [], radius: null })
  })
})
