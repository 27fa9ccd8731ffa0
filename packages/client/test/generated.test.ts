import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { operations as declared, errorCodes, isWellFormedKey as judge, newKey } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { sharedErrorCodes } from "../scripts/generator/effect-files.ts"
import { generatedFiles } from "../scripts/generator/index.ts"
import * as client from "../src/index.ts"
import { operations } from "../src/operations/index.ts"

const files = generatedFiles()
const directory = fileURLToPath(new URL("../src/generated/", import.meta.url))

describe("the generated client", () => {
  it("is up to date with the contract (npm run generate)", () => {
    const there = readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(directory.length).replace(/^\//, ""))
    expect(there.sort()).toEqual([...files.keys()].sort())
    for (const [path, text] of files) expect(readFileSync(`${directory}${path}`, "utf8"), path).toBe(text)
  })

  it("has a method for every operation, at the place that the table states", () => {
    const adwarden = new client.Adwarden({ apiKey: "svc_live_x" }) as unknown as Record<
      string,
      Record<string, unknown>
    >
    expect(operations.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort())
    for (const { group, method } of operations)
      expect(typeof adwarden[group]?.[method], `${group}.${method}`).toBe("function")
  })

  it("has doc comments in whole sentences", () => {
    const comments = [...files.values()].flatMap((text) =>
      [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, comment]) => comment!.replaceAll(/\n\s*\*/g, "\n"))
    )
    const paragraphs = comments
      .flatMap((comment) => comment.split(/\n\s*\n/))
      .map((text) => text.trim().replaceAll(/\s+/g, " "))
      .filter((text) => !/^(```|@)/.test(text))
    expect(paragraphs.length).toBeGreaterThan(300)
    // A name of a field or a method can come first.
    const isSentence = (text: string) =>
      /^([A-Z\d`]|\w+_\w)/.test(text) && /[.:]$/.test(text) && / /.test(text)
    expect(paragraphs.filter((text) => !isSentence(text))).toEqual([])
  })

  it("has a class for every error, and none for approval_required", () => {
    const codes = Object.keys(client.errorClasses)
    expect([...codes, "approval_required"].sort()).toEqual([...errorCodes].sort())
    for (const own of [
      "unfamiliar_error",
      "connection_failed",
      "timed_out",
      "unreadable_answer",
      "sign_in_needed"
    ]) {
      expect(codes).not.toContain(own)
    }
  })

  it("lists the errors of every operation among the common errors of effects", () => {
    expect([...sharedErrorCodes].sort()).toEqual(
      [
        "internal_error",
        "org_access_denied",
        "rate_limited",
        "unauthorized",
        "unavailable",
        "validation_error"
      ].sort()
    )
  })
})

describe("isWellFormedKey", () => {
  const { isWellFormedKey } = client

  it("agrees with the service on keys", () => {
    for (let n = 0; n < 2000; n++) {
      const key = newKey()
      expect(isWellFormedKey(key)).toBe(true)
      // The numbers of places and of characters have no common factor, so every place gets every character.
      const at = 4 + (n % (key.length - 4))
      const other = key.slice(0, at) + "0Aa_ é".charAt(n % 6) + key.slice(at + 1)
      expect(isWellFormedKey(other), other).toBe(judge(other))
    }
  })

  it.each([
    "",
    "svc_live_",
    `svc_live_${"0".repeat(36)}`,
    `svc_test_${"z".repeat(36)}`,
    `svc_at_${"a".repeat(43)}`
  ])("agrees with the service on %s", (text) => {
    expect(isWellFormedKey(text)).toBe(judge(text))
  })

  it("accepts sandbox keys", () => {
    const key = newKey().replace("live", "test")
    expect([isWellFormedKey(key), judge(key)]).toEqual([true, true])
  })
})
