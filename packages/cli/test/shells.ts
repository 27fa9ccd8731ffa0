import { execFileSync, spawn } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { stripVTControlCharacters } from "node:util"

/** A home whose shells complete the command, set up as `adwarden completion` states. */
export const home = mkdtempSync(join(tmpdir(), "adwarden-completion-"))
const path = `${home}:${process.env["PATH"]}`
const bin = fileURLToPath(new URL("../../server/adwarden.mjs", import.meta.url))

const writeHomeFile = (file: string, text: string): string => {
  mkdirSync(dirname(join(home, file)), { recursive: true })
  writeFileSync(join(home, file), text)
  return join(home, file)
}

// The command by its name, as if installed. It prints the command line instead of running it.
const command = writeHomeFile(
  "adwarden",
  `#!/bin/sh\ncase "$1" in completion|__complete) exec '${process.execPath}' '${bin}' "$@" ;; esac\necho "ran: $*"\n`
)
chmodSync(command, 0o755)
writeHomeFile("bashrc", "PS1='ready> '\nsource <(adwarden completion bash)\n")
writeHomeFile(
  ".zshrc",
  "autoload -U compinit; compinit -u -D\nPS1='ready> '\nsource <(adwarden completion zsh)\n"
)
writeHomeFile(
  ".config/fish/config.fish",
  "function fish_prompt; echo -n 'ready> '; end\nset -g fish_greeting\n"
)
export const fishCompletions = () => {
  const script = execFileSync(command, ["completion", "fish"], { encoding: "utf8" })
  writeHomeFile(".config/fish/completions/adwarden.fish", script)
}

export type Shell = "bash" | "zsh" | "fish"
const startScript: Readonly<Record<Shell, string>> = {
  bash: "bash --noprofile --rcfile bashrc -i",
  zsh: "zsh -d -i",
  fish: "fish -i"
}

export const isInstalled = (program: string): boolean =>
  (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, program)))

/** Returns the screen after the keys were typed at the shell's prompt, once it matches `shown`. */
export const typeInShell = (shell: Shell, keys: string, shown: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    const terminal = spawn("script", ["-qec", `stty cols 200; exec ${startScript[shell]}`, "/dev/null"], {
      cwd: home,
      env: { PATH: path, HOME: home, ZDOTDIR: home, TERM: "xterm", SHELL: "/bin/sh" },
      signal: AbortSignal.timeout(60_000),
      killSignal: "SIGKILL"
    })
    let screen = ""
    let isReady = false
    terminal.stdout.on("data", (chunk) => {
      screen += stripVTControlCharacters(String(chunk)).replaceAll("\r", "")
      if (!isReady && screen.includes("ready> ")) {
        isReady = true
        terminal.stdin.write(keys)
      }
      if (shown.test(screen)) terminal.kill("SIGKILL")
    })
    terminal.on("error", () => reject(new Error(`${shell} never showed ${shown}: ${screen}`)))
    terminal.on("close", () => resolve(screen))
  })
