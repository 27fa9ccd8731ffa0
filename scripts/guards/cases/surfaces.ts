import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const hostAndOrigin = patchesIn("packages/http-host/src/host-and-origin.ts")
const body = patchesIn("packages/core/src/http/body.ts")
const rawInput = patchesIn("packages/core/src/contract/raw-input.ts")
const decode = patchesIn("packages/core/src/contract/decode.ts")
const text = patchesIn("packages/core/src/contract/values/text.ts")
const toolCall = patchesIn("packages/mcp/src/tool-call.ts")
const restApp = patchesIn("packages/rest/src/app.ts")

const mcpAccess = testsIn("packages/mcp/test/access.test.ts")
const mcpInput = testsIn("packages/mcp/test/bad-input.test.ts")
const rest = testsIn("packages/rest/test/rest.test.ts")
const forms = testsIn("packages/web/test/forms.test.ts")
const hosts = testsIn("packages/http-host/test/host-and-origin.test.ts")
const surfaces = testsIn("packages/server/test/surfaces/attacks.test.ts")

const rebound = "rejects and audits a page that uses DNS rebinding, with or without a credential"
const unread = "returns 400 to an authenticated sender: %s"

export const surfaceGuards: GuardGroup = {
  title: "MCP and REST",
  guards: [
    {
      name: "rebinding-host",
      attack: "A web page points its own host name at the service (DNS rebinding)",
      defence: "the Host header must be one of ours",
      patches: [hostAndOrigin(`if (!hosts.has(hostnameIn(host) ?? "")) return "Host"`, "")],
      provingTests: [
        mcpAccess(rebound),
        forms("is rejected for a foreign host"),
        hosts("rejects the host %j", "localhost.evil.example:4280")
      ]
    },
    {
      name: "rebinding-origin",
      attack: "A web page sends requests to a service on its visitor's machine",
      defence: "the Origin header must be one of ours",
      patches: [
        hostAndOrigin(
          `origin === null || knownOrigin(origin) ? null : "Origin"`,
          "origin === null ? null : null"
        )
      ],
      provingTests: [
        mcpAccess(rebound),
        forms("is rejected from %s", "another origin"),
        hosts("rejects the origin %j", "null")
      ]
    },
    {
      name: "simple-request",
      attack: "A `text/plain` request, which a web page can send without a CORS preflight",
      defence: "the content type must be JSON",
      patches: [
        body(
          `return type === "application/json" || (type !== null && /^application\\/json\\s*(;[^,]*)?$/i.test(type))`,
          `return type !== "never"`
        )
      ],
      provingTests: [
        mcpInput(unread, "text/plain"),
        mcpInput(unread, "JSON in a parameter"),
        rest("a body that says it is %s", "text/plain"),
        rest("a body that says it is %s", "application/x-www-form-urlencoded")
      ]
    },
    {
      name: "body-size-declared",
      attack: "A huge body with a Content-Length",
      defence: "it is rejected without being read",
      patches: [body(`Number(declared) > maxBytes ? "too_large" : new`, "new")],
      provingTests: [
        rest("a body that is too large, with or without Content-Length"),
        mcpInput("returns 413 for a body that is too large %s", "that says its length")
      ]
    },
    {
      name: "body-size-undeclared",
      attack: "A huge body without a Content-Length",
      defence: "reading stops at the limit",
      patches: [body(`if (size > maxBytes) return "too_large"`, "")],
      provingTests: [
        rest("a body that is too large, with or without Content-Length"),
        mcpInput("returns 413 for a body that is too large %s", "in chunks")
      ]
    },
    {
      name: "body-depth",
      attack: "An endlessly nested body",
      defence: "the nesting depth is limited before parsing",
      patches: [body(`if (exceedsMaxDepth(bytes)) return "too_deep"`, "")],
      provingTests: [
        mcpInput(
          "that are nested deeply return validation_error, as a tool error or before the message is parsed"
        ),
        rest("a body of %s")
      ]
    },
    {
      name: "input-depth",
      attack: "An input nested deeper than any operation's",
      defence: "it is rejected before any code traverses it",
      patches: [rawInput("if (depth > maxDepth)", "if (depth > 1000)")],
      provingTests: [
        mcpInput(
          "that are nested deeply return validation_error, as a tool error or before the message is parsed"
        )
      ]
    },
    {
      name: "proto-keys",
      attack: "`__proto__` or `constructor` as a field",
      defence: "unknown field names are rejected; behind that, the schema rejects them",
      patches: [
        decode("if (unknown.length > 0)", "if (unknown === null)"),
        decode(`onExcessProperty: "error"`, `onExcessProperty: "ignore"`)
      ],
      provingTests: [
        mcpInput("return validation_error as a tool error: %s", "__proto__"),
        mcpInput("return validation_error as a tool error: %s", "constructor"),
        rest("a body of %s", `{"state":"live","__proto__":{"dry_run":false}}`)
      ]
    },
    {
      name: "proto-tools",
      attack: "`constructor` or `__proto__` as a tool",
      defence: "tools are looked up in a map",
      patches: [
        toolCall(
          "operationByTool.get(name)",
          "(Object.fromEntries(operationByTool) as Record<string, AnyOperation>)[name]"
        )
      ],
      provingTests: [
        mcpInput("returns invalid params for the tool %j", "constructor"),
        mcpInput("returns invalid params for the tool %j", "__proto__")
      ]
    },
    {
      name: "encoded-slash",
      attack: "`%2F` in a slug selects another path",
      defence: "paths are matched before decoding",
      patches: [
        restApp(
          "const app = new Hono<Env>()",
          "const app = new Hono<Env>({ getPath: (request) => decodeURIComponent(new URL(request.url).pathname) })"
        )
      ],
      provingTests: [surfaces("%s in a path does not reach another resource", "%2F")]
    },
    {
      name: "name-line-break",
      attack: "A line break in a name, which becomes a header or a log line",
      defence: "a name must be a single line",
      patches: [text("&& !lineBreaks.test(text)\n", "\n")],
      provingTests: [
        surfaces("rejects a name with a line break (%j)", "x\r\nset-cookie: a=b"),
        surfaces("rejects a name with a line break (%j)", "x\ny")
      ]
    }
  ]
}
