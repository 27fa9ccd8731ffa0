import { isWellFormedKey, newKey } from "@adwarden/core/contract"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { demoReady } from "../../core/test/support/demo.ts"
import { runProcess } from "./adwarden.ts"
import { demoCommands } from "./demo-commands.ts"
import { runInProcessEffect } from "./in-process.ts"

await demoReady()

it.scopedLive("keys are created, listed, rotated and revoked", () =>
  Effect.gen(function* () {
    const { adwarden, adwardenProcess } = yield* demoCommands
    const keys = (command: string, ...args: ReadonlyArray<string>) =>
      adwarden("keys", command, "--org", "northwind", ...args)
    const mia = ["--as", "mia@northwind.test"]

    const made = yield* keys(
      "create",
      ...mia,
      "--name",
      "Nightly",
      "--scopes",
      "campaigns:read,performance:read"
    )
    expect(made.code).toBe(0)
    const key = made.out.trim()
    expect(isWellFormedKey(key)).toBe(true)
    expect(made.err).toContain("shown only now")

    const tooMuch = yield* keys("create", ...mia, "--name", "More", "--scopes", "owner")
    expect(tooMuch).toMatchObject({ code: 3, out: "" })
    expect(tooMuch.err).toMatch(/^✗ This needs the role (admin|owner) in the organization\./)

    const shown = `${key.slice(0, 13)}...${key.slice(-4)}`
    expect((yield* keys("revoke", shown, "--as", "adam@northwind.test")).err).toContain("role owner")
    const fresh = yield* keys("rotate", shown, ...mia)
    expect(isWellFormedKey(fresh.out.trim())).toBe(true)
    expect(fresh.err).toContain("The old key is valid until")
    expect((yield* keys("revoke", shown, "--as", "olivia@northwind.test")).out).toContain("Revoked")

    const listed = (yield* adwardenProcess("keys", "list", "--org", "northwind")).out
    expect(listed).not.toContain(key)
    expect(listed).toMatch(
      new RegExp(`${key.slice(0, 13)}…${key.slice(-4)} +revoked .* mia@northwind.test +Nightly`)
    )
    expect(listed).toMatch(/active .* mia@northwind.test +Nightly/)
  })
)

it.live("a text that is not a key is detected offline, and never printed", () =>
  Effect.gen(function* () {
    const key = newKey()
    expect((yield* runProcess(["keys", "check"], {}, key)).out).toBe("This is a well-formed key.\n")
    // Others can see a command line, so a key on it is neither accepted nor repeated.
    for (const line of [
      ["check", key],
      ["revoke", "--org", "northwind", key, "--as", "mia@northwind.test"]
    ]) {
      const inTheOpen = yield* runInProcessEffect(["keys", ...line], {})
      expect(inTheOpen).toMatchObject({ code: 2, out: "" })
      expect(inTheOpen.err).toContain("key on the command line, where")
      expect(inTheOpen.err).not.toContain(key)
    }
    const almost = `svc_live_${"a".repeat(36)}`
    expect(yield* runInProcessEffect(["keys", "check"], {}, `${almost}\n`)).toEqual({
      code: 1,
      out: "",
      err: "✗ This is not a well-formed key.\n"
    })
  })
)
