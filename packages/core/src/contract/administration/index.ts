import { Option, Schema, SchemaAST } from "effect"
import { compileDecoder, type Decoded } from "../decode.ts"
import { inputSignatures } from "../json-schema.ts"
import { accountAdministration } from "./accounts.ts"
import { approvalAdministration } from "./approvals.ts"
import type { Declaration } from "./declaration.ts"
import { keyAdministration } from "./keys.ts"
import { organizationAdministration, webhookAdministration } from "./organizations.ts"
import { ownAccountAdministration } from "./own-account.ts"
import { memberAdministration, teamAdministration } from "./people.ts"
import { reportEmailAdministration } from "./report-emails.ts"
import { sharedLinkAdministration } from "./shared-links.ts"

export {
  type AdministrationCommand,
  type AdministrationLimit,
  type Administrator,
  emailRequirement,
  isEmail,
  isPersonName,
  personNameRequirement
} from "./declaration.ts"
export { ruleNames } from "./organizations.ts"
export { codeAttempts, passwordAttempts } from "./own-account.ts"

/**
 * What people administer: the settings of an organization, its members, keys, ad accounts and queue, their own account,
 * and the service. One value declares who may do it, its confirmation, limits, input and command; endpoints, forms,
 * commands and the test of roles derive from it. An action is no operation: no route, tool, client method or OpenAPI path
 * leads to it.
 */
export const administration = {
  ...organizationAdministration,
  ...memberAdministration,
  ...teamAdministration,
  ...keyAdministration,
  ...accountAdministration,
  ...ownAccountAdministration,
  ...webhookAdministration,
  ...reportEmailAdministration,
  ...sharedLinkAdministration,
  ...approvalAdministration
}

type Declared = typeof administration
export type AdministrationName = keyof Declared
/** What a handler gets. */
export type AdministrationInput<Name extends AdministrationName> = Schema.Schema.Type<Declared[Name]["input"]>
/** What a caller sends. */
export type AdministrationValues<Name extends AdministrationName> = Schema.Schema.Encoded<
  Declared[Name]["input"]
>

/** A declared action, without the types of its own fields. */
export interface AdministrativeAction extends Declaration {
  readonly name: AdministrationName
}

/** Every declared action by its name. */
export const administrationByName: ReadonlyMap<AdministrationName, AdministrativeAction> = new Map(
  (Object.keys(administration) as ReadonlyArray<AdministrationName>).map((name) => [
    name,
    { ...administration[name], name }
  ])
)

/** Whether an action is about one organization, which the caller names. */
export const isInOrganization = ({
  by,
  wholeService
}: Pick<AdministrativeAction, "by" | "wholeService">): boolean => by !== "person" && wholeService !== true

/** A field of an action's input, as forms and command lines need it. */
export interface AdministrationField {
  readonly name: string
  readonly required: boolean
  readonly kind: "text" | "number" | "integer" | "boolean" | "list" | "structure"
  /** Whether it can be null, for none. */
  readonly nullable: boolean
  /** The accepted values, if they are limited. */
  readonly words: ReadonlyArray<string> | null
  /** Its name in a sentence. */
  readonly title: string
  readonly description: string
}

const kindOf = (ast: SchemaAST.AST): AdministrationField["kind"] => {
  const encoded = SchemaAST.encodedAST(ast)
  if (SchemaAST.isNumberKeyword(encoded)) return isInteger(ast) ? "integer" : "number"
  if (SchemaAST.isBooleanKeyword(encoded)) return "boolean"
  if (SchemaAST.isTupleType(encoded)) return "list"
  return SchemaAST.isStringKeyword(encoded) || SchemaAST.isLiteral(encoded) || wordsOf(encoded) !== null
    ? "text"
    : "structure"
}

const isInteger = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isRefinement(ast) &&
  (Option.getOrNull(SchemaAST.getSchemaIdAnnotation(ast)) === Schema.IntSchemaId || isInteger(ast.from))

const wordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> | null =>
  SchemaAST.isUnion(ast) && ast.types.every(SchemaAST.isLiteral)
    ? ast.types.map((type) => String((type as SchemaAST.Literal).literal))
    : null

const fieldOf = ({ isOptional, name, type }: SchemaAST.PropertySignature): AdministrationField => {
  const inner = SchemaAST.isUnion(type) ? type.types.filter((one) => one !== SchemaAST.null) : []
  const nullable = SchemaAST.isUnion(type) && inner.length < type.types.length
  const [only] = nullable && inner.length === 1 ? inner : [type]
  return {
    name: String(name),
    required: !isOptional,
    kind: kindOf(only!),
    nullable,
    words: wordsOf(only!),
    title: Option.getOrElse(SchemaAST.getTitleAnnotation(type), () => String(name)),
    description: Option.getOrElse(SchemaAST.getDescriptionAnnotation(type), () => "")
  }
}

/** The fields of an action's input, in their declared order. */
export const administrationFields = (name: AdministrationName): ReadonlyArray<AdministrationField> =>
  inputSignatures(administration[name].input).map(fieldOf)

const decoders = new Map<AdministrationName, (raw: unknown) => Decoded>()

/** Decodes the values of a form or command into the input of an action, or returns the problems by field. */
export const decodeAdministration = (name: AdministrationName, raw: unknown): Decoded => {
  const decode = decoders.get(name) ?? compileDecoder(administration[name].input, name)
  decoders.set(name, decode)
  return decode(raw)
}
