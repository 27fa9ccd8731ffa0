import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const redeem = patchesIn("packages/core/src/access/oauth/redeem-code.ts")
const rotate = patchesIn("packages/core/src/access/oauth/rotate-refresh.ts")
const branches = patchesIn("packages/core/src/access/oauth/rotate-refresh.ts")
const resources = patchesIn("packages/core/src/access/oauth/parameters.ts")
const parameters = patchesIn("packages/core/src/access/oauth/parameters.ts")
const issue = patchesIn("packages/core/src/access/oauth/issue.ts")
const connections = patchesIn("packages/core/src/access/oauth/connections.ts")
const callers = patchesIn("packages/core/src/access/callers.ts")
const hostPipeline = patchesIn("packages/http-host/src/pipeline-client.ts")

const codes = testsIn("packages/core/test/oauth/codes.test.ts")
const tokens = testsIn("packages/core/test/oauth/tokens.test.ts")
const races = testsIn("packages/core/test/oauth/races.test.ts")
const requests = testsIn("packages/core/test/oauth/requests.test.ts")
const revoking = testsIn("packages/core/test/oauth/connections.test.ts")
const credentials = testsIn("packages/core/test/pipeline/credentials.test.ts")
const endpoints = testsIn("packages/web/test/oauth/oauth-routes.test.ts")
const rest = testsIn("packages/rest/test/rest.test.ts")
const mcpAccess = testsIn("packages/mcp/test/access.test.ts")

const redeemedWith = "is not redeemed with %s, and stays valid"
const usedWith = "is not used with %s, and stays valid"
const onlyFromHeader = "is accepted only in its header, and only if it is ours"

const sameAudience = "recognition.audience === audiences[surface]"
const oneSurface = "is valid only on the surface that it was issued for"
const oneOfTwo = "is valid on both surfaces for a key, and on its own for a token"

