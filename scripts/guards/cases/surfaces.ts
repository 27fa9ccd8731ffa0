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

const rebound = "a page that rebound its name to us is turned away, known or not, and that is kept"
const unread = "%s: 400 once the sender is known"

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
        forms("is refused to a host that is not ours"),
        hosts("the host %j is not", "localhost.evil.example:4280")
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
        forms("is refused from %s", "another origin"),
        hosts("pages of %j may not", "null")
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
        rest("too large a body, told or not"),
        mcpInput("too large a body %s: 413", "that says its length")
      ]
    },
    {
      name: "body-size-undeclared",
      attack: "A huge body without a Content-Length",
      defence: "reading stops at the limit",
      patches: [body(`if (size > maxBytes) return "too_large"`, "")],
      provingTests: [rest("too large a body, told or not"), mcpInput("too large a body %s: 413", "in chunks")]
    },
    {
      name: "body-depth",
      attack: "An endlessly nested body",
      defence: "the nesting depth is limited before parsing",
      patches: [body(`if (exceedsMaxDepth(bytes)) return "too_deep"`, "")],
      provingTests: [
        mcpInput("deep nesting: validation_error, as the tool's answer or before the message is even parsed"),
        rest("a body of %s")
      ]
    },
    {
      name: "input-depth",
      attack: "An input nested deeper than any operation's",
      defence: "it is rejected before any code traverses it",
      patches: [rawInput("if (depth > maxDepth)", "if (depth > 1000)")],
      provingTests: [
        mcpInput("deep nesting: validation_error, as the tool's answer or before the message is even parsed")
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
        mcpInput("%s: validation_error, as the tool's answer", "__proto__"),
        mcpInput("%s: validation_error, as the tool's answer", "constructor"),
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
        mcpInput("the tool %j: invalid params", "constructor"),
        mcpInput("the tool %j: invalid params", "__proto__")
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
      provingTests: [surfaces("nor does %s in a path lead to another one", "%2F")]
    },
    {
      name: "name-line-break",
      attack: "A line break in a name, which becomes a header or a log line",
      defence: "a name must be a single line",
      patches: [text("&& !lineBreaks.test(text)\n", "\n")],
      provingTests: [
        surfaces("a name with a line break in it (%j) is refused", "x\r\nset-cookie: a=b"),
        surfaces("a name with a line break in it (%j) is refused", "x\ny")
      ]
    }
  ]
}
