import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { composeDraft } from "../../../src/drafts/copy/compose.ts"

import { plumber } from "../support/facts.ts"

const made = (...given: Parameters<typeof composeDraft>) => Either.getOrThrow(composeDraft(...given))
const texts = (lines: ReadonlyArray<{ readonly text: string }>) => lines.map(({ text }) => text)

describe("a draft from a website that says enough", () => {
  const draft = made(plumber, "prospecting", "northwind.example")

  it("has an ad for each offer, about that offer and on its page", () => {
    expect(draft.ads.map(({ name, url }) => [name, url])).toEqual([
      ["Boiler repair", "https://www.northwind.example/boiler-repair/"],
      ["Bathroom fitting", "https://www.northwind.example/bathrooms/"]
    ])
    expect(texts(draft.ads[0]!.headlines).slice(0, 2)).toEqual([
      "Boiler repair in Seattle",
      "Boiler repair in Bellevue"
    ])
  })
})
