import { addressFlag, profileFlag, sessionCommands } from "../session/commands/index.ts"
import type { LocalCommand } from "../tree/local-command.ts"

const completion: LocalCommand = {
  words: ["completion"],
  summary: "Let the Tab key complete commands, flags and their words",
  description:
    "Prints what your shell has to read. It asks this command what fits, so there is nothing to renew later.",
  arguments: [
    { name: "shell", description: "Yours", required: true, many: false, words: ["bash", "zsh", "fish"] }
  ],
  flags: [],
  examples: [
    "echo 'source <(adwarden completion bash)' >> ~/.bashrc",
    "echo 'source <(adwarden completion zsh)' >> ~/.zshrc",
    "adwarden completion fish > ~/.config/fish/completions/adwarden.fish"
  ],
  run: async (given, terminal) => {
    const { printScript } = await import("../completion/scripts.ts")
    return printScript(given, terminal)
  }
}

const mcp: LocalCommand = {
  words: ["mcp"],
  summary: "Speak MCP over standard input and output",
  description:
    "For desktop clients that start a program: passes everything on to the service, in the name of whoever ran adwarden login --mcp, or with ADWARDEN_API_KEY.",
  arguments: [],
  flags: [addressFlag, profileFlag],
  examples: ["adwarden login --mcp", "adwarden mcp", "adwarden mcp --url https://ads.example.com"],
  run: async (given) => {
    const { runStdio } = await import("@adwarden/mcp/stdio")
    const { mcpDestination } = await import("../session/mcp-destination.ts")
    await runStdio(mcpDestination({ url: given.text("url"), profile: given.text("profile") }))
    return 0
  }
}

/** Commands that need nothing of the service: each loads what it does when it is run. */
export const localCommands: ReadonlyArray<LocalCommand> = [...sessionCommands, mcp, completion]
