import { restApp } from "@adwarden/rest"
import { Effect } from "effect"
import { serveRest } from "../../client/test/support/host.ts"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { type ProcessResult, runProcess } from "./adwarden.ts"

/** The service on its own demo world, and the real command. */
export const commandOnDemo = async () => {
  const demo = await runOnPlatform()
  const rest = await serveRest({ app: await demo.run(restApp), keys: demo.keys })
  const envOf = (organization: string, role: "owner" | "admin" | "member") => ({
    ADWARDEN_URL: rest.baseUrl,
    ADWARDEN_API_KEY: demo.keys[organization]![role]!
  })
  const owner = envOf("northwind", "owner")
  /** Runs a command line as typed, without `adwarden`. */
  const run = (
    line: string,
    env: Readonly<Record<string, string>> = owner,
    input = ""
  ): Promise<ProcessResult> =>
    Effect.runPromise(
      runProcess(
        line.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", "")),
        env,
        input
      )
    )
  return { demo, rest, envOf, owner, run }
}

export const data = ({ out }: ProcessResult) => JSON.parse(out)
