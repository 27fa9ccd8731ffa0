import { detectors, isCampaignSlug, OrgSlug, renderMentions } from "@adwarden/core/contract"
import { Schema } from "effect"

/** The kind of an argument. It determines the validation and the source of suggestions. */
export type ArgumentKind = "organization" | "campaign" | "detector" | "amount"

export interface Argument {
  readonly description: string
  readonly kind: ArgumentKind
  readonly required?: true
}

type ArgumentValues<Arguments> = {
  readonly [Name in keyof Arguments]: Arguments[Name] extends { readonly required: true }
    ? string
    : string | undefined
}

export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: ReadonlyMap<string, Argument>
  /** Renders the message in the person's name, with tool names. The arguments are already validated. */
  readonly text: (values: Readonly<Record<string, string | undefined>>) => string
}

const checks: Record<ArgumentKind, readonly [isSo: (text: string) => boolean, must: string]> = {
  organization: [
    (text) => text === "_" || Schema.is(OrgSlug)(text),
    "must be the slug of an organization, or _"
  ],
  campaign: [isCampaignSlug, "must be the slug of a campaign"],
  detector: [(text) => detectors.some((one) => one === text), `must be one of ${detectors.join(", ")}`],
  amount: [(text) => /^[1-9]\d{0,8}$/.test(text), "must be a whole number above 0"]
}

/** Returns what is wrong with the value of an argument, or null if it can be put into the text. */
export const problemOf = (kind: ArgumentKind, value: string): string | null => {
  const [isValid, requirement] = checks[kind]
  return isValid(value) ? null : requirement
}

/** Every flow accepts an organization. The default is an API key's own. */
export const organization = {
  description: "Organization slug; an API key's own if omitted",
  kind: "organization"
} as const

/** A task as a person would assign it: its goal and its steps. */
interface Flow {
  readonly goal: string
  readonly steps: ReadonlyArray<string>
}

const renderFlow = ({ goal, steps }: Flow): string =>
  [goal, "", ...steps.map((step, n) => `${n + 1}. ${step}`)].join("\n")

/** Declares a prompt. Its text mentions operations by their symbolic names. */
export const prompt = <const Arguments extends Readonly<Record<string, Argument>>>(
  name: string,
  declared: {
    readonly title: string
    readonly description: string
    readonly arguments: Arguments
    readonly flow: (values: ArgumentValues<Arguments>) => Flow
  }
): Prompt => ({
  name,
  title: declared.title,
  description: declared.description,
  arguments: new Map(Object.entries(declared.arguments)),
  text: (values) => renderMentions("mcp", renderFlow(declared.flow(values as ArgumentValues<Arguments>)))
})

/** The organization of the flow, stated at the start of each text. */
export const inOrganization = (org: string | undefined): string =>
  org === undefined || org === "_" ? "in this key's own organization (org _)" : `in the organization ${org}`
