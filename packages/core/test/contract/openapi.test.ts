import { Validator } from "@seriousme/openapi-schema-validator"
import { describe, expect, it } from "vitest"
import { openApiDocument, operations } from "../../src/contract/index.ts"

const document = openApiDocument("https://api.test/v1", "1.0.0")

const everyKeyword = (value: unknown, insideProperties = false): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item) => everyKeyword(item))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(insideProperties ? [] : [key]),
    ...everyKeyword(inner, key === "properties" && !insideProperties)
  ])
}

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(structuredClone(document) as never)
    expect(result).toMatchObject({ valid: true })
  })

  it("has every operation", () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => (operation as { operationId: string }).operationId)
    )
    expect(ids.sort()).toEqual(operations.map((one) => one.name).sort())
  })

  it("has no accepted values and no limits", () => {
    const forbidden = [
      "enum",
      "const",
      "minimum",
      "maximum",
      "minLength",
      "maxLength",
      "minItems",
      "maxItems",
      "pattern"
    ]
    expect(everyKeyword(document).filter((key) => forbidden.includes(key))).toEqual([])
  })
})
