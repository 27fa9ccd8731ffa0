import { type Chapter, cutsIn, testsIn } from "../guard.ts"

const readForm = cutsIn("packages/web/src/kit/read-form.ts")
const formToken = cutsIn("packages/web/src/kit/form-token.ts")
const headers = cutsIn("packages/web/src/kit/headers.ts")
const consentPages = cutsIn("packages/web/src/oauth/consent-pages.ts")
const consentPage = cutsIn("packages/web/src/oauth/consent-page.ts")
const appName = cutsIn("packages/web/src/kit/html.ts")
const readRequest = cutsIn("packages/web/src/oauth/read-request.ts")
const entrances = cutsIn("packages/core/src/identity/oauth-entrances.ts")
const metadata = cutsIn("packages/core/src/access/oauth/client-metadata.ts")
const consent = cutsIn("packages/core/src/access/oauth/consent.ts")
const rotate = cutsIn("packages/core/src/access/oauth/rotate-refresh.ts")
const authorize = cutsIn("packages/core/src/pipeline/authorize.ts")

const forms = testsIn("packages/web/test/forms.test.ts")
const pages = testsIn("packages/web/test/oauth/pages.test.ts")
const endpoints = testsIn("packages/web/test/oauth/endpoints.test.ts")
const consents = testsIn("packages/core/test/oauth/consent.test.ts")
const clients = testsIn("packages/core/test/oauth/clients.test.ts")
const tokens = testsIn("packages/core/test/oauth/tokens.test.ts")

const refusedWith = "is refused with %s"

