import { Effect } from "effect"
import { runInProcess as runCommandLine } from "../../cli/test/in-process.ts"
import type { ProcessResult } from "./adwarden.ts"

/** Runs a command line of the CLI or the server in this process, after earlier ones have ended. */
export const runInProcess = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  input = "",
  cwd?: string
): Promise<ProcessResult> => runCommandLine(args, env, input, () => import("../src/index.ts"), cwd)

/** The same as an effect. */
export const runInProcessEffect = (...given: Parameters<typeof runInProcess>): Effect.Effect<ProcessResult> =>
  Effect.promise(() => runInProcess(...given))
