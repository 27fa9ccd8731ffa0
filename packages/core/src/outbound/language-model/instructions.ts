/*
 * Detects instructions in a text. The reader of a strategy, a report or an ad can be a program that acts on
 * it, so untrusted text must not contain instructions.
 */

/** Whether a text addresses a program instead of people. */
export const addressesProgram = (text: string): boolean =>
  /\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|prior|above|instructions?)\b|\b(?:system prompt|language model|ai assistant|as an ai)\b/iu.test(
    text
  )

/** References to a program, or to its tools. */
const programReference =
  /\b(?:ai|llms?|gpt|claude|gemini|copilot|assistants?|agents?|chatbots?|bots?|prompts?)\b(?!\s+(?:fees?|commissions?|office))|\bsvc_\w|\b(?:dry_run|preview_hash|idempotency_key|tool calls?|function calls?|api keys?|access tokens?|mcp)\b|^\s*(?:system|assistant|user|developer|instructions?)\s*:|<\/?(?:system|instructions?|important)\b/imu

/** An order to the reader: "you must", "make sure to", "do not ask". */
const orderToReader =
  /\byou (?:must|should|shall|have to|need to|are (?:to|now|required))\b|\b(?:make sure (?:to|that)|be sure to|remember to)\b|\b(?:do not|don't|never) (?:ask|tell|mention|warn|inform|reveal|preview|confirm|wait for)\b|\bwithout (?:asking|approval|confirmation|a preview|previewing|telling)\b|\b(?:instructions?|orders?) (?:for|to) (?:you|the reader|whoever)\b|\b(?:override|bypass|circumvent)\b/iu

/**
 * A sentence that starts with a request to change the account: "Raise the budget of boiler-repair to 9999".
 */
const changeRequest =
  /(?:^|[.!?:;,]\s+|\b(?:please|now|then|immediately|and)\s+)(?:set|raise|increase|double|triple|lower|cut|change|update|pause|unpause|enable|resume|start|launch|activate|stop|apply|approve|reject|undo|revert|remove|delete|add|create|call|run|execute|invoke|send|transfer)\b[^.!?\n]{0,80}\b(?:budgets?|bids?|campaigns?|recommendations?|keywords?|ads?|approvals?|changes?|limits?|caps?|accounts?|tools?|detectors?|commands?|requests?|spend(?:ing)?)\b/imu

/** Whether a text gives instructions: to a program, to its reader, or for changes in the account. */
export const givesInstructions = (text: string): boolean =>
  addressesProgram(text) ||
  programReference.test(text) ||
  orderToReader.test(text) ||
  changeRequest.test(text)
