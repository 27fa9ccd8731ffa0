import { expect, it } from "vitest"
import { isWithinMaxScopes, maxScopes, roleFor, roles, type Scope, scopes } from "../../src/contract/index.ts"

const reading = [
  "campaigns:read",
  "organizations:read",
  "performance:read",
  "recommendations:read",
  "reports:read"
]
const changing = ["campaigns:write", "keywords:write", "recommendations:apply"]

it("roles rise from member to owner", () => expect(roles).toEqual(["member", "admin", "owner"]))

it.each([
  ["adops_team", reading],
  ["member", [...reading, "reports:generate"]],
  ["admin", [...reading, "reports:generate", ...changing]],
  ["owner", [...reading, "reports:generate", ...changing, "audit:read"]]
] as const)("%s can hold exactly these scopes", (role, expected) => {
  expect([...maxScopes(role)].toSorted()).toEqual([...expected].toSorted())
  for (const scope of scopes) {
    expect(isWithinMaxScopes([scope], role)).toBe(expected.includes(scope))
    expect(isWithinMaxScopes(["campaigns:read", scope], role)).toBe(expected.includes(scope))
  }
})

it("the role for a scope is the lowest that can hold it", () => {
  const lowest = (scope: Scope) =>
    changing.includes(scope) ? "admin" : scope === "audit:read" ? "owner" : "member"
  for (const scope of scopes) expect(roleFor(scope)).toBe(lowest(scope))
})
