import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyAdministration } from "../src/campaign-services.ts"
import {
  type AdministrativeAction,
  administrationByName,
  administrationFields,
  isInOrganization,
  openApiDocument,
  operationByName,
  roles,
  scopes
} from "../src/contract/index.ts"
import type { Endpoint, EndpointError } from "../src/request/endpoint.ts"
import type { CallerCredentials } from "../src/request/pipeline-request.ts"
import { AccessTokens } from "./support/access-tokens.ts"
import { bearerCredential, callEndpoint } from "./support/call.ts"
import { testOrigin } from "./support/demo.ts"
import { runCore } from "./support/run-core.ts"
import { signedIn } from "./support/sessions.ts"

/*
 * Every action that people administer with, against every kind of caller, through the real pipeline. Who is admitted
 * derives from the declaration. The input of each request has a field that no action has: a caller who is admitted learns
 * so, and nothing is changed.
 */

const core = await runCore({ rateLimit: 1_000_000, anonymousRateLimit: 1_000_000 })
const query = <Row extends object>(text: string) =>
  core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const administration = (await core.run(everyAdministration)) as unknown as Readonly<
  Record<string, (...request: ReadonlyArray<unknown>) => Endpoint<unknown, EndpointError>>
>
const org = "northwind"
const people = {
  owner: "olivia@northwind.test",
  admin: "adam@northwind.test",
  member: "mia@northwind.test",
  staff: "ada@adops.test",
  stranger: "carl@contoso.test"
} as const
type Person = keyof typeof people

await query(`update organizations set adops_team_id = (select team_id from adops_team_members m
  join users u on u.id = m.user_id where u.email = '${people.staff}') where slug = '${org}' returning 1`)

const all = [...administrationByName.values()]
const probe = { probe: true }

/** Admitted, or the reason why not. */
type Verdict = "admitted" | "confirm" | "unauthorized" | "role_denied" | "org_access_denied" | "not_found"

const verdictOf = async (action: AdministrativeAction, credentials: CallerCredentials): Promise<Verdict> => {
  const request = isInOrganization(action) ? [org, probe] : [probe]
  const { error } = await core.run(
    callEndpoint(administration[action.name]!(...request), credentials, { allowAnonymous: true })
  )
  if (error?._tag !== "validation_error") return (error?._tag ?? "nothing was wrong") as Verdict
  const [path] = (error as { fields: ReadonlyArray<{ path: string }> }).fields.map((field) => field.path)
  return path === "confirmation"
    ? "confirm"
    : path === "probe"
      ? "admitted"
      : (`problem of ${path}` as Verdict)
}

/** The role that an action requires of people in the organization; null for everybody who can open it. */
const roleOf = ({ by }: AdministrativeAction) =>
  by === "staff" || by === "person" || by === "operator" ? null : by === "owner or operator" ? "owner" : by

const hasRole = (action: AdministrativeAction, person: Person): boolean => {
  const role = roleOf(action)
  return role === null || roles.indexOf(person as never) >= roles.indexOf(role)
}

/** What a signed-in person gets. */
const expectedOfSession = (action: AdministrativeAction, person: Person, confirmed: boolean): Verdict => {
  if (action.by === "operator") return "unauthorized"
  if (action.by !== "person" && person === "stranger") return "org_access_denied"
  if (!hasRole(action, person)) return "role_denied"
  return action.confirmed === true && !confirmed ? "confirm" : "admitted"
}

/** What an operator gets on behalf of a person. They are as good as signed in and confirmed. */
const expectedOnBehalf = (action: AdministrativeAction, person: Person): Verdict => {
  const { by, rereads } = action
  if (rereads === undefined && by !== "operator" && by !== "person" && person === "stranger")
    return "not_found"
  if (by !== "operator" && rereads === undefined) return hasRole(action, person) ? "admitted" : "role_denied"
  // The handler reads the role itself: of anybody, and of the operator's own actions too.
  return rereads == null || roles.indexOf(person as never) >= roles.indexOf(rereads)
    ? "admitted"
    : "role_denied"
}

const named = all.map((action) => [action.name, action] as const)

const sessionsOf = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(people).map(
        async ([person, email]) => [person, await core.run(signedIn(email))] as const
      )
    )
  ) as Record<Person, CallerCredentials>
const longAgo = await sessionsOf()
await query("update dashboard_sessions set created_at = now() - interval '11 minutes' returning user_id")
const recent = await sessionsOf()

describe.each(Object.keys(people) as ReadonlyArray<Person>)("%s", (person) => {
  it.each(named)("signed in: %s", async (_, action) => {
    expect([await verdictOf(action, recent[person]), await verdictOf(action, longAgo[person])]).toEqual([
      expectedOfSession(action, person, true),
      expectedOfSession(action, person, false)
    ])
  })

  it.each(named)("by an operator on behalf of them: %s", async (_, action) => {
    const credentials = { kind: "operator", person: people[person] } as const
    expect(await verdictOf(action, credentials)).toBe(expectedOnBehalf(action, person))
  })
})

const { token } = await core.run(
  Effect.flatMap(AccessTokens, ({ mint }) =>
    mint({ userEmail: people.owner, scopes, audience: `${testOrigin}/v1` })
  )
)

describe("who is no person", () => {
  it.each(named)("an operator alone: %s", async (_, action) => {
    const alone = action.by === "operator" || action.by === "owner or operator"
    expect(await verdictOf(action, { kind: "operator", person: null })).toBe(
      alone ? "admitted" : "unauthorized"
    )
  })

  it.each(named)("an owner's key, an owner's app, and nobody: %s", async (_, action) => {
    for (const credential of [core.keys[org]!.owner!, token, null])
      expect(await verdictOf(action, bearerCredential(credential))).toBe("unauthorized")
  })
})

describe("an action", () => {
  it("is no operation, and no document of the API names it", () => {
    const document = JSON.stringify(openApiDocument("https://adwarden.test/v1", "1"))
    // These names are an operation's too: the same change, asked for by a key.
    expect(all.filter(({ name }) => operationByName.has(name as never))).toEqual([])
    for (const { name } of all) expect(document).not.toContain(JSON.stringify(name))
  })

  it("says what it does and what its fields are", () => {
    for (const { command, name, title } of all) {
      expect(title, name).toMatch(/^[A-Z][^.]*[^.]$/)
      if (command === undefined) continue
      const fields = administrationFields(name).map((field) => field.name)
      expect(fields, name).toEqual(
        expect.arrayContaining([...(command.arguments ?? []), ...Object.keys(command.names ?? {})])
      )
    }
  })
})
