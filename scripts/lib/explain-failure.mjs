// Explanations for failed installs, by patterns in the output of npm and pnpm.
const network =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EIDLETIMEOUT|ERR_SOCKET_TIMEOUT|UND_ERR_\w+)\b/
const checkAddress = "Check the registry in your npm settings (npm config get registry)"

const causes = [
  [network, "the npm registry did not respond", "Check the network or proxy"],
  [
    /\b(\w*CERT_\w+|\w*_CERT\b|UNABLE_TO_\w+|CERT_\w+)/,
    "the npm registry's certificate is not trusted",
    "Behind a company proxy, set NODE_EXTRA_CA_CERTS to its certificate"
  ],
  [
    /\b(E40[137]|ERR_PNPM_FETCH_40[137])\b/,
    "the npm registry denied access",
    "Check the login in your .npmrc"
  ],
  [
    /\b(E404|ETARGET|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION\w*)\b/,
    "the npm registry lacks a package",
    checkAddress
  ],
  [/\b(E429|E5\d\d|ERR_PNPM_FETCH_(?:429|5\d\d))\b/, "the npm registry is unavailable", "Wait a minute"],
  [/\b(EINTEGRITY|ERR_PNPM_TARBALL_\w+)\b/, "a download is corrupt", checkAddress],
  [/\b(ENOSPC|EDQUOT)\b/, "the disk is full", "Free some space"],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    "a file could not be written",
    "Make the project folder and ~/.npm writable for your user"
  ],
  [
    /\b(ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_LOCKFILE_\w+|ERR_PNPM_NO_LOCKFILE)\b/,
    "pnpm-lock.yaml does not match the package.json files",
    "Bring it up to date with npx PNPM install"
  ]
]

/**
 * Returns the cause and the remedy of a failed install from its log. The last match counts, because earlier
 * problems were retried.
 */
export function explain(log, { exitCode, pnpm }) {
  const lines = log.split("\n").reverse()
  for (const line of lines) {
    for (const [pattern, cause, remedy] of causes) {
      const code = line.match(pattern)?.[1]
      if (code) return { cause: `${cause} (${code})`, remedy: remedy.replace("PNPM", pnpm) }
    }
  }
  const errorLine = lines.find((line) => /\bERR_|\bnpm error\b|^\s*error\b/i.test(line))?.trim()
  return { cause: errorLine ?? `the installer exited with code ${exitCode}`, remedy: "Read the log" }
}
