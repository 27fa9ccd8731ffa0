/** `set_state` → `setState`; the client writes names as the language does, and data as the service does. */
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

/** How texts of the contract name operations, in the words of this client. */
export const renderClientMentions = (text: string): string =>
  text.replaceAll(
    /\{([a-z_]+)\.([a-z_]+)(?: [^{}]*)?\}/g,
    (_, group: string, method: string) => `\`client.${camel(group)}.${camel(method)}\``
  )

export const generatedNotice = "// Made from the contract by `npm run client:generate`; do not edit.\n"

/** The class that holds the operations of a group; a group may have the name of a thing. */
export const resourceClass = (group: string): string => `${pascal(group)}Resource`

export const withoutDocs = (code: string): string => code.replaceAll(/\/\*\*[\s\S]*?\*\//g, "")
