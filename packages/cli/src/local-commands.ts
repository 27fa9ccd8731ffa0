import { rawApi } from "./raw/command.ts"
import { addressFlag, profileFlag, sessionCommands } from "./session/commands/index.ts"
import type { LocalCommand } from "./tree/local-command.ts"

const completion: LocalCommand = {
  words: ["completion"],
  summary: "Set up Tab completion of commands, flags and values",
  description:
    "Prints a script for your shell. The script queries this command, so it needs no update later.",
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
    const { printScript } = await import("./completion/scripts.ts")
    return printScript(given, terminal)
  }
}

const mcp: LocalCommand = {
  words: ["mcp"],
  summary: "Serve MCP over standard input and output",
  description:
    "For desktop clients that start a program: forwards everything to the service, on behalf of the person who ran adwarden login --mcp, or with ADWARDEN_API_KEY.",
  arguments: [],
  flags: [addressFlag, profileFlag],
  examples: ["adwarden login --mcp", "adwarden mcp", "adwarden mcp --url https://ads.example.com"],
  run: async (given) => {
    const { runStdio } = await import("./mcp-bridge/index.ts")
    const { mcpDestination } = await import("./session/mcp-destination.ts")
    await runStdio(mcpDestination({ url: given.text("url"), profile: given.text("profile") }))
    return 0
  }
}

/** Commands that need nothing of the service. Each loads its code when it runs. */
export const localCommands: ReadonlyArray<LocalCommand> = [...sessionCommands, rawApi, mcp, completion]
