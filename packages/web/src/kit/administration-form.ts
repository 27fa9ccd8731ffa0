import { type Endpoint, everyAdministration } from "@adwarden/core"
import {
  type AdministrationField,
  type AdministrationName,
  type AdministrationValues,
  administrationByName,
  administrationFields,
  isInOrganization
} from "@adwarden/core/contract"
import { Effect } from "effect"
import { idIn } from "./local-path.ts"
import type { BrowserRequest } from "./page.ts"
import { type FormDefinition, type PageForm, pageForm } from "./page-form.ts"

type Calls = Effect.Effect.Success<typeof everyAdministration>
type OutputOf<Name extends AdministrationName> =
  ReturnType<Calls[Name]> extends Endpoint<infer Out, infer _> ? Out : never
type ErrorOf<Name extends AdministrationName> =
  ReturnType<Calls[Name]> extends Endpoint<infer _, infer E> ? E : never

/** The value of a field in a form; undefined if the form does not set it. */
const valueIn = ({ kind, name, nullable, required }: AdministrationField, sent: URLSearchParams): unknown => {
  if (kind === "boolean") return required ? sent.has(name) : undefined
  if (kind === "list") return sent.getAll(name)
  const text = sent.get(name)?.trim()
  if (text === undefined && !required) return undefined
  if (nullable && (text ?? "") === "") return null
  if (kind === "integer") return idIn(text)
  if (kind === "number") return Number(text?.replaceAll(",", "") || Number.NaN)
  return text === "" && !required ? undefined : (text ?? "")
}

/** Reads a form into the values of an administrative action, whose declared input decodes them. */
export const formValues = (
  name: AdministrationName,
  sent: URLSearchParams
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    administrationFields(name).flatMap((field) => {
      const value = valueIn(field, sent)
      return value === undefined ? [] : [[field.name, value]]
    })
  )

interface AdministrationForm<Name extends AdministrationName, Result>
  extends Pick<FormDefinition<OutputOf<Name>, ErrorOf<Name>, Result>, "done" | "refused"> {
  /** The values that are no fields of the form, or have other names there; undefined leaves one out. */
  readonly values?: (
    request: BrowserRequest,
    sent: URLSearchParams
  ) => {
    readonly [Field in keyof AdministrationValues<Name>]?: AdministrationValues<Name>[Field] | undefined
  }
  /** The organization, if it is not that of the page. */
  readonly org?: (sent: URLSearchParams) => string
  /** What problems are about that are none of a field. */
  readonly labels?: Readonly<Record<string, string>>
  /** Whether an error has a page of its own, and the form is not shown again. */
  readonly ownErrorPage?: true
}

/**
 * Makes the function that declares the form of an administrative action: its values, its labels in sentences and who may
 * send it derive from the declaration of the action.
 *
 * @example
 * const administrationForm = yield* makeAdministrationForm
 * administrationForm("people.remove", { done: "removed" })
 */
export const makeAdministrationForm = Effect.map(
  everyAdministration,
  (administration) =>
    <const Name extends AdministrationName, Result = never>(
      name: Name,
      { done, labels, org, ownErrorPage, refused, values }: AdministrationForm<Name, Result>
    ): PageForm<Result> => {
      const call = administration[name] as unknown as (
        ...request: ReadonlyArray<unknown>
      ) => Endpoint<OutputOf<Name>, ErrorOf<Name>>
      const inOrganization = isInOrganization(administrationByName.get(name)!)
      const titles = Object.fromEntries(administrationFields(name).map(({ name, title }) => [name, title]))
      return pageForm<OutputOf<Name>, ErrorOf<Name>, Result>({
        endpoint: (request, sent) => {
          const given = Object.entries({ ...formValues(name, sent), ...values?.(request, sent) })
          const input = Object.fromEntries(given.filter(([, value]) => value !== undefined))
          return inOrganization ? call(org?.(sent) ?? request.org, input) : call(input)
        },
        ...(ownErrorPage === true ? {} : { labels: { ...titles, ...labels } }),
        done,
        ...(refused === undefined ? {} : { refused })
      })
    }
)