export const tokenGuards: GuardGroup = {
  title: "Tokens",
  guards: [
    {
      name: "token-for-rest-on-mcp",
      attack: "A token for REST is used on MCP",
      defence: "a token is valid only for its surface",
      patches: [callers(sameAudience, `${sameAudience} || surface === "mcp"`)],
      provingTests: [tokens(oneSurface), credentials(oneOfTwo)]
    },
    {
      name: "token-for-mcp-on-rest",
      attack: "A token for MCP is used on REST",
      defence: "a token is valid only for its surface",
      patches: [callers(sameAudience, `${sameAudience} || surface === "rest"`)],
      provingTests: [tokens(oneSurface), credentials(oneOfTwo)]
    },
    {
      name: "token-resource-at-code",
      attack: "A code is redeemed for another resource than the person approved",
      defence: "claiming a code requires its resource",
      patches: [redeem("and k.audience = $9 and", "and $9::text is not null and")],
      provingTests: [codes(redeemedWith, "the other resource")]
    },
    {
      name: "token-resource-at-refresh",
      attack: "A refresh token is used for another resource than its own",
      defence: "rotating a refresh token requires its resource",
      patches: [rotate("and r.audience = $8\n", "and $8::text is not null\n")],
      provingTests: [tokens(usedWith, "the other resource")]
    },
    {
      name: "token-resource-missing",
      attack: "A request without a resource",
      defence: "the resource is required; there is no default",
      patches: [
        resources(
          "if (requested === null) return oauthError(",
          "if (requested === null) return known[1] ?? oauthError("
        )
      ],
      provingTests: [
        requests("%s", "no resource"),
        codes(redeemedWith, "no resource"),
        tokens(usedWith, "no resource")
      ]
    },
    {
      name: "token-resources-several",
      attack: "A request with several resources",
      defence: "a token has one resource; behind that, a duplicate parameter counts as not sent",
      patches: [
        resources(`parameters.repeated.includes("resource")`, "parameters.repeated === null"),
        parameters("repeated.has(name) ? null : values.get(name) || null", "values.get(name) || null")
      ],
      provingTests: [
        requests("%s", "both resources"),
        codes(redeemedWith, "several resources"),
        tokens(usedWith, "several resources")
      ]
    },
    {
      name: "refresh-replay",
      attack: "A rotated refresh token is used after its grace period",
      defence: "its whole family is revoked",
      patches: [rotate(`yield* endSession(row.session_id, "refresh_replayed")`, "")],
      provingTests: [
        tokens("that is presented after the grace period ends its session, and only that"),
        tokens("is recognised as a replay at any age")
      ]
    },
    {
      name: "refresh-grace",
      attack: "A refresh token is used repeatedly",
      defence: "it is accepted again for one minute only",
      patches: [rotate(`and (\${replacedInGrace} or r.replaced_at is null and`, "and (")],
      provingTests: [tokens("that is presented after the grace period ends its session, and only that")]
    },
    {
      name: "refresh-grace-anew",
      attack: "Repeated use extends the grace period",
      defence: "the grace period starts at the first use",
      patches: [rotate("coalesce(r.replaced_at, clock_timestamp())", "clock_timestamp()")],
      provingTests: [
        tokens("is accepted again within 60 seconds of its first use, and the grace period never restarts")
      ]
    },
    {
      name: "refresh-race",
      attack: "Twenty requests refresh with one token at once",
      defence: "one rotates it, and the others use the grace period",
      patches: [rotate("coalesce(r.replaced_at, clock_timestamp())", "clock_timestamp()")],
      provingTests: [
        races("refresh with one token: one replaces it, the others use its grace period, and no session ends")
      ]
    },
    {
      name: "refresh-race-clock",
      attack: "A request waits for the row lock until the grace period is over",
      defence: "the time is read after the wait",
      patches: [branches(".replaced_at > clock_timestamp() - interval", ".replaced_at > now() - interval")],
      provingTests: [races("that wait for the row until the grace period is over are rejected")]
    },
    {
      name: "refresh-wider",
      attack: "A refresh requests more scopes than were approved",
      defence: "requested scopes must be among the approved ones",
      patches: [rotate("and $9::text[] <@ c.scopes and", "and $9::text[] is not null and")],
      provingTests: [tokens(usedWith, "a scope that was not approved")]
    },
    {
      name: "token-wider",
      attack: "A token has more scopes than the person selected",
      defence: "a token has the connection's scopes, limited by the person's roles",
      patches: [
        issue(
          "array(select scope from unnest(scopes) as scope where scope = any($5::text[])) as given",
          "$5::text[] as given"
        )
      ],
      provingTests: [codes("is redeemed once for tokens of the approved scopes, by its own client")]
    },
    {
      name: "refresh-of-another",
      attack: "A client uses another client's refresh token",
      defence: "rotating a refresh token requires its client",
      patches: [rotate("and c.client_id = $7 and", "and $7::text is not null and")],
      provingTests: [tokens(usedWith, "another client")]
    },
    {
      name: "revoke-of-another",
      attack: "A client revokes another client's token",
      defence: "a client can revoke only its own tokens",
      patches: [connections("if (found.client_id !== clientId)", "if (found === null)")],
      provingTests: [revoking("of another client is rejected, and changes nothing")]
    },
    {
      name: "refresh-idle-token",
      attack: "A refresh token unused for 60 days",
      defence: "refresh tokens expire",
      patches: [
        rotate("or r.replaced_at is null and r.expires_at > clock_timestamp())", "or r.replaced_at is null)")
      ],
      provingTests: [tokens("expires after 60 days without a refresh, and so does its connection")]
    },
    {
      name: "refresh-idle-connection",
      attack: "A connection not refreshed for 60 days",
      defence: "the connection expires, independently of its tokens",
      patches: [rotate(`and not (\${idle})`, `and (true or \${idle})`)],
      provingTests: [tokens("expires after 60 days without a refresh, and so does its connection")]
    },
    {
      name: "token-in-query",
      attack: "A token in the query of a URL, where logs store it",
      defence: "it is rejected there, even with a valid one in the header",
      patches: [callers(`if (inQuery(presented.query))`, "if (presented === null)")],
      provingTests: [
        credentials("is never accepted from the query string: %s=%s", "access_token", "x"),
        rest("a token in the query string"),
        mcpAccess("a key in the query string returns 401, even if it is valid")
      ]
    },
    {
      name: "token-in-form",
      attack: "A token in a form, which any web page can send",
      defence: "credentials are read only from the header",
      patches: [
        hostPipeline(
          "const callPipeline: PipelineClient = (\n",
          "const callPipeline: PipelineClient = async (\n"
        ),
        hostPipeline(
          "const credentials = readCredentials(c, query ?? queryOf(request))",
          `const form = new URLSearchParams(await request.clone().text())
      const credentials = form.has("access_token") ? { kind: "credential" as const, authorization: "Bearer " + form.get("access_token"), query: [] } : readCredentials(c, query ?? queryOf(request))`
        )
      ],
      provingTests: [endpoints(onlyFromHeader)]
    },
    {
      name: "token-foreign-jwt",
      attack: "A JWT signed by someone else",
      defence: "only text in the form of our tokens is looked up",
      patches: [
        callers(
          `if (isWellFormedAccessToken(secret)) return { kind: "access_token", secret }`,
          `if (secret !== "") return { kind: "access_token", secret }`
        )
      ],
      provingTests: [
        credentials("%j is rejected as %s without a lookup", "Bearer eyJhbGciOiJub25lIn0.e30.", "malformed")
      ]
    }
  ]
}
