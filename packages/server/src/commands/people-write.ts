import { type Screen, safeText, thisTerminal } from "@adwarden/cli"
import { type Endpoint, type PeopleWritePreview, type PeopleWriteResult, PeopleWrites } from "@adwarden/core"
import type { PeopleWriteName } from "@adwarden/core/contract"
import { Effect } from "effect"
import {
  type CampaignServices,
  type RunCampaignEndpoint,
  withCampaignServices
} from "../campaign-operator.ts"
import { type HandlerInput, type OperatorCommand, type Parameter, switchFlag } from "../command-line.ts"

import { Stop } from "../stop.ts"
import { type CommandOutput, outputCommand } from "./command-output.ts"
import { asAdmin, org } from "./operator-commands.ts"

/*
 * Commands for the writes that only people make. As API commands do, they show a preview and ask at a terminal;
 * elsewhere, and with --json, only --execute executes.
 */

const execute = switchFlag(
  "execute",
  "Execute the change. Without it, the command shows a preview, and asks at a terminal"
)

const common = { org, as: asAdmin, execute }

const warningLines = (warnings: ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  (warnings ?? []).map((warning) => `Warning: ${warning}`)

const previewLines = ({ platform_check, summary, warnings }: PeopleWritePreview): string =>
  safeText(
    [
      `Preview: ${summary}.`,
      ...warningLines(warnings),
      ...(platform_check === undefined ? [] : [`Ad platform: ${platform_check.verdict}`])
    ].join("\n")
  )

const resultOutput = (done: PeopleWriteResult): CommandOutput => ({
  data: done,
  text: safeText([`${done.summary}.`, ...warningLines(done.warnings)].join("\n")),
  notes: done.action_id === null ? [] : [`To undo it: adwarden actions undo ${done.action_id}`]
})

const blocked = (reason: string, organization: string) =>
  new Stop({ message: reason, exitReason: "refused", organization })

/** Asks whether to execute a preview. Null if nobody can be asked. */
const confirmed = (preview: PeopleWritePreview, json: boolean): Effect.Effect<boolean | null> => {
  const terminal = thisTerminal()
  if (json || !terminal.isInteractive) return Effect.succeed(null)
  terminal.out.line(previewLines(preview))
  return Effect.promise(() => terminal.confirm("Do it?"))
}

interface Call {
  readonly organization: string
  readonly as: string
  readonly write: PeopleWriteName
  readonly input: object
}

const executeNow = (
  runEndpoint: RunCampaignEndpoint,
  { as, input, organization, write }: Call,
  previewHash?: string
) =>
  Effect.map(
    runEndpoint(
      as,
      Effect.map(PeopleWrites, (writes) => writes.execute(organization, write, input, { previewHash }))
    ),
    resultOutput
  )

const previewFirst = (runEndpoint: RunCampaignEndpoint, call: Call, json: boolean) =>
  Effect.gen(function* () {
    const { as, input, organization, write } = call
    const preview = yield* runEndpoint(
      as,
      Effect.map(PeopleWrites, (writes) => writes.preview(organization, write, input))
    )
    const shown: CommandOutput = { data: preview, text: (_screen: Screen) => previewLines(preview) }
    const { blocked_reason: reason, would_change } = preview
    if (reason !== undefined) return { ...shown, failure: blocked(reason, organization) }
    if (would_change.length === 0) return shown
    const answer = yield* confirmed(preview, json)
    if (answer === null) {
      return { ...shown, notes: ["This is a preview: nothing was changed. To execute it, add --execute."] }
    }
    if (answer) return yield* executeNow(runEndpoint, call, preview.preview_hash)
    return yield* new Stop({ message: "Nothing was changed.", exitReason: "declined" })
  })

/** The flags of the command itself, without those that all these commands share. */
const ownOf = <Config extends Readonly<Record<string, Parameter<unknown>>>>(
  given: HandlerInput<Config>,
  config: Config
) =>
  Object.fromEntries(
    Object.keys(config).map((name) => [name, given[name as keyof Config]])
  ) as HandlerInput<Config>

/** Runs an endpoint in the organization of the command, for an input that must be looked up. */
export type LookUp = <Out>(
  endpoint: Effect.Effect<(organization: string) => Endpoint<Out>, never, CampaignServices>
) => Effect.Effect<Out, Stop>

/** Declares a command that makes a people's write. `inputOf` returns the write's input from the flags. */
export const peopleWriteCommand = <Config extends Readonly<Record<string, Parameter<unknown>>>>(
  name: string,
  write: PeopleWriteName,
  config: Config,
  description: string,
  inputOf: (given: HandlerInput<Config>, lookUp: LookUp) => Effect.Effect<object, Stop>
): OperatorCommand =>
  outputCommand(
    name,
    { ...config, ...common } as Config & typeof common,
    description,
    (given: HandlerInput<Config & typeof common>, json) =>
      Effect.gen(function* () {
        const { as, execute, org } = given as HandlerInput<typeof common>
        return yield* withCampaignServices((runEndpoint) =>
          Effect.gen(function* () {
            const lookUp: LookUp = (endpoint) =>
              runEndpoint(
                as,
                Effect.map(endpoint, (make) => make(org))
              )
            const input = yield* inputOf(ownOf(given, config), lookUp)
            const call: Call = { organization: org, as, write, input }
            return yield* execute ? executeNow(runEndpoint, call) : previewFirst(runEndpoint, call, json)
          })
        )
      })
  )
