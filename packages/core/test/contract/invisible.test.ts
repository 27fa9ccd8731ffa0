import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Line } from "../../src/contract/index.ts"
import { invisibleIn, withoutInvisible } from "../../src/contract/values/invisible.ts"

const isName = Schema.is(Line(100))

describe("a name", () => {
  it.each([
    ["zero-width space", "Boiler\u200bRepair", "U+200B"],
    ["zero-width joiner between Latin letters", "Boiler\u200dRepair", "U+200D"],
    ["zero-width non-joiner between Latin letters", "Boiler\u200cRepair", "U+200C"],
    ["soft hyphen", "Boi\u00adler", "U+00AD"],
    ["word joiner", "Boiler\u2060Repair", "U+2060"],
    ["byte order mark", "Boiler\ufeff", "U+FEFF"],
    ["direction override", "Boiler \u202eriapeR", "U+202E"],
    ["isolate", "Boiler \u2066x\u2069", "U+2066"],
    ["tag characters", "Boiler\u{e0041}\u{e0042}", "U+E0041"],
    ["variation selector after a letter", "Boiler\ufe0f", "U+FE0F"],
    ["Hangul filler", "Boiler\u3164Repair", "U+3164"],
    ["empty Braille cell", "Boiler\u2800Repair", "U+2800"],
    ["two joiners where one is needed", "\u0645\u06cc\u200c\u200c\u062e\u0648\u0627\u0647\u0645", "U+200C"]
  ])("is rejected with a %s", (_, name, character) => {
    expect(isName(name)).toBe(false)
    expect(invisibleIn(name)).toBe(character)
  })

  it.each([
    ["Persian, with a non-joiner", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["Hindi, with a joiner", "\u0915\u094d\u200d\u0937"],
    ["a family of emoji", "Family \u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
    ["a heart as an emoji", "Love \u2764\ufe0f"],
    ["a keycap", "Top 1\ufe0f\u20e3"],
    ["the flag of Scotland", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
    ["a form of a Chinese character", "\u845b\u{e0100}"],
    ["accents and spaces", "Caf\u00e9 Zo\u00eb, na\u0308chste"]
  ])("is accepted: %s", (_, name) => {
    expect(isName(name)).toBe(true)
    expect(withoutInvisible(name)).toBe(name)
  })

  it("loses invisible characters if it comes from a website", () => {
    expect(withoutInvisible("Ig\u200bno\u00adre \u{e0041}this\u202e")).toBe("Ignore this")
  })
})
