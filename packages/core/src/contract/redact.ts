/** The kinds of secrets that we give out: keys, access tokens, those of sign-in, of mailed links and of connected apps. */
const kinds = "live|test|at|rt|ac|ds|ml"

/**
 * Longer than what may be shown of one: a key of which only a few characters are missing is as good as whole. It
 * ends where another begins.
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
 * A text that may be kept: of everything in it that looks like one of our keys or tokens only the ends are left,
 * which is what lists show of them. Whoever sends a key in the wrong place must not have it stored there. One
 * that is written with percent signs counts too; then the whole text is kept decoded.
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
