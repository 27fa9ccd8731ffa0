import { Administration, type Endpoint } from "@adwarden/core"
import {
  type AdministrationField,
  type AdministrationName,
  type AdministrationValues,
  type AdministrativeAction,
  administrationByName,
  administrationFields,
  isInOrganization
} from "@adwarden/core/contract"
import { Effect, Option } from "effect"
import {
  choiceArgument,
  choiceFlag,
  decode,
  integerArgument,
  integerFlag,
  makeParameter,
  map,
  nested,
  type OperatorCommand,
  optional,
  type Parameter,
  textArgument,
  textFlag
} from "../command-line.ts"
import { asOperator } from "../operator.ts"
import { type CommandOutput, outputCommand } from "./command-output.ts"
import { org } from "./operator-commands.ts"

/* The commands of administration: their arguments, flags and help derive from the declaration of each action. */

/** A command line of an action. */
export interface AdministrationRequest<Name extends AdministrationName> {
  /** The organization; "" for an action about the service. */
  readonly org: string
  /** The person on whose behalf the operator acts. */
  readonly as: string | null
  readonly values: AdministrationValues<Name>
}

/** The parameters of a command that do not derive from the fields of their action. */
export interface OwnParameters<Name extends AdministrationName> {
  /** By their fields; null for a field that the command does not have. */
  readonly fields?: {
    readonly [Field in keyof AdministrationValues<Name>]?: Parameter<
      NonNullable<AdministrationValues<Name>[Field]>
    > | null
  }
  /** Sets several fields at once. */
  readonly several?: Parameter<Partial<AdministrationValues<Name>>>
}

const kebab = (name: string): string => name.replaceAll("_", "-")

/** Only plain decimal notation, so that 1e9, 0x10 or an empty text are not accepted by mistake. */
export const amountOf = (label: string) => (text: string) =>
  /^\d+(\.\d+)?$/.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(`${label} takes a number such as 1500 or 99.5, not ${JSON.stringify(text)}.`)

const orNone =
  <A>(read: (text: string) => Effect.Effect<A, string>) =>
  (text: string): Effect.Effect<A | null, string> =>
    text === "none" ? Effect.succeed(null) : read(text)

const fieldParameter = (
  { description, kind, name: field, nullable, words }: AdministrationField,
  { arguments: places = [], names = {} }: NonNullable<AdministrativeAction["command"]>
): Parameter<unknown> => {
  const isArgument = places.includes(field)
  const name = names[field] ?? kebab(field)
  const label = isArgument ? `<${name}>` : `--${name}`
  if (kind === "boolean") {
    return choiceFlag(name, ["on", "off"], description).pipe(map((word) => word === "on"))
  }
  if (words !== null) return (isArgument ? choiceArgument : choiceFlag)(name, words, description)
  if (kind === "integer" && !nullable) return (isArgument ? integerArgument : integerFlag)(name, description)
  const text = (isArgument ? textArgument : textFlag)(name, description)
  const read: (text: string) => Effect.Effect<unknown, string> =
    kind === "number" || kind === "integer" ? amountOf(label) : Effect.succeed
  return text.pipe(decode(nullable ? orNone(read) : read))
}

/** The flag with which an operator acts on behalf of a person, if the action has one. */
const asFlag = ({ by, rereads }: AdministrativeAction): Parameter<string | null> | null => {
  const flag = (description: string) => textFlag("as", description)
  switch (by) {
    case "owner or operator":
      return ownerFlag
    case "operator":
      return rereads === undefined ? null : ownerFlag
    case "admin":
      return flag("Email of the person who does it, an owner or admin of the organization")
    default:
      return flag("Email of the person who does it, a member of the organization")
  }
}

/** An operator on this machine needs no role. The command can also run as an owner. */
export const ownerFlag: Parameter<string | null> = textFlag(
  "as",
  "Email of an owner of the organization to act as; without it, the operator of this machine acts"
).pipe(optional, map(Option.getOrNull))

const nothing: Parameter<null> = makeParameter({}, () => Effect.succeedSome(null))
const noOrganization: Parameter<string> = makeParameter({}, () => Effect.succeedSome(""))

/** The parameters of an action's command. */
export const administrationParameters = <const Name extends AdministrationName>(
  name: Name,
  { fields: own = {}, several = makeParameter({}, () => Effect.succeedSome({})) }: OwnParameters<Name> = {}
): Parameter<AdministrationRequest<Name>> => {
  const action = administrationByName.get(name)!
  const replaced = own as Readonly<Record<string, Parameter<unknown> | null | undefined>>
  const fields = administrationFields(name).flatMap((field) => {
    const given = replaced[field.name]
    const parameter = given === undefined ? fieldParameter(field, action.command!) : given
    if (parameter === null) return []
    const entry: Parameter<Option.Option<unknown>> = field.required
      ? parameter.pipe(map(Option.some))
      : optional(parameter)
    return [[field.name, entry] as const]
  })
  const parts = {
    several,
    values: nested(Object.fromEntries(fields)),
    org: isInOrganization(action) ? org : noOrganization,
    as: asFlag(action) ?? nothing
  }
  return nested(parts).pipe(
    map(({ as, org, several, values }) => {
      const given = Object.entries(values).flatMap(([field, value]) =>
        Option.isSome(value) ? [[field, value.value]] : []
      )
      return { org, as, values: { ...several, ...Object.fromEntries(given) } as AdministrationValues<Name> }
    })
  )
}

type Calls = Administration["Type"]
type Commanded = keyof Calls
type OutputOf<Name extends Commanded> =
  ReturnType<Calls[Name]> extends Endpoint<infer Out, infer _> ? Out : never

/** Runs an action as the operator. */
export const runAdministration = <const Name extends Commanded>(
  name: Name,
  { as, org, values }: AdministrationRequest<Name>
) =>
  asOperator(
    as,
    Effect.map(Administration, (administration) => {
      // Whether an action has an organization is in its declaration and in the type of its function alike.
      const endpointOf = administration[name] as (
        ...request: ReadonlyArray<unknown>
      ) => Endpoint<OutputOf<Name>>
      return isInOrganization(administrationByName.get(name)!) ? endpointOf(org, values) : endpointOf(values)
    })
  )

/** The name of an action's command, after that of its group, and its help. */
export const wordsOf = (name: AdministrationName): readonly [name: string, help: string] => {
  const { help, words } = administrationByName.get(name)!.command!
  return [words[1], help]
}

/** Declares the command of an action. Its output is all that does not derive. */
export const administrationCommand = <const Name extends Commanded>(
  name: Name,
  output: (
    done: OutputOf<Name>,
    request: AdministrationRequest<Name> & AdministrationValues<Name>
  ) => CommandOutput,
  own: OwnParameters<Name> = {}
): OperatorCommand => {
  const [word, help] = wordsOf(name)
  return outputCommand(word, { request: administrationParameters(name, own) }, help, ({ request }) =>
    Effect.map(runAdministration(name, request), (done) => output(done, { ...request.values, ...request }))
  )
}
