import { exitCodes } from "../../../packages/cli/src/refusal.ts"
import { at, core, count, digits, type Figure, readAll, word } from "./source.ts"

/** Figures about the client, the command, MCP and the emulator. */
export const clientFigures = (): ReadonlyArray<Figure> => {
  const transport = readAll(
    "packages/client/src/runtime/transport.ts",
    /timeout: ([\d_]+), attemptTimeout: ([\d_]+), retries: (\d+)/
  )
  const statuses = readAll(
    "packages/client/src/runtime/transport.ts",
    /proxyStatuses: ReadonlyArray<number> = \[(\d+), (\d+), (\d+), (\d+)\]/
  )
  const prompts = count(
    "packages/mcp/src/prompts/prompts.ts",
    /\[[\w, ]+\]\.map\(\(one\) => \[one\.name/,
    /\w+(?=,|\]\.)/g
  )
  const pageKib = core("contract/operation.ts", /maxRowsBytes = (\d+) \* 1024/)
  const port = core("../../emulator/src/bin.ts", /port to listen on \(default (\d+)/)
  const token = core("../../emulator/src/emulator.ts", /accessTokenSeconds \?\? (\d+)/)
  const pageRows = core("../../emulator/src/http/search.ts", /pageRows = ([\d_]+)/)
  const month = core("../../emulator/src/generator/day-settlement.ts", /monthCap = ([\d.]+)/)
  const days = core("../../emulator/src/demo/definition.ts", /^ {2}days: (\d+)/m)
  const campaigns = core("../../emulator/bench/scale.ts", /process\.argv\[2\] \?\? (\d+)/)
  const { changed, declined, held, incomplete, notAllowed, outOfReach, refused, usage } = exitCodes
  return [
    ...at(
      "packages/client/README.md",
      `the whole call, ${digits(transport[0]!)}`,
      `each attempt, ${digits(transport[1]!)}`,
      `| \`retries\` | yes | ${transport[2]} |`,
      `${word(transport[2]!)} times by default`,
      `${statuses.slice(0, -1).join(", ")} and ${statuses.at(-1)} of a proxy`
    ),
    ...at("docs/guides/mcp-clients.md", `the ${word(prompts)} worked flows`, `ends at ${pageKib} KiB`),
    ...at(
      "docs/guides/cli.md",
      `${refused.code} means that a rule refuses the change, ${held.code} that it waits for a person`
    ),
    ...at(
      "docs/guides/audit.md",
      `the exit code is ${changed.code} for an event that was changed`,
      `${incomplete.code} for an incomplete file`
    ),
    ...at(
      "docs/guides/sign-in-from-the-terminal.md",
      `| ${usage.code} | the command or the address is invalid |`,
      `| ${notAllowed.code} | not signed in`,
      `| ${outOfReach.code} | the service did not respond |`,
      `| ${declined.code} | you declined`
    ),
    ...at(
      "packages/emulator/README.md",
      `the command: ${port}`,
      `| \`accessTokenSeconds\` | | ${token} |`,
      `pages of ${digits(pageRows)} rows`,
      `${month} times per month`,
      `${days} days of traffic`,
      `creates ${campaigns} campaigns over HTTP, generates ${days} days`
    )
  ]
}
