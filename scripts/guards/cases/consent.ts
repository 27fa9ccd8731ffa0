import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const readForm = patchesIn("packages/web/src/kit/read-form.ts")
const formToken = patchesIn("packages/web/src/kit/form-token.ts")
const headers = patchesIn("packages/web/src/kit/headers.ts")
const consentPages = patchesIn("packages/web/src/oauth/consent-pages.ts")
const consentPage = patchesIn("packages/web/src/oauth/consent-page.ts")
const appName = patchesIn("packages/web/src/kit/html.ts")
const readRequest = patchesIn("packages/web/src/oauth/read-request.ts")
const oauthEndpoints = patchesIn("packages/core/src/identity/oauth-endpoints.ts")
const metadata = patchesIn("packages/core/src/access/oauth/client.ts")
const consent = patchesIn("packages/core/src/access/oauth/authorizations.ts")
const rotate = patchesIn("packages/core/src/access/oauth/rotate-refresh.ts")
const authorize = patchesIn("packages/core/src/pipeline/authorize.ts")

const forms = testsIn("packages/web/test/forms.test.ts")
const pages = testsIn("packages/web/test/oauth/pages.test.ts")
const endpoints = testsIn("packages/web/test/oauth/oauth-routes.test.ts")
const consents = testsIn("packages/core/test/oauth/consent.test.ts")
const clients = testsIn("packages/core/test/oauth/clients.test.ts")
const tokens = testsIn("packages/core/test/oauth/tokens.test.ts")

const refusedWith = "is rejected with %s"

