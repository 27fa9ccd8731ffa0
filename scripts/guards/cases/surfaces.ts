import { type Chapter, cutsIn, testsIn } from "../guard.ts"

const hostAndOrigin = cutsIn("packages/http-host/src/host-and-origin.ts")
const body = cutsIn("packages/core/src/http/body.ts")
const rawInput = cutsIn("packages/core/src/contract/raw-input.ts")
const decode = cutsIn("packages/core/src/contract/decode.ts")
const text = cutsIn("packages/core/src/contract/values/text.ts")
const toolCall = cutsIn("packages/mcp/src/tool-call.ts")
const restApp = cutsIn("packages/rest/src/app.ts")
const getTask = cutsIn("packages/core/src/tasks/get-task.ts")
const getQueuedWrite = cutsIn("packages/core/src/changes/get-queued-write.ts")
const actionLog = cutsIn("packages/core/src/changes/action-log.ts")
const recommendation = cutsIn("packages/core/src/insight/recommendations/rows.ts")
const organizationAccess = cutsIn("packages/core/src/pipeline/organization-access.ts")
const platformClient = cutsIn("packages/core/src/platform/google-ads/client.ts")
const rules = cutsIn("packages/core/src/changes/organization.ts")

const mcpAccess = testsIn("packages/mcp/test/access.test.ts")
const mcpInput = testsIn("packages/mcp/test/bad-input.test.ts")
const rest = testsIn("packages/rest/test/rest.test.ts")
const forms = testsIn("packages/web/test/forms.test.ts")
const hosts = testsIn("packages/http-host/test/host-and-origin.test.ts")
const surfaces = testsIn("packages/cli/test/surfaces/attacks.test.ts")
const secrecy = testsIn("packages/core/test/platform/secrecy.test.ts")
const updates = testsIn("packages/core/test/changes/update.test.ts")
const drafts = testsIn("packages/core/test/drafts/create.test.ts")

const rebound = "a page that rebound its name to us is turned away, known or not, and that is kept"
const unread = "%s: 400 once the sender is known"
const never = "a caller's token is never sent, and no token is ever logged or traced"
const fifty = "never pass the cap, the share of a call or the quota, and lose no action"

/** Whoever has a token is looked up first: is this in one of their organizations? Then it is found there, or is not. */
const anyOrganization = organizationAccess("t.organization_id = r.id and t.id", "t.id")

const unlocked = rules("bound(lock ? locking : looking, [id])", "bound(lock ? looking : looking, [id])")

