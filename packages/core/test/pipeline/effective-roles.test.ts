import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import {
  type AnyOperation,
  type EffectiveRole,
  isWithinMaxScopes,
  maxScopes,
  operationByName,
  operations,
  type Role,
  roleFor,
  type Scope,
  scopes
} from "../../src/contract/index.ts"
import { accessProblem, clearForEndpoint } from "../../src/pipeline/authorize.ts"

/*
 * Every effective role with every required role. The tables are written out, not computed from the code: a
 * test that computes its expectation repeats every mistake of the code.
 */
const effectiveRoles: ReadonlyArray<EffectiveRole> = ["adops_team", "member", "admin", "owner"]

const reading: ReadonlyArray<Scope> = [
  "organizations:read",
  "campaigns:read",
  "performance:read",
  "reports:read",
  "recommendations:read"
]
const writing: ReadonlyArray<Scope> = ["campaigns:write", "keywords:write", "recommendations:apply"]
const allowed: Record<EffectiveRole, ReadonlyArray<Scope>> = {
  adops_team: reading,
  member: [...reading, "reports:generate"],
  admin: [...reading, "reports:generate", ...writing],
  owner: [...reading, "reports:generate", ...writing, "audit:read"]
}

describe.each(effectiveRoles)("%s", (effectiveRole) => {
  it("can use exactly these scopes", () => {
    expect([...maxScopes(effectiveRole)].toSorted()).toEqual(allowed[effectiveRole].toSorted())
    expect(isWithinMaxScopes(allowed[effectiveRole], effectiveRole)).toBe(true)
    for (const scope of scopes.filter((one) => !allowed[effectiveRole].includes(one))) {
      expect([scope, isWithinMaxScopes([...allowed[effectiveRole], scope], effectiveRole)]).toEqual([
        scope,
        false
      ])
    }
  })
})

it.each([
  ...reading.map((scope) => [scope, "member"] as const),
  ["reports:generate", "member"] as const,
  ...writing.map((scope) => [scope, "admin"] as const),
  ["audit:read", "owner"] as const
])("a caller without %s is asked to get the role of %s", (scope, role) => {
  expect(roleFor(scope)).toBe(role)
})

/** The roles that pass for each required role. */
const passes: Record<Role, ReadonlyArray<EffectiveRole>> = {
  member: ["member", "admin", "owner"],
  admin: ["admin", "owner"],
  owner: ["owner"]
}
const demanded = Object.keys(passes) as ReadonlyArray<Role>
const pairs = demanded.flatMap((role) =>
  effectiveRoles.map((effectiveRole) => [role, effectiveRole] as const)
)

describe("an operation that requires a role", () => {
  const asking = (role: Role) => ({ role, scope: null }) as unknown as AnyOperation

  it.each(pairs)("%s, of %s", (role, effectiveRole) => {
    const problem = accessProblem(asking(role), scopes, effectiveRole)
    if (passes[role].includes(effectiveRole)) expect(problem).toBeNull()
    else expect(problem).toMatchObject({ _tag: "role_denied", required_role: role })
  })
})

describe("an endpoint for members with a role", () => {
  const organization = {
    id: 1,
    slug: "northwind",
    currency: "USD",
    approvalsRequired: false,
    accessSuspended: false
  }
  const caller = { scopes } as unknown as Parameters<typeof clearForEndpoint>[2]
  const of = { request: {}, audit: {} } as unknown as Parameters<typeof clearForEndpoint>[3]
  const enter = (role: Role | null, effectiveRole: EffectiveRole) =>
    Effect.runSync(
      Effect.either(
        clearForEndpoint({ organization, effectiveRole, secondFactorRequired: false }, role, caller, of)
      )
    )

  it.each(pairs)("%s, of %s", (role, effectiveRole) => {
    const entered = enter(role, effectiveRole)
    expect(Either.isRight(entered)).toBe(passes[role].includes(effectiveRole))
    if (Either.isLeft(entered)) {
      expect(entered.left).toMatchObject({ _tag: "role_denied", required_role: role })
    }
  })

  it.each(effectiveRoles)(
    "admits %s if it requires no role, with the scopes of that role",
    (effectiveRole) => {
      const entered = enter(null, effectiveRole)
      expect(Either.isRight(entered) && [...entered.right.scopes].toSorted()).toEqual(
        allowed[effectiveRole].toSorted()
      )
    }
  )
})

describe("the operations of the contract", () => {
  it("require a role only for the audit export: owner", () => {
    const withRole = operations.flatMap(({ name, role }) => (role === null ? [] : [[name, role]]))
    expect(withRole).toEqual([["audit.export", "owner"]])
  })

  it.each(effectiveRoles)("admit %s as far as its scopes allow", (effectiveRole) => {
    for (const operation of operations) {
      const problem = accessProblem(operation, scopes, effectiveRole)
      const isOpen =
        (operation.scope === null || allowed[effectiveRole].includes(operation.scope)) &&
        (operation.role === null || passes[operation.role].includes(effectiveRole))
      expect([operation.name, problem === null]).toEqual([operation.name, isOpen])
    }
  })

  it("reject members and staff if they write", () => {
    const changing = [
      "campaigns.update",
      "campaigns.set_state",
      "keywords.add_negatives",
      "actions.undo"
    ] as const
    for (const name of changing) {
      const operation = operationByName.get(name)!
      const open = effectiveRoles.filter(
        (effectiveRole) => accessProblem(operation, scopes, effectiveRole) === null
      )
      expect([name, open]).toEqual([name, ["admin", "owner"]])
    }
  })
})
