import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const redirects = patchesIn("packages/core/src/access/oauth/redirects.ts")
const request = patchesIn("packages/core/src/access/oauth/authorization-request.ts")

const addresses = testsIn("packages/core/test/oauth/redirects.test.ts")
const requests = testsIn("packages/core/test/oauth/requests.test.ts")
const clients = testsIn("packages/core/test/oauth/clients.test.ts")
const pages = testsIn("packages/web/test/oauth/pages.test.ts")

const another = "differs from the registered one: %s"
const sameText = "if (registered === requested) return true"

/**
 * Each check alone rejects every other scheme: a URL must have a host, and must start with https or be
 * loopback.
 */
const anyScheme = [
  redirects(`authority === "" || !URL.canParse(uri)`, "!URL.canParse(uri)"),
  redirects(`return uri.startsWith("https://") || loopback.test(uri)`, "return uri.length > 0")
] as const

export const redirectGuards: GuardGroup = {
  title: "Redirects",
  guards: [
    {
      name: "redirect-userinfo",
      attack: "`https://app.example.com@evil.com/`",
      defence: "a redirect URI must not have a user name",
      patches: [
        redirects(`authority.includes("@") ? "must not have a user name or password" : null`, "null")
      ],
      provingTests: [addresses("%s", "a user name"), addresses("%s", "a user name and a password")]
    },
    {
      name: "redirect-backslash",
      attack: "`https://app.example.com\\.evil.com/`",
      defence: "only characters of RFC 3986 are allowed",
      patches: [redirects("if (!uriCharacters.test(uri))", "if (uri === null)")],
      provingTests: [
        addresses("%s", "a backslash behind it"),
        addresses("%s", "a letter that looks like another")
      ]
    },
    {
      name: "redirect-fragment",
      attack: "`https://app.example.com/callback#x`",
      defence: "a redirect URI must not have a fragment",
      patches: [redirects(`if (uri.includes("#"))`, "if (uri === null)")],
      provingTests: [addresses("%s", "a fragment"), addresses("%s", "an empty fragment")]
    },
    {
      name: "redirect-path",
      attack: "A longer path than the registered one",
      defence: "redirect URIs are compared character by character",
      patches: [redirects(sameText, "if (requested.startsWith(registered)) return true")],
      provingTests: [addresses(another, "a path that goes on"), addresses(another, "a slash at its end")]
    },
    {
      name: "redirect-case",
      attack: "Different capitalisation than in the registered URI",
      defence: "redirect URIs are compared character by character",
      patches: [redirects(sameText, "if (registered.toLowerCase() === requested.toLowerCase()) return true")],
      provingTests: [addresses(another, "capitals in the path"), addresses(another, "capitals in the host")]
    },
    {
      name: "redirect-steps-up",
      attack: "`/../` in the path, also as `%2e%2E`",
      defence: "dot segments in a path are rejected",
      patches: [redirects("if (hasDotSegments(uri))", "if (uri === null)")],
      provingTests: [
        addresses("%s", "steps up in the path"),
        addresses("%s", "steps up that are written with percent signs")
      ]
    },
    {
      name: "redirect-query",
      attack: "Another query than the registered one",
      defence: "redirect URIs are compared character by character",
      patches: [redirects(sameText, `if (registered === requested.split("?")[0]) return true`)],
      provingTests: [
        addresses(another, "a query that was not registered"),
        addresses(another, "an empty query")
      ]
    },
    {
      name: "redirect-names-of-loopback",
      attack: "127.0.0.1 instead of a registered localhost, and vice versa",
      defence: "each loopback name matches only itself",
      patches: [redirects("&& one[1] === other[1]", "")],
      provingTests: [
        addresses(another, "127.0.0.1 for localhost"),
        addresses(another, "localhost for 127.0.0.1"),
        addresses(another, "[::1] for localhost")
      ]
    },
    {
      name: "redirect-localhost-evil",
      attack: "`http://localhost.evil.com/`",
      defence: "only a port, a path, a query or nothing can follow a loopback name",
      patches: [redirects("((?:[/?].*)?)$/", "(.*)$/")],
      provingTests: [addresses("%s", "a name that only begins like this machine's")]
    },
    {
      name: "redirect-https-port",
      attack: "Another port of an https URI",
      defence: "only loopback URIs can have another port",
      patches: [
        redirects(sameText, `if (registered.replace(/:\\d+/, "") === asked.replace(/:\\d+/, "")) return true`)
      ],
      provingTests: [
        addresses(another, "a port on https"),
        addresses(another, "another port on https"),
        addresses(another, "another port of localhost over https")
      ]
    },
    {
      name: "redirect-javascript",
      attack: "`javascript:` as a redirect URI",
      defence: "a redirect URI must have a host; behind that, it must start with https:// or be loopback",
      patches: anyScheme,
      provingTests: [
        addresses("%s", "javascript"),
        clients("is rejected with %s", "one in javascript"),
        clients("is rejected with %s", "one over http")
      ]
    },
    {
      name: "redirect-data",
      attack: "`data:` as a redirect URI",
      defence: "as above",
      patches: anyScheme,
      provingTests: [addresses("%s", "data")]
    },
    {
      name: "redirect-custom-scheme",
      attack: "A custom scheme, which any program can claim",
      defence: "as above",
      patches: anyScheme,
      provingTests: [
        addresses("%s", "a scheme of its own"),
        clients("is rejected with %s", "one with a scheme of its own")
      ]
    },
    {
      name: "redirect-not-registered",
      attack: "A redirect URI that the client never registered",
      defence: "an authorization request must use a registered one",
      patches: [
        request("if (!isAllowedRedirect(client.redirectUris, redirectUri))", "if (redirectUri === null)")
      ],
      provingTests: [
        requests("%s", "another redirect_uri"),
        pages("sees an error page, without a redirect, for a redirect URI that is not the client's")
      ]
    },
    {
      name: "redirect-before-proof",
      attack: "An error response redirects a person to an unverified URI",
      defence: "errors are shown as pages until the redirect URI is verified",
      patches: [
        request(
          "if (redirect instanceof OAuthError) return redirect",
          `if (redirect instanceof OAuthError) return sentBack({ redirectUri: parameters.get("redirect_uri") ?? "https://app.example.com", issuer: settings.appUrl, state: null }, redirect)`
        )
      ],
      provingTests: [
        requests("%s", "another redirect_uri"),
        requests("%s", "a redirect_uri in javascript"),
        pages("sees an error page, without a redirect, for a redirect URI that is not the client's")
      ]
    }
  ]
}
