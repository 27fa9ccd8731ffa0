import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { openApiDocument } from "../../src/contract/index.ts"
import { brokenPromises } from "./released/compare.ts"

const released: unknown = JSON.parse(readFileSync(new URL("released/openapi.json", import.meta.url), "utf8"))
const current = () => structuredClone(openApiDocument("https://adwarden.example/v1", "now"))

type Changeable = Record<string, never> & { [key: string]: Changeable }
const changed = (change: (document: Changeable) => void): unknown => {
  const document = current() as unknown as Changeable
  change(document)
  return document
}
const campaigns = "/organizations/{org}/campaigns"

describe("the contract since the last release", () => {
  it("only has additions: everything released is still offered", () => {
    // If this list is not empty, v1 would break for a client. If that version was never published, or this is
    // a new version: `npm run accept contract`.
    expect(brokenPromises(released, current())).toEqual([])
  })

  const breaches: ReadonlyArray<[what: string, change: (document: Changeable) => void, told: string]> = [
    ["a path that went", (d) => void delete d["paths"]![campaigns], `missing: GET ${campaigns}`],
    [
      "a parameter that went",
      (d) => void Object.assign(d["paths"]![campaigns]!["get"]!, { parameters: [] }),
      `missing: GET ${campaigns} query state`
    ],
    [
      "a parameter that is now asked for",
      (d) => {
        for (const one of d["paths"]![campaigns]!["get"]!["parameters"] as unknown as Array<Changeable>) {
          one["required"] = true as never
        }
      },
      `now required: GET ${campaigns} query limit`
    ],
    [
      "a field of a body that went",
      (d) => {
        const body = d["paths"]![campaigns]!["post"]!["requestBody"]!["content"]!["application/json"]!
        delete body["schema"]!["properties"]!["name"]
      },
      `missing: POST ${campaigns} body.name`
    ],
    [
      "a field of an answer that went",
      (d) => {
        const answer = d["paths"]![campaigns]!["get"]!["responses"]!["200"]!["content"]!["application/json"]!
        delete answer["schema"]!["properties"]!["total"]
      },
      `missing: GET ${campaigns} 200 application/json.total`
    ],
    [
      "a field of another type",
      (d) => {
        const answer = d["paths"]![campaigns]!["get"]!["responses"]!["200"]!["content"]!["application/json"]!
        answer["schema"]!["properties"]!["total"] = { type: "string" } as never
      },
      `changed: GET ${campaigns} 200 application/json.total was integer and is string`
    ],
    [
      "a form of an answer that went",
      (d) => {
        const answer = d["paths"]![`${campaigns}/{slug}`]!["patch"]!["responses"]!["200"]!
        const schema = answer["content"]!["application/json"]!["schema"]! as unknown as {
          anyOf: Array<unknown>
        }
        schema.anyOf.pop()
      },
      `missing: PATCH ${campaigns}/{slug} 200 application/json.applied`
    ]
  ]

  it.each(breaches)("reports %s", (_, change, told) => {
    expect(brokenPromises(current(), changed(change))).toContain(told)
  })

  it("accepts additions", () => {
    const grown = changed((d) => {
      d["paths"]!["/new"] = { get: {} } as never
      const answer = d["paths"]![campaigns]!["get"]!["responses"]!["200"]!["content"]!["application/json"]!
      answer["schema"]!["properties"]!["more"] = { type: "string" } as never
    })
    expect(brokenPromises(current(), grown)).toEqual([])
  })
})
