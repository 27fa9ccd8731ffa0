import { describe, expect, it } from "vitest"
import { otherBusinessWarning } from "../../src/drafts/writing/business.ts"

const northwind = { name: "Northwind Plumbing & Heating", url: "https://www.northwind.test/" }
const warns = (url: string, name: string | null = null) => otherBusinessWarning(northwind, { name, url })

describe("a draft's website", () => {
  it.each([
    ["https://rocketplumbing.test/", null],
    ["https://rocketplumbing.test/", "Rocket Plumbing"],
    ["https://www.plumbing-heating.test/", "Plumbing & Heating"]
  ])("causes a warning if it clearly belongs to another business: %s, %s", (url, name) => {
    expect(warns(url, name)).toMatch(
      /looks like the website of another business than Northwind Plumbing & Heating/
    )
  })

  it.each([
    ["https://shop.northwind.test/boilers", null],
    ["https://northwind-seattle.example/", null],
    ["https://northwind.example/", "Something else"],
    ["https://nph.test/", null],
    ["https://boilers24.test/", "Boilers 24 by Northwind"],
    ["https://suido.test/", "東京水道"]
  ])("causes no warning if it may belong to the same business: %s, %s", (url, name) => {
    expect(warns(url, name)).toBeNull()
  })

  it("causes no warning if the names cannot be compared", () =>
    expect(
      otherBusinessWarning(
        { name: "東京水道", url: "https://suido.test/" },
        { name: null, url: "https://a.test/" }
      )
    ).toBeNull())
})