export const surfaceGuards: Chapter = {
  title: "MCP and REST",
  guards: [
    {
      name: "rebinding-host",
      attack: "A web page has its own name point at us (DNS rebinding)",
      held: "the Host is one of ours",
      cuts: [hostAndOrigin(`if (!hosts.has(nameIn(host) ?? "")) return "Host"`, "")],
      witnesses: [
        mcpAccess(rebound),
        forms("is refused to a host that is not ours"),
        hosts("the host %j is not", "localhost.evil.example:4280")
      ]
    },
    {
      name: "rebinding-origin",
      attack: "A web page speaks to a service on its visitor's machine",
      held: "the Origin is one of ours",
      cuts: [hostAndOrigin(`origin === null || knownOrigin(origin) ? null : "Origin"`, "origin === null ? null : null")],
      witnesses: [
        mcpAccess(rebound),
        forms("is refused from %s", "another origin"),
        hosts("pages of %j may not", "null")
      ]
    },
    {
      name: "simple-request",
      attack: "A `text/plain` request, which a web page may send without asking",
      held: "a body says that it is JSON",
      cuts: [
        body(
          `return type === "application/json" || (type !== null && /^application\\/json\\s*(;[^,]*)?$/i.test(type))`,
          `return type !== "never"`
        )
      ],
      witnesses: [
        mcpInput(unread, "text/plain"),
        mcpInput(unread, "JSON in a parameter"),
        rest("a body that says it is %s", "text/plain"),
        rest("a body that says it is %s", "application/x-www-form-urlencoded")
      ]
    },
    {
      name: "body-size-told",
      attack: "A body that says how huge it is",
      held: "it is not read",
      cuts: [body(`Number(declared) > most ? "too_large" : new`, "new")],
      witnesses: [rest("too large a body, told or not"), mcpInput("too large a body %s: 413", "that says its length")]
    },
    {
      name: "body-size-untold",
      attack: "A body that does not say how huge it is",
      held: "it is read up to the limit",
      cuts: [body(`if (size > most) return "too_large"`, "")],
      witnesses: [rest("too large a body, told or not"), mcpInput("too large a body %s: 413", "in chunks")]
    },
    {
      name: "body-depth",
      attack: "A body that is nested without end",
      held: "brackets are counted before anything is parsed",
      cuts: [body(`if (nestsTooDeep(bytes)) return "too_deep"`, "")],
      witnesses: [
        mcpInput("deep nesting: validation_error, as the tool's answer or before the message is even parsed"),
        rest("a body of %s")
      ]
    },
    {
      name: "input-depth",
      attack: "An input that is nested deeper than anything here",
      held: "it is refused before anything walks through it",
      cuts: [rawInput("if (depth > deepest)", "if (depth > 1000)")],
      witnesses: [
        mcpInput("deep nesting: validation_error, as the tool's answer or before the message is even parsed")
      ]
    },
    {
      name: "proto-keys",
      attack: "`__proto__` or `constructor` as a field",
      held: "names that an operation does not have are refused; behind that, its schema takes no others",
      cuts: [
        decode("if (unknown.length > 0)", "if (unknown === null)"),
        decode(`onExcessProperty: "error"`, `onExcessProperty: "ignore"`)
      ],
      witnesses: [
        mcpInput("%s: validation_error, as the tool's answer", "__proto__"),
        mcpInput("%s: validation_error, as the tool's answer", "constructor"),
        rest("a body of %s", `{"state":"live","__proto__":{"dry_run":false}}`)
      ]
    },
    {
      name: "proto-tools",
      attack: "`constructor` or `__proto__` as a tool",
      held: "tools are looked up in a map",
      cuts: [
        toolCall(
          "operationByTool.get(name)",
          "(Object.fromEntries(operationByTool) as Record<string, AnyOperation>)[name]"
        )
      ],
      witnesses: [
        mcpInput("the tool %j: invalid params", "constructor"),
        mcpInput("the tool %j: invalid params", "__proto__")
      ]
    },
    {
      name: "foreign-task",
      attack: "The id of another organization's task",
      held: "it is looked for in the caller's own organization",
      cuts: [getTask("where organization_id = $1 and id = $2", "where $1::bigint is not null and id = $2"), anyOrganization],
      witnesses: [surfaces("%s", "tasks.get")]
    },
    {
      name: "foreign-queued-write",
      attack: "The id of another organization's queued write",
      held: "it is looked for in the caller's own organization",
      cuts: [getQueuedWrite("where organization_id = $1 and id = $2", "where $1::bigint is not null and id = $2"), anyOrganization],
      witnesses: [surfaces("%s", "queued_writes.get")]
    },
    {
      name: "foreign-action",
      attack: "The id of another organization's action",
      held: "it is looked for in the caller's own organization",
      cuts: [actionLog("where a.organization_id = ${organization} and a.id = ${id}`", "where ${organization}::bigint is not null and a.id = ${id}`"), anyOrganization],
      witnesses: [surfaces("%s", "actions.undo")]
    },
    {
      name: "foreign-recommendation",
      attack: "The id of another organization's recommendation",
      held: "it is looked for in the caller's own organization",
      cuts: [
        recommendation(
          "from recommendations where organization_id = ${organization} and id = ${id}`",
          "from recommendations where ${organization}::bigint is not null and id = ${id}`"
        ),
        anyOrganization
      ],
      witnesses: [surfaces("%s", "recommendations.apply")]
    },
    {
      name: "foreign-by-person",
      attack: "An id of an organization to which the person of a token does not belong",
      held: "things are looked for within the person's organizations alone",
      cuts: [
        organizationAccess(
          "where (m.role is not null or o.adops_team_id in (select team_id from adops_team_members where user_id = $1))`",
          "where (true or m.role is not null)`"
        )
      ],
      witnesses: [surfaces("%s", "tasks.get"), surfaces("%s", "queued_writes.get")]
    },
    {
      name: "encoded-slash",
      attack: "`%2F` in a slug leads to another path",
      held: "paths are matched as they are sent",
      cuts: [
        restApp(
          "const app = new Hono<Env>()",
          "const app = new Hono<Env>({ getPath: (request) => decodeURIComponent(new URL(request.url).pathname) })"
        )
      ],
      witnesses: [surfaces("nor does %s in a path lead to another one", "%2F")]
    },
    {
      name: "name-line-break",
      attack: "A line break in a name, which becomes a header or a line of a log",
      held: "a name is one line",
      cuts: [text("&& !lineBreaks.test(text)\n", "\n")],
      witnesses: [
        surfaces("a name with a line break in it (%j) is refused", "x\r\nset-cookie: a=b"),
        surfaces("a name with a line break in it (%j) is refused", "x\ny")
      ]
    },
    {
      name: "token-passed-on",
      attack: "A caller's token is handed on to the ad platform",
      held: "the platform only sees tokens that it gave out itself",
      cuts: [
        platformClient(
          "const token = yield* tokens.get(caller.login)",
          `const asked = (yield* Effect.context<never>()).unsafeMap.get("@effect/platform/HttpServerRequest")
        const token = asked === undefined ? yield* tokens.get(caller.login) : Redacted.make(asked.headers.authorization.slice(7))`
        )
      ],
      witnesses: [secrecy(never)]
    },
    {
      name: "trace-passed-on",
      attack: "The ad platform learns which of our requests it works for",
      held: "no trace goes along",
      cuts: [platformClient("HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)", "HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, true)")],
      witnesses: [secrecy(never)]
    },
    {
      name: "budget-race",
      attack: "Many raise budgets at once, each within the cap alone",
      held: "writers of an organization take its lock before they look",
      cuts: [unlocked],
      witnesses: [
        updates(fifty),
        drafts("never lets drafts that are asked for together pass the monthly cap together")
      ]
    },
    {
      name: "quota-race",
      attack: "Many write at once when the day's quota is nearly used up",
      held: "the quota is counted under the same lock",
      cuts: [unlocked],
      witnesses: [updates(fifty), updates("never pass the quota by asking together")]
    }
  ]
}
