/** The kinds of our secrets: keys, access tokens, and those of sign-in, email links and connected apps. */
const kinds = "live|test|at|rt|ac|ds|ml"

/**
 * Longer than the visible part of a secret: a key with only a few missing characters is as good as complete.
 * A match ends where another secret begins.
 */
const secrets = new RegExp(`svc_(?:${kinds})_(?:(?!svc_)[0-9A-Za-z]){9,}`, "gi")

const maskSecret = (secret: string): string => {
  const start = secret.indexOf("_", 4) + 1
  return `${secret.slice(0, start + 4)}…${secret.slice(-4)}`
}

const maskSecrets = (text: string): string => text.replace(secrets, maskSecret)

const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })

/**
 * Returns a text that can be stored: keys and tokens are reduced to their ends, as in lists. A key sent in
 * the wrong field must not be stored there. A percent-encoded secret counts too; the whole text is then
 * stored decoded.
 */
export const redactSecrets = (text: string): string => {
  let plain = maskSecrets(text)
  if (!plain.includes("%")) return plain
  for (let rounds = 0; rounds < 3; rounds++) {
    plain = decoded(plain)
    const hidden = maskSecrets(plain)
    if (hidden !== plain) return hidden.replaceAll(/\p{Cc}/gu, "?").toWellFormed()
  }
  return maskSecrets(text)
}
