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
const sentTwice = grants(
  `return repeated === undefined
    ? null
    : oauthError("invalid_request", \`\${repeated.slice(0, 60)} was sent more than once.\`)`,
  "return repeated === undefined ? null : null"
)

export const codeGuards: GuardGroup = {
  title: "Codes",
  guards: [
    {
      name: "code-replay",
      attack: "A code that was redeemed is shown again",
      defence: "everything that was given out for it is revoked",
      patches: [redeem(`yield* endSession(row.session_id, "code_replayed")`, "")],
      provingTests: [
        codes("that is presented twice revokes its tokens"),
        codes("is a replay for every client that presents it: it has leaked")
      ]
    },
    {
      name: "code-race",
      attack: "Twenty redeem one code at once",
      defence: "one statement claims the code and gives out the tokens",
      patches: [redeem("and k.redeemed_at is null and", "and")],
      provingTests: [
        races("redeem one code: one gets tokens, which are revoked because the code was presented again")
      ]
    },
    {
      name: "code-of-another",
      attack: "A client redeems the code of another",
      defence: "the client is part of what claims a code",
      patches: [redeem("and c.client_id = $11 and", "and $11::text is not null and")],
      provingTests: [codes(redeemedWith, "the code of another client")]
    },
    {
      name: "code-verifier-wrong",
      attack: "A code is redeemed with a wrong verifier",
      defence: "the challenge is part of what claims a code",
      patches: [anyVerifier],
      provingTests: [
        codes(redeemedWith, "another verifier"),
        codes(redeemedWith, "a verifier that is too short")
      ]
    },
    {
      name: "code-verifier-missing",
      attack: "A code is redeemed without a verifier",
      defence: "a verifier has to be sent; behind that, none answers no challenge",
      patches: [
        grants(`requiredParameter(parameters, "code_verifier")`, `parameters.get("code_verifier") ?? ""`),
        anyVerifier
      ],
      provingTests: [codes(redeemedWith, "no verifier"), codes(redeemedWith, "an empty verifier")]
    },
    {
      name: "code-plain-asked",
      attack: "PKCE by `plain` is asked for",
      defence: "a request names S256, or is refused",
      patches: [request(`&& parameters.get("code_challenge_method") === "S256"`, "")],
      provingTests: [requests("%s", "PKCE by plain"), requests("%s", "PKCE by no method, which means plain")]
    },
    {
      name: "code-plain-shown",
      attack: "The challenge itself is shown as its verifier, as for `plain`",
      defence: "a verifier is always hashed",
      patches: [secrets(`createHash("sha256").update(verifier).digest("base64url")`, "verifier")],
      provingTests: [codes(redeemedWith, "the challenge as verifier, as for plain")]
    },
    {
      name: "code-expired",
      attack: "A code is redeemed after its minute",
      defence: "its end is part of what claims a code",
      patches: [redeem("and k.expires_at > clock_timestamp()\n", "\n")],
      provingTests: [codes("expires")]
    },
    {
      name: "code-redirect-differs",
      attack: "Another redirect_uri is sent with a code",
      defence: "the address that the code was sent to is part of what claims it",
      patches: [redeem("or k.redirect_uri = $10)", "or true)")],
      provingTests: [
        codes(redeemedWith, "another redirect_uri"),
        codes(redeemedWith, "a redirect_uri in capitals")
      ]
    },
    {
      name: "parameters-twice-at-token",
      attack: "A parameter of a token request is sent twice, so that two readers believe two values",
      defence: "whatever comes twice is refused",
      patches: [sentTwice],
      provingTests: [codes(redeemedWith, "the redirect_uri twice"), tokens(usedWith, "scopes twice")]
    },
    {
      name: "parameters-twice-the-first-counts",
      attack: "The code, its verifier or the client is sent twice",
      defence: "whatever comes twice is refused; behind that, it counts as not sent",
      patches: [
        sentTwice,
        parameters("repeated.has(name) ? null : values.get(name) || null", "values.get(name) || null")
      ],
      provingTests: [codes(redeemedWith, "the code twice"), codes(redeemedWith, "the client twice")]
    },
    {
      name: "parameters-twice-at-authorize",
      attack: "A parameter of an authorization request is sent twice",
      defence: "whatever comes twice is refused",
      patches: [request("if (repeated !== undefined) {", "if (repeated === null) {")],
      provingTests: [requests("%s", "scopes twice"), requests("%s", "something unknown twice")]
    }
  ]
}
