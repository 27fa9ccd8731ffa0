import { html } from "hono/html"
import { type AuthorizationError, type AuthorizationRequest, adsScope } from "./authorization-request.ts"

const style = `:root{color-scheme:light dark}body{max-width:30rem;margin:8vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25}fieldset{border:1px solid #8888;border-radius:.5rem;margin:0 0 1rem;padding:.75rem 1rem}
label{display:block;padding:.25rem 0}button{font:inherit;padding:.5rem 1.25rem;margin-right:.5rem}small{opacity:.8}`

const page = (title: string, content: unknown) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head>
<body><main>${content}<p><small>This is the Google Ads API emulator. No Google account is involved.</small></p></main></body></html>`

const respond = async (content: ReturnType<typeof html>, status: number): Promise<Response> =>
  new Response(String(await content), {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }
  })

/** Asks a person which account to use and which access to grant. */
export const consentPage = (
  { clientId, loginHint, scopes }: AuthorizationRequest,
  emails: readonly string[],
  query: URLSearchParams
): Promise<Response> => {
  const chosen = loginHint !== null && emails.includes(loginHint) ? loginHint : emails[0]
  // With several scopes, a person can leave out each of them.
  const canRefuse = scopes.length > 1
  return respond(
    page(
      "Sign in with Google",
      html`<h1>${clientId} wants access to your Google Account</h1>
<form method="post">${[...query].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset><legend>Choose an account</legend>${emails.map(
        (email) =>
          html`<label><input type="radio" name="account" value="${email}"${email === chosen ? html` checked` : ""}> ${email}</label>`
      )}</fieldset>
${
  scopes.includes(adsScope)
    ? html`<fieldset><legend>Select what ${clientId} can access</legend>
<label><input type="checkbox" name="granted" value="${adsScope}" checked${canRefuse ? "" : html` disabled`}> See, edit, create, and delete your Google Ads accounts and data.</label></fieldset>`
    : ""
}<button name="decision" value="allow">Continue</button><button name="decision" value="deny">Cancel</button></form>`
    ),
    200
  )
}

/** The page for a request that cannot be answered by a redirect. */
export const blockedPage = ({ description, error }: AuthorizationError): Promise<Response> =>
  respond(
    page(
      "Access blocked",
      html`<h1>Access blocked: this app's request is invalid</h1><p>Error 400: ${error}</p><p>${description}</p>`
    ),
    400
  )
