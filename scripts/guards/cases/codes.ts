import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const redeem = patchesIn("packages/core/src/access/oauth/redeem-code.ts")
const grants = patchesIn("packages/core/src/access/oauth/grants.ts")
const secrets = patchesIn("packages/core/src/access/oauth/issue.ts")
const request = patchesIn("packages/core/src/access/oauth/authorization-request.ts")
const parameters = patchesIn("packages/core/src/access/oauth/parameters.ts")

const codes = testsIn("packages/core/test/oauth/codes.test.ts")
const races = testsIn("packages/core/test/oauth/races.test.ts")
const requests = testsIn("packages/core/test/oauth/requests.test.ts")
const tokens = testsIn("packages/core/test/oauth/tokens.test.ts")

const redeemedWith = "is not redeemed with %s, and stays valid"
const usedWith = "is not used with %s, and stays valid"

const anyVerifier = redeem("and k.code_challenge = $8 and", "and ($8::text is null or true) and")
const sentTwice = parameters(
  `return repeated === undefined
    ? null
    : oauthError("invalid_request", \`\${repeated.slice(0, 60)} was sent more than once.\`)`,
  "return repeated === undefined ? null : null"
)

export const codeGuards: GuardGroup = {
  title: "Authorization codes",
  guards: [
    {
      name: "code-replay",
      attack: "A redeemed code is used again",
      defence: "all tokens issued for it are revoked",
      patches: [redeem(`yield* endSession(row.session_id, "code_replayed")`, "")],
      provingTests: [
        codes("that is presented twice revokes its tokens"),
        codes("is a replay for every client that presents it: it has leaked")
      ]
    },
    {
      name: "code-race",
      attack: "Twenty requests redeem one code at once",
      defence: "one statement claims the code and issues the tokens",
      patches: [redeem("and k.redeemed_at is null and", "and")],
      provingTests: [
        races("redeem one code: one gets tokens, which are revoked because the code was presented again")
      ]
    },
    {
      name: "code-of-another",
      attack: "A client redeems another client's code",
      defence: "claiming a code requires its client",
      patches: [redeem("and c.client_id = $11 and", "and $11::text is not null and")],
      provingTests: [codes(redeemedWith, "the code of another client")]
    },
    {
      name: "code-verifier-wrong",
      attack: "A code is redeemed with a wrong verifier",
      defence: "claiming a code requires its challenge",
      patches: [anyVerifier],
      provingTests: [
        codes(redeemedWith, "another verifier"),
        codes(redeemedWith, "a verifier that is too short")
      ]
    },
    {
      name: "code-verifier-missing",
      attack: "A code is redeemed without a verifier",
      defence: "the verifier is required; behind that, a missing one matches no challenge",
      patches: [
        grants(`requiredParameter(parameters, "code_verifier")`, `parameters.get("code_verifier") ?? ""`),
        anyVerifier
      ],
      provingTests: [codes(redeemedWith, "no verifier"), codes(redeemedWith, "an empty verifier")]
    },
    {
      name: "code-plain-asked",
      attack: "A request for PKCE with `plain`",
      defence: "a request must use S256",
      patches: [request(`&& parameters.get("code_challenge_method") === "S256"`, "")],
      provingTests: [requests("%s", "PKCE by plain"), requests("%s", "PKCE by no method, which means plain")]
    },
    {
      name: "code-plain-shown",
      attack: "The challenge itself is sent as its verifier, as for `plain`",
      defence: "a verifier is always hashed",
      patches: [secrets(`createHash("sha256").update(verifier).digest("base64url")`, "verifier")],
      provingTests: [codes(redeemedWith, "the challenge as verifier, as for plain")]
    },
    {
      name: "code-expired",
      attack: "A code is redeemed after it expired",
      defence: "claiming a code checks its expiry",
      patches: [redeem("and k.expires_at > clock_timestamp()\n", "\n")],
      provingTests: [codes("expires")]
    },
    {
      name: "code-redirect-differs",
      attack: "Another redirect_uri is sent with a code",
      defence: "claiming a code requires its redirect URI",
      patches: [redeem("or k.redirect_uri = $10)", "or true)")],
      provingTests: [
        codes(redeemedWith, "another redirect_uri"),
        codes(redeemedWith, "a redirect_uri in capitals")
      ]
    },
    {
      name: "parameters-twice-at-token",
      attack: "A parameter of a token request is sent twice, so that two parsers read different values",
      defence: "duplicate parameters are rejected",
      patches: [sentTwice],
      provingTests: [codes(redeemedWith, "the redirect_uri twice"), tokens(usedWith, "scopes twice")]
    },
    {
      name: "parameters-twice-the-first-counts",
      attack: "The code, its verifier or the client is sent twice",
      defence: "duplicate parameters are rejected; behind that, they count as not sent",
      patches: [
        sentTwice,
        parameters("repeated.has(name) ? null : values.get(name) || null", "values.get(name) || null")
      ],
      provingTests: [codes(redeemedWith, "the code twice"), codes(redeemedWith, "the client twice")]
    },
    {
      name: "parameters-twice-at-authorize",
      attack: "A parameter of an authorization request is sent twice",
      defence: "duplicate parameters are rejected",
      patches: [
        request("if (repeated !== null) return repeated", "if (repeated === undefined) return repeated")
      ],
      provingTests: [requests("%s", "scopes twice"), requests("%s", "something unknown twice")]
    }
  ]
}
