import { describe, expect, it } from "vitest"
import { explain } from "../lib/install.mjs"

const because = (log) => explain(log, { exitCode: 1, pnpm: "pnpm@1.2.3" }).cause

describe("explain", () => {
  it.each([
    [
      "npm error code ENOTFOUND\nnpm error network request failed",
      "the npm registry did not respond (ENOTFOUND)"
    ],
    [
      "GET /effect error (ECONNREFUSED). Will retry in 1 second",
      "the npm registry did not respond (ECONNREFUSED)"
    ],
    [
      "npm error code SELF_SIGNED_CERT_IN_CHAIN",
      "the npm registry's certificate is not trusted (SELF_SIGNED_CERT_IN_CHAIN)"
    ],
    ["ERR_PNPM_FETCH_403  GET /effect: Forbidden", "the npm registry denied access (ERR_PNPM_FETCH_403)"],
    ["npm error code E404", "the npm registry lacks a package (E404)"],
    ["npm error code EACCES", "a file could not be written (EACCES)"],
    ["ENOSPC: no space left on device, write", "the disk is full (ENOSPC)"]
  ])("reads %j", (log, cause) => {
    expect(because(log)).toBe(cause)
  })

  it("reports the last problem in the log, because earlier ones were retried", () => {
    expect(because("error (ETIMEDOUT). Will retry\nENOSPC: no space left")).toBe("the disk is full (ENOSPC)")
  })

  it("names the pinned pnpm in the remedy for a stale lockfile", () => {
    const { remedy } = explain("ERR_PNPM_OUTDATED_LOCKFILE", { exitCode: 1, pnpm: "pnpm@1.2.3" })
    expect(remedy).toBe("Bring it up to date with npx pnpm@1.2.3 install")
  })

  it("falls back to the tool's own message, then to the exit code", () => {
    expect(because("hello\n ERR_PNPM_SOMETHING  odd\n")).toBe("ERR_PNPM_SOMETHING  odd")
    expect(because("")).toBe("the installer exited with code 1")
  })
})
