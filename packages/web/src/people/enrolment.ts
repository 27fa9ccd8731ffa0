import type { Enrolment } from "@adwarden/core"
import { type Html, html } from "../kit/html.ts"
import { qrCode } from "../qr/qr-code.ts"

/** Light modules around the code that scanners need. */
const quietZone = 4

/** Draws a text as a QR code; null if it is too long. It is dark on light in every colour scheme. */
export const qrSvg = (text: string, label: string): Html | null => {
  const code = qrCode(text)
  if (code === null) return null
  const size = code.length + quietZone * 2
  const path = code
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quietZone},${y + quietZone}h1v1h-1z` : "")))
    .join("")
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" width="220" height="220" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff" /><path d="${path}" fill="#000" /></svg>`
}

/** The secret in groups of four, for typing it into an app that cannot scan. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)!.join(" ")

/** How to set up an authenticator app with a new secret. */
export const enrolmentSteps = ({ secret, uri }: Enrolment): Html =>
  html`<p>1. Scan this code with an authenticator app, such as 1Password, Google Authenticator or Aegis.</p>
${qrSvg(uri, "QR code for your authenticator app")}
<p>Or enter this key in the app: <code>${grouped(secret)}</code></p>
<p>2. Enter the six digits that the app shows.</p>`

/** The recovery codes, which are shown once. */
export const recoveryCodeList = (codes: ReadonlyArray<string>): Html =>
  html`<p><b>Save these recovery codes now. They are shown this once.</b> Each signs you in once if you lose your phone.</p>
<pre class="codes" tabindex="0" aria-label="Recovery codes">${codes.join("\n")}</pre>`
