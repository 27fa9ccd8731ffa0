import { restApp } from "@adwarden/rest"
import { Effect } from "effect"
import { serveRest } from "../../client/test/support/host.ts"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { type ProcessResult, runProcess } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"

/** Splits a command line as a shell does. */
const words = (line: string): ReadonlyArray<string> =>
  line.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ""))

/** The service on its own demo world, and the command. */
export const commandOnDemo = async () => {
  const demo = await runOnPlatform()
  const rest = await serveRest({ app: await demo.run(restApp), keys: demo.keys })
  const envOf = (organization: string, role: "owner" | "admin" | "member") => ({
    ADWARDEN_URL: rest.baseUrl,
    ADWARDEN_API_KEY: demo.keys[organization]![role]!
  })
  const owner = envOf("northwind", "owner")
  /** Runs a command line as typed, without `adwarden`, in this process. */
  const run = (
    line: string,
    env: Readonly<Record<string, string>> = owner,
    input = ""
  ): Promise<ProcessResult> => runInProcess(words(line), env, input)
  /** The same as a process of its own. */
  const runAlone = (line: string, input = ""): Promise<ProcessResult> =>
    Effect.runPromise(runProcess(words(line), owner, input))
  return { demo, rest, envOf, owner, run, runAlone }
}

export const data = ({ out }: ProcessResult) => JSON.parse(out)
