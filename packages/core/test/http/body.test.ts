import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseJson } from "../../src/http/index.ts"

const duplicateIn = (text: string) => {
  const parsed = parseJson(Buffer.from(text))
  return typeof parsed === "string" ? parsed : parsed.duplicate
}

describe("JSON with a duplicate member", () => {
  it.each([
    ['{"dry_run":true,"dry_run":false}', "dry_run"],
    ['{"a":{"b":1,"c":[],"b":2}}', "b"],
    ['[{"a":1},{"a":1,"x":{"a":1},"a":2}]', "a"],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"a\\"":1, "b":"}" , "a\\"":2}', 'a"'],
    ['{"":1,"":2}', ""],
    ['{"__proto__":1,"__proto__":2}', "__proto__"]
  ])("is detected: %s", (text, name) => expect(duplicateIn(text)).toBe(name))

  it.each([
    '{"a":"a","b":{"a":["a","a",{"a":1}]},"c":"\\"a\\":1,\\"a\\":2"}',
    '["a","a"]',
    '"a"',
    "{}",
    '{"a":{},"b":{}}'
  ])("is not reported for %s", (text) => expect(duplicateIn(text)).toBeNull())

  it("is never reported for serialized values", () =>
    fc.assert(
      fc.property(fc.json({ maxDepth: 10 }), (text) => {
        expect(duplicateIn(text)).toBeNull()
      })
    ))
})