export const consentGuards: Chapter = {
  title: "Consent and registration",
  guards: [
    {
      name: "consent-csrf",
      attack: "Another website sends the form for the person",
      held: "a form carries a token that only our pages have",
      cuts: [readForm("return hasFormToken(form, formToken)", "return formToken !== null")],
      witnesses: [
        pages("not without its token, with a made-up one, or with that of another session"),
        forms("is refused with the token %j", "x")
      ]
    },
    {
      name: "consent-csrf-site",
      attack: "The same, by a browser that says where the form comes from",
      held: "forms from elsewhere are refused, whatever token they have",
      cuts: [readForm(`from !== null && from !== "same-origin" && from !== "none"`, "from === undefined")],
      witnesses: [
        pages("not from another website, whatever it knows"),
        forms("is refused from %s", "a sibling of our host")
      ]
    },
    {
      name: "consent-cross-session",
      attack: "The form token of another session is used",
      held: "a form token follows from the cookie",
      cuts: [formToken(`createHmac("sha256", token)`, `createHmac("sha256", typeof token)`)],
      witnesses: [
        pages("not without its token, with a made-up one, or with that of another session"),
        forms("is refused with the token of another session, or of the visit before signing in")
      ]
    },
    {
      name: "consent-framing",
      attack: "The consent page is framed under another page's buttons",
      held: "frame-ancestors",
      cuts: [headers(`"frame-ancestors 'none'",`, "")],
      witnesses: [pages("is never framed, never kept, and loads and runs nothing")]
    },
    {
      name: "consent-framing-old",
      attack: "The same, in a browser that does not know frame-ancestors",
      held: "X-Frame-Options",
      cuts: [headers(`"X-Frame-Options": "DENY",`, "")],
      witnesses: [pages("is never framed, never kept, and loads and runs nothing")]
    },
    {
      name: "consent-automatic",
      attack: "A new client is connected by opening an address",
      held: "opening it only asks; the person's form approves",
      cuts: [
        consentPages(
          "entrance: entrances.authorize(parametersOf(query)) }),",
          `entrance: entrances.decide(parametersOf(query), { allow: true, checked: ["campaigns:read"] }) as never }),`
        ),
        consentPages(
          "show: (asked, visit) =>\n",
          `show: (asked: any, visit) => typeof asked === "string" ? { redirect: asked } :\n`
        )
      ],
      witnesses: [
        pages("signs in first, and then sees who asks for what"),
        pages("not by opening an address, however it is written")
      ]
    },
    {
      name: "consent-anything-is-yes",
      attack: "A form without an answer, or with another one, is taken for a yes",
      held: "one word is a yes",
      cuts: [consentPages(`form.get("decision") === "allow"`, `form.get("decision") !== "deny"`)],
      witnesses: [pages("says no with the other button, and with anything that is not the word for yes")]
    },
    {
      name: "consent-by-token",
      attack: "A program with a key or token approves for its person",
      held: "only somebody who signed in decides",
      cuts: [
        entrances(
          `name: "oauth.decide",
      admits: "callers",
      kinds: ["person"],`,
          `name: "oauth.decide",
      admits: "callers",`
        )
      ],
      witnesses: [consents("is theirs to give: nobody who is not signed in, no key and no token gives it")]
    },
    {
      name: "consent-name-shown",
      attack: "A person approves without being told which app asks",
      held: "its name is on the page",
      cuts: [consentPage("<h1>Connect ${appName(client.name)}?</h1>", "<h1>Connect an app?</h1>")],
      witnesses: [pages("signs in first, and then sees who asks for what")]
    },
    {
      name: "consent-host-shown",
      attack: "A person approves without being told where they will be sent",
      held: "the host of the redirect address is on the page",
      cuts: [consentPage("return html`<code>${host}</code>${", "return html`${host === null}${")],
      witnesses: [pages("signs in first, and then sees who asks for what")]
    },
    {
      name: "consent-name-html",
      attack: "HTML in a client's name",
      held: "texts are escaped wherever they stand",
      cuts: [
        appName(
          "html`<bdi>${clipped(name)}</bdi>`",
          "html`<bdi>${Object.assign(new String(clipped(name)), { isEscaped: true }) as never}</bdi>`"
        )
      ],
      witnesses: [pages("shows a name that is markup as a name")]
    },
    {
      name: "consent-name-bidi",
      attack: "Characters in a client's name that turn the text around it",
      held: "a name is a line of text without them",
      cuts: [metadata("Schema.optional(Line(100))", "Schema.optional(Schema.String)")],
      witnesses: [
        clients(refusedWith, "a name that turns the text"),
        clients(refusedWith, "a name that isolates text"),
        clients(refusedWith, "a name of several lines")
      ]
    },
    {
      name: "consent-name-apart",
      attack: "The same, by letters that run from right to left",
      held: "the name stands apart from the sentence around it",
      cuts: [appName("html`<bdi>${clipped(name)}</bdi>`", "html`<b>${clipped(name)}</b>`")],
      witnesses: [pages("signs in first, and then sees who asks for what")]
    },
    {
      name: "consent-above-role",
      attack: "A scope above the person's roles is approved",
      held: "the approval fails while one is checked",
      cuts: [consent("if (beyond.length > 0)", "if (beyond === null)")],
      witnesses: [
        consents("of %s fails while a scope above all their roles is checked", "a member"),
        pages("is offered what their roles allow, and a scope above them fails the approval")
      ]
    },
    {
      name: "consent-more-than-asked",
      attack: "More is approved than the client asked for",
      held: "what was not offered cannot be checked",
      cuts: [consent("if (chosen.length < new Set(checked).size)", "if (chosen === null)")],
      witnesses: [consents("cannot give more than was asked for")]
    },
    {
      name: "role-dropped-refresh",
      attack: "A role is taken away between the consent and a refresh",
      held: "a refresh gives what the roles of that moment allow",
      cuts: [
        rotate(
          "const allowed = scopes?.filter((scope) => roles.has(scope)) ?? roles",
          "const allowed = scopes ?? before?.scopes ?? roles"
        )
      ],
      witnesses: [
        tokens("is lost with the membership, and cut with the role, at once and at the next refresh")
      ]
    },
    {
      name: "role-dropped-token",
      attack: "A role is taken away while a token lives",
      held: "every call is held to the role of that moment",
      cuts: [authorize("ceiling(standing).has(operation.scope)", "standing !== null")],
      witnesses: [
        tokens("is lost with the membership, and cut with the role, at once and at the next refresh")
      ]
    },
    {
      name: "registration-flood",
      attack: "Clients are registered without end",
      held: "a few a minute for each address",
      cuts: [entrances(`limit: { name: "oauth.register", perMinute: registrationsPerMinute },`, "")],
      witnesses: [
        clients("are counted for each address, more tightly than anything else"),
        endpoints("is limited for each address, and told so in OAuth's words")
      ]
    },
    {
      name: "registration-oversized",
      attack: "Metadata without end",
      held: "a registration has at most 16 KiB",
      cuts: [readRequest("const most = 16 * 1024", "const most = 16 * 1024 * 1024")],
      witnesses: [
        endpoints("is JSON of a reasonable size"),
        endpoints("is refused with a parameter twice, and with more than anybody needs")
      ]
    },
    {
      name: "registration-many-addresses",
      attack: "Redirect addresses without end",
      held: "ten at most",
      cuts: [metadata("Schema.maxItems(10)", "Schema.maxItems(10_000)")],
      witnesses: [clients(refusedWith, "more of them than anybody needs")]
    },
    {
      name: "registration-long-name",
      attack: "A name that fills the consent page",
      held: "100 characters at most",
      cuts: [metadata("Line(100)", "Line(100_000)")],
      witnesses: [clients(refusedWith, "a name without end")]
    }
  ]
}