export const consentGuards: GuardGroup = {
  title: "Consent and registration",
  guards: [
    {
      name: "consent-csrf",
      attack: "Another website submits the form for the person (CSRF)",
      defence: "a form carries a CSRF token of our pages",
      patches: [readForm("return hasFormToken(form, formToken)", "return formToken !== null")],
      provingTests: [
        pages("not without its token, with an invented one, or with that of another session"),
        forms("is rejected with the token %j", "x")
      ]
    },
    {
      name: "consent-csrf-site",
      attack: "The same, in a browser that sends the form's origin",
      defence: "forms from other origins are rejected, with any token",
      patches: [readForm(`from !== null && from !== "same-origin" && from !== "none"`, "from === undefined")],
      provingTests: [pages("not from another website"), forms("is rejected from %s", "a sibling of our host")]
    },
    {
      name: "consent-cross-session",
      attack: "The form token of another session is used",
      defence: "the form token is derived from the session cookie",
      patches: [formToken(`createHmac("sha256", token)`, `createHmac("sha256", typeof token)`)],
      provingTests: [
        pages("not without its token, with an invented one, or with that of another session"),
        forms("is rejected with the token of another session, or of the visit before sign-in")
      ]
    },
    {
      name: "consent-framing",
      attack: "The consent page is framed under another page's buttons (clickjacking)",
      defence: "frame-ancestors",
      patches: [headers(`"frame-ancestors 'none'",`, "")],
      provingTests: [pages("is never framed or cached, and loads and runs nothing")]
    },
    {
      name: "consent-framing-old",
      attack: "The same, in a browser without support for frame-ancestors",
      defence: "X-Frame-Options",
      patches: [headers(`"X-Frame-Options": "DENY",`, "")],
      provingTests: [pages("is never framed or cached, and loads and runs nothing")]
    },
    {
      name: "consent-automatic",
      attack: "Opening a link connects a new client",
      defence: "the link only shows the consent page; the submitted form approves",
      patches: [
        consentPages(
          "endpoint: endpoints.authorize(parametersOf(query)) }),",
          `endpoint: endpoints.decide(parametersOf(query), { allow: true, checked: ["campaigns:read"] }) as never }),`
        ),
        consentPages(
          "render: (prompt, request) =>\n",
          `show: (asked: any, visit) => typeof asked === "string" ? { redirect: asked } :\n`
        )
      ],
      provingTests: [
        pages("signs in first, and then sees which app requests which scopes"),
        pages("not by opening a URL")
      ]
    },
    {
      name: "consent-anything-is-yes",
      attack: "A form without a decision, or with an unknown one, counts as approval",
      defence: "only one value approves",
      patches: [consentPages(`form.get("decision") === "allow"`, `form.get("decision") !== "deny"`)],
      provingTests: [pages("declines with the other button, and with any value except allow")]
    },
    {
      name: "consent-by-token",
      attack: "A program with a key or token approves on behalf of its person",
      defence: "only a signed-in person can decide",
      patches: [
        oauthEndpoints(
          `name: "oauth.decide",
      admits: "callers",
      kinds: ["person"],`,
          `name: "oauth.decide",
      admits: "callers",`
        )
      ],
      provingTests: [consents("requires a signed-in person, not a key or a token")]
    },
    {
      name: "consent-name-shown",
      attack: "A person approves without seeing which app requests access",
      defence: "the page shows the app's name",
      patches: [consentPage("<h1>Connect ${appName(client.name)}?</h1>", "<h1>Connect an app?</h1>")],
      provingTests: [pages("signs in first, and then sees which app requests which scopes")]
    },
    {
      name: "consent-host-shown",
      attack: "A person approves without seeing the redirect target",
      defence: "the page shows the host of the redirect URI",
      patches: [consentPage("return html`<code>${host}</code>${", "return html`${host === null}${")],
      provingTests: [pages("signs in first, and then sees which app requests which scopes")]
    },
    {
      name: "consent-name-html",
      attack: "HTML in a client's name",
      defence: "all texts are escaped",
      patches: [
        appName(
          "html`<bdi>${truncateName(name)}</bdi>`",
          "html`<bdi>${Object.assign(new String(truncateName(name)), { isEscaped: true }) as never}</bdi>`"
        )
      ],
      provingTests: [pages("escapes markup in a name")]
    },
    {
      name: "consent-name-bidi",
      attack: "Characters in a client's name that reverse the text around it",
      defence: "such characters are not allowed in a name",
      patches: [metadata("Schema.optional(Line(100))", "Schema.optional(Schema.String)")],
      provingTests: [
        clients(refusedWith, "a name that turns the text"),
        clients(refusedWith, "a name that isolates text"),
        clients(refusedWith, "a name of several lines")
      ]
    },
    {
      name: "consent-name-apart",
      attack: "The same, with right-to-left letters",
      defence: "the name is isolated from the surrounding sentence",
      patches: [appName("html`<bdi>${truncateName(name)}</bdi>`", "html`<b>${truncateName(name)}</b>`")],
      provingTests: [pages("signs in first, and then sees which app requests which scopes")]
    },
    {
      name: "consent-above-role",
      attack: "A scope above the person's roles is approved",
      defence: "the approval fails if such a scope is selected",
      patches: [consent("if (notAllowed.length > 0)", "if (notAllowed === null)")],
      provingTests: [
        consents("of %s fails while a scope above all their roles is checked", "a member"),
        pages("is offered the scopes that their roles allow, and a scope above them fails the approval")
      ]
    },
    {
      name: "consent-more-than-asked",
      attack: "More scopes are approved than the client requested",
      defence: "only requested scopes can be selected",
      patches: [consent("if (chosen.length < new Set(checked).size)", "if (chosen === null)")],
      provingTests: [consents("cannot grant more than was requested")]
    },
    {
      name: "role-dropped-refresh",
      attack: "A person loses a role between the consent and a refresh",
      defence: "a refresh grants only what the current roles allow",
      patches: [
        rotate(
          "const allowed = scopes?.filter((scope) => roles.has(scope)) ?? roles",
          "const allowed = scopes ?? before?.scopes ?? roles"
        )
      ],
      provingTests: [tokens("loses its scopes with the membership or role, at once and at the next refresh")]
    },
    {
      name: "role-dropped-token",
      attack: "A person loses a role while a token is valid",
      defence: "every call is checked against the current role",
      patches: [authorize("maxScopes(effectiveRole).has(operation.scope)", "effectiveRole !== null")],
      provingTests: [tokens("loses its scopes with the membership or role, at once and at the next refresh")]
    },
    {
      name: "registration-flood",
      attack: "Unlimited client registrations",
      defence: "a rate limit per IP address",
      patches: [oauthEndpoints(`limit: { name: "oauth.register", perMinute: registrationsPerMinute },`, "")],
      provingTests: [
        clients("are limited per IP address, more strictly than other requests"),
        endpoints("is rate-limited by address, with an OAuth error")
      ]
    },
    {
      name: "registration-oversized",
      attack: "Unlimited client metadata",
      defence: "a limit of 16 KiB per registration",
      patches: [readRequest("const maxBytes = 16 * 1024", "const maxBytes = 16 * 1024 * 1024")],
      provingTests: [
        endpoints("is JSON of limited size"),
        endpoints("is rejected with a duplicate parameter, and when it is too large")
      ]
    },
    {
      name: "registration-many-addresses",
      attack: "Unlimited redirect URIs",
      defence: "a limit of ten",
      patches: [metadata("Schema.maxItems(10)", "Schema.maxItems(10_000)")],
      provingTests: [clients(refusedWith, "more of them than anybody needs")]
    },
    {
      name: "registration-long-name",
      attack: "A name that fills the consent page",
      defence: "a limit of 100 characters",
      patches: [metadata("Line(100)", "Line(100_000)")],
      provingTests: [clients(refusedWith, "a name without end")]
    }
  ]
}
