import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const request = patchesIn("packages/core/src/access/oauth/authorization-request.ts")
const oauthEndpoints = patchesIn("packages/core/src/identity/oauth-endpoints.ts")
const connections = patchesIn("packages/core/src/access/oauth/connections.ts")
const allClients = patchesIn("packages/core/src/access/oauth/clients.ts")
const metadata = patchesIn("packages/core/src/access/oauth/client.ts")
const rotate = patchesIn("packages/core/src/access/oauth/rotate-refresh.ts")
const branches = patchesIn("packages/core/src/access/oauth/rotate-refresh.ts")
const manualCode = patchesIn("packages/core/src/access/oauth/manual-code.ts")
const people = patchesIn("packages/core/src/access/people.ts")
const consentPage = patchesIn("packages/web/src/oauth/consent-page.ts")
const newPassword = patchesIn("packages/web/src/people/new-password.ts")

const requests = testsIn("packages/core/test/oauth/requests.test.ts")
const documents = testsIn("packages/core/test/oauth/client-documents.test.ts")
const clients = testsIn("packages/core/test/oauth/clients.test.ts")
const tokens = testsIn("packages/core/test/oauth/tokens.test.ts")
const races = testsIn("packages/core/test/oauth/races.test.ts")
const pages = testsIn("packages/web/test/oauth/pages.test.ts")
const codePage = testsIn("packages/web/test/oauth/manual-code-page.test.ts")
const passwords = testsIn("packages/web/test/passwords.test.ts")

const refusedWith = "is rejected with %s"

export const verifiedClientGuards: GuardGroup = {
  title: "Unverified clients, refresh branches and passwords",
  guards: [
    {
      name: "redirect-before-sign-in",
      attack: "An invalid request redirects a browser without a session to any registered URI",
      defence: "a request is processed only after sign-in",
      patches: [
        oauthEndpoints(
          `if (caller?.kind !== "person") return respondWith<AuthorizationPrompt>({ signIn: true })
          yield* requireSecondFactor(caller)
          const request = yield* authorizations.request(caller, parameters)`,
          `const request = yield* authorizations.request({ userId: 0 }, parameters)
          if (caller?.kind !== "person") return respondWith<AuthorizationPrompt>({ signIn: true })
          yield* requireSecondFactor(caller)`
        )
      ],
      provingTests: [
        requests("%s leads to the sign-in page only", "that cannot be granted"),
        pages("asks an anonymous person to sign in first, without a redirect"),
        documents("is fetched only for signed-in people")
      ]
    },
    {
      name: "redirect-unverified",
      attack: "An invalid request redirects a signed-in person to a URI that anyone could register",
      defence: "for an unverified client, a page shows the target instead of redirecting",
      patches: [
        request("return request.verified\n    ? redirected", "return request !== null\n    ? redirected")
      ],
      provingTests: [
        requests("redirects nobody and names the target: %s", "the implicit grant"),
        pages("of an unverified app shows its target on a page instead of redirecting")
      ]
    },
    {
      name: "redirect-verified-by-others",
      attack: "A client that one person connected counts as verified for everyone",
      defence: "a client is verified only for people who connected it",
      patches: [
        connections(
          "where user_id = $1 and client_id = $2 limit 1",
          "where $1::bigint > 0 and client_id = $2 limit 1"
        )
      ],
      provingTests: [requests("is not verified by another person's connection")]
    },
    {
      name: "document-failures",
      attack: "A failing document is requested endlessly",
      defence: "failures are cached for a minute",
      patches: [allClients("if (failed !== null) return yield* failed", "")],
      provingTests: [documents("is fetched again only a minute after a failure")]
    },
    {
      name: "consent-name-ours",
      attack: "A client uses our name, or one that looks like it",
      defence: "such a name is rejected at registration",
      patches: [
        metadata("client_name !== undefined && imitatesOurName(client_name)", "client_name === null")
      ],
      provingTests: [
        clients(refusedWith, "our name"),
        clients(refusedWith, "our name by letters that look alike"),
        clients(refusedWith, "our name but for a letter")
      ]
    },
    {
      name: "consent-unverified",
      attack: "An unverified app looks like one that the person knows",
      defence: "the page marks an unverified app",
      patches: [consentPage("${verified ? null : unverified}", "${null}")],
      provingTests: [pages("marks an unverified app, and not one that the person connected before")]
    },
    {
      name: "code-page-words",
      attack: "A link makes our code page show an attacker's text",
      defence: "the page has a fixed message for each error",
      patches: [
        manualCode(
          `if (error !== null) return oauthError("invalid_request", errorMessageOf(error))`,
          `if (error !== null) return oauthError("invalid_request", parameters.get("error_description") ?? error)`
        )
      ],
      provingTests: [
        codePage("it explains %s in its own words and ignores error_description", "invalid_scope")
      ]
    },
    {
      name: "password-apps",
      attack: "Apps connected with a stolen password stay connected after a change",
      defence: "a new password disconnects all apps, unless the person keeps them",
      patches: [
        newPassword(
          "keepApps: form.has(appsChoiceField) && !form.has(disconnectField)",
          "keepApps: form.has(appsChoiceField)"
        )
      ],
      provingTests: [passwords("disconnects the person's apps, and no others")]
    },
    {
      name: "password-links",
      attack: "An earlier reset link stays valid after the password changed",
      defence: "setting a password invalidates every open link",
      patches: [
        people(
          "sql`update mailed_links set used_at = now() where user_id = ${id} and used_at is null`",
          "Effect.void"
        )
      ],
      provingTests: [passwords("invalidates reset links, including those in unsent emails")]
    },
    {
      name: "role-dropped-refresh-named",
      attack: "A person loses a role, and a refresh names the scopes explicitly",
      defence: "the named scopes are limited by the current roles, too",
      patches: [
        rotate(
          "const allowed = scopes?.filter((scope) => roles.has(scope)) ?? roles",
          "const allowed = scopes ?? roles"
        )
      ],
      provingTests: [tokens("loses its scopes with the membership or role, at once and at the next refresh")]
    },
    {
      name: "refresh-branch",
      attack: "Two parties hold tokens from one refresh token, and both continue",
      defence: "the branch that refreshes first revokes the others",
      patches: [rotate("if (before.unused) {", "if (before === null) {")],
      provingTests: [
        tokens("used twice in its grace: the %s branch refreshes, the other is revoked", "first"),
        races("refresh the two branches of one token: one branch continues, the other is revoked")
      ]
    },
    {
      name: "refresh-branch-race",
      attack: "Both branches refresh at the same moment",
      defence: "refreshes of a connection run one after the other",
      patches: [branches("where r.hash = $1 for no key update of c`)", "where r.hash = $1`)")],
      provingTests: [
        races("refresh the two branches of one token: one branch continues, the other is revoked")
      ]
    },
    {
      name: "refresh-branch-replay",
      attack: "A thief or a victim uses a revoked branch again",
      defence: "a revoked branch used after the grace period revokes the family",
      patches: [
        rotate(
          "or coalesce(r.revoked_at <= clock_timestamp() - interval '${graceSeconds} seconds', false) as replayed",
          "as replayed"
        )
      ],
      provingTests: [tokens("of a revoked branch counts as a replay after the grace period")]
    }
  ]
}
