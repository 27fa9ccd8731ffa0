/** `set_state` → `setState`. Method names follow the language's convention; data keeps the service's names. */
export const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `campaigns.set_state` → `CampaignsSetState`. */
export const pascal = (name: string): string =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

export const kebab = (name: string): string => name.replaceAll("_", "-")

/** `not_found` → `NotFoundError`, `validation_error` → `ValidationError`. */
export const errorClass = (code: string): string => pascal(code).replace(/(Error)?$/, "Error")

/** Replaces operation mentions in texts of the contract with this client's method names. */
export const renderClientMentions = (text: string): string =>
  text.replaceAll(
    /\{([a-z_]+)\.([a-z_]+)(?: [^{}]*)?\}/g,
    (_, group: string, method: string) => `\`client.${camel(group)}.${camel(method)}\``
  )

export const generatedNotice = "// Generated from the contract by `npm run generate`. Do not edit.\n"

/** The class of a group's operations. The suffix avoids a collision with a type of the same name. */
export const resourceClass = (group: string): string => `${pascal(group)}Resource`

export const withoutDocs = (code: string): string => code.replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
