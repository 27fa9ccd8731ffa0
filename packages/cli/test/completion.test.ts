import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

/** The command by its name, as an installed one is found. */
const directory = mkdtempSync(join(tmpdir(), "adwarden-completion-"))
const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))
writeFileSync(join(directory, "adwarden"), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`)
chmodSync(join(directory, "adwarden"), 0o755)

const env = { PATH: `${directory}:${process.env["PATH"]}`, HOME: directory }
const shell = (program: string, ...args: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync(program, args, { env, cwd: directory, encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "")

const isThere = (program: string) =>
  (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, program)))

const inBash = (...words: ReadonlyArray<string>) =>
  shell(
    "bash",
    "-c",
    `source <(adwarden completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _adwarden; printf '%s\\n' "\${COMPREPLY[@]}"`,
    "bash",
    ...words
  )

describe("bash", () => {
  it("completes groups, commands, flags and their words", () => {
    expect(inBash("adwarden", "camp")).toEqual(["campaigns"])
    expect(inBash("adwarden", "campaigns", "")).toEqual(
      expect.arrayContaining(["list", "update", "set-state"])
    )
    expect(inBash("adwarden", "campaigns", "update", "x", "--bud")).toEqual(["--budget"])
    expect(inBash("adwarden", "campaigns", "set-state", "x", "")).toEqual(["live", "paused", "draft"])
    expect(inBash("adwarden", "users", "create", "--role", "")).toEqual(["member", "admin", "owner"])
    expect(inBash("adwarden", "nothing", "")).toEqual([])
  })

  it("completes files where a file is wanted", () => {
    writeFileSync(join(directory, "goals.md"), "")
    expect(inBash("adwarden", "strategy", "generate", "--documents", "go")).toEqual(["goals.md"])
  })
})

describe.skipIf(!isThere("fish"))("fish", () => {
  it("completes with what words mean", () => {
    const found = shell(
      "fish",
      "-c",
      'adwarden completion fish | source; complete -C "adwarden campaigns set-state x "'
    )
    expect(found.toSorted()).toEqual(
      ["draft", "live", "paused"].map((word) => `${word}\tThe state it shall be in`)
    )
  })
})

describe.skipIf(!isThere("zsh"))("zsh", () => {
  it("takes the script", () => {
    const script =
      "autoload -U compinit; compinit -u -D; source <(adwarden completion zsh); whence -w _adwarden"
    expect(shell("zsh", "-fc", script)).toEqual(["_adwarden: function"])
  })
})
