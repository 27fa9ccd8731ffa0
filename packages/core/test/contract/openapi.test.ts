import { Validator } from "@seriousme/openapi-schema-validator"
import { describe, expect, it } from "vitest"
import {
  errorCodes,
  errorComponentOf,
  errorTable,
  openApiDocument,
  operations
} from "../../src/contract/index.ts"

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

  type Described = { responses: Record<string, { description: string; content: Record<string, unknown> }> }
  const described = (path: string, method: string) =>
    (document.paths[path] as Record<string, Described>)[method]!.responses

  it("lists both responses of status 202", () => {
    const { 202: create } = described("/organizations/{org}/campaigns", "post")
    expect(create!.description).toContain("approval_required")
    expect(JSON.stringify(create!.content)).toContain("task_tracking_id")
    expect(JSON.stringify(create!.content)).toContain("#/components/schemas/ApprovalRequiredError")
    const { 200: done, 202: held } = described("/organizations/{org}/campaigns/{slug}", "patch")
    expect(JSON.stringify(done!.content)).not.toContain("#/components/schemas/")
    expect(held!.description).toMatch(/^approval_required/)
    // A report changes no campaign and needs no approval.
    expect(described("/organizations/{org}/reports/{type}", "post")[202]!.description).not.toContain(
      "approval"
    )
  })

  it.each(errorCodes)("declares exactly the extra fields of %s", (code) => {
    const schemas = document.components.schemas as unknown as Record<
      string,
      { properties: { error: { properties: object; required: Array<string> } } }
    >
    const { error } = schemas[errorComponentOf(code)]!.properties
    const extra = Object.keys(errorTable[code].extra)
    expect(Object.keys(error.properties)).toEqual(["code", "message", "doc_url", ...extra])
    expect(error.required).toEqual(expect.arrayContaining(["code", "message", "doc_url"]))
  })

  it("has a separate schema for each error", () => {
    expect(new Set(errorCodes.map(errorComponentOf)).size).toBe(errorCodes.length)
    const { 409: conflict, 404: missing } = described("/organizations/{org}/campaigns/{slug}", "patch")
    expect(missing!.content["application/json"]).toEqual({
      schema: { $ref: "#/components/schemas/NotFoundError" }
    })
    expect(JSON.stringify(conflict!.content)).toContain("#/components/schemas/PreviewStaleError")
  })

  it("declares the headers of each response", () => {
    const headers = (path: string, method: string, status: number) =>
      Object.keys((described(path, method)[String(status)] as unknown as { headers: object }).headers)
    const always = [
      "X-Request-Id",
      "Cache-Control",
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset"
    ]
    const write = [...always, "X-WriteQuota-Limit", "X-WriteQuota-Remaining", "Idempotency-Replayed"]
    expect(headers("/organizations", "get", 200)).toEqual(always)
    expect(headers("/organizations", "get", 401)).toEqual([...always, "WWW-Authenticate"])
    expect(headers("/organizations", "get", 403)).toEqual([...always, "WWW-Authenticate"])
    expect(headers("/organizations", "get", 503)).toEqual([...always, "Retry-After"])
    const campaign = "/organizations/{org}/campaigns/{slug}"
    for (const status of [200, 202, 404, 422]) expect(headers(campaign, "patch", status)).toEqual(write)
    expect(headers(campaign, "patch", 429)).toEqual([...write, "Retry-After"])
    expect(headers("/organizations/{org}/audit/export", "get", 200)).toEqual([
      ...always,
      "X-Audit-Total",
      "X-Audit-Head"
    ])
  })

  it("lists the media types of the audit export", () => {
    const { 200: exported } = described("/organizations/{org}/audit/export", "get")
    expect(Object.keys(exported!.content)).toEqual(["application/json", "text/csv; charset=utf-8"])
  })

  it("lists exactly the possible errors", () => {
    const task = described("/task-tracking/{id}", "get")
    expect(Object.keys(task).sort()).toEqual(["200", "400", "401", "403", "404", "429", "500", "503"])
    const list = described("/organizations", "get")
    expect(list[403]!.description).toMatch(/^org_access_denied.*insufficient_scope/s)
    expect(task[403]!.description).not.toContain("insufficient_scope")
    expect(list).not.toHaveProperty("404")
    const apply = described("/recommendations/{id}/apply", "post")
    for (const code of [
      "budget_cap_exceeded",
      "ad_account_not_linked",
      "approval_queue_full",
      "role_denied"
    ]) {
      expect(JSON.stringify(apply)).toContain(`${code}: `)
    }
  })
})
