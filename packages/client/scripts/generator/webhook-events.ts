import { type EventType, events, eventTypes, responseJsonSchema } from "@adwarden/core/contract"
import { doc } from "./docs.ts"
import { makeNaming } from "./named-types.ts"
import { generatedNotice } from "./names.ts"
import { membersOf } from "./schema-type.ts"

/** Renders the types of the events that the service sends to webhooks. */
export const webhookEventsFile = (): string => {
  const used = new Set<string>()
  const naming = makeNaming(used)
  const memberOf = (type: EventType) =>
    `${doc(`${events[type].title}.`)}readonly ${JSON.stringify(type)}: {\n${membersOf(responseJsonSchema(events[type].data.ast), "answer", naming)}\n}`
  const text = `${doc("The data of each event that a webhook gets, by its type.")}export interface WebhookEvents {
${eventTypes.map(memberOf).join("\n")}
}

${doc("An event that a webhook got. Newer versions of the service can send further types, and further fields.")}export type WebhookEvent = {
  readonly [Type in keyof WebhookEvents]: {
    readonly type: Type
    /** When it happened. */
    readonly timestamp: string
    readonly data: WebhookEvents[Type]
  }
}[keyof WebhookEvents]
`
  const names = [...used].filter((name) => name !== "Open")
  const imports = [
    ...(used.has("Open") ? ['import type { Open } from "../runtime/open.ts"\n'] : []),
    ...(names.length > 0 ? [`import type { ${names.join(", ")} } from "./types.ts"\n`] : [])
  ].join("")
  return `${generatedNotice}${imports}\n${text}`
}
