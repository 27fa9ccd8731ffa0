import { type FileReader, type RawEvent, UnreadableExport } from "./reader.ts"

const notAnExport = () => new UnreadableExport("it has a form that is not an export's")
const malformed = () => new UnreadableExport("its list of events is malformed")

/** Depths: in the response, in its list, and in an event of the list. */
const [inDocument, inList, inEvent] = [1, 2, 3]

/**
 * Reads a JSON export in chunks, one event at a time, so memory use does not depend on the file's size. The
 * rest of the response is small: it is collected with an empty list in place of the events and parsed at the
 * end. One level of brackets does not justify a streaming JSON parser as a dependency.
 */
export const makeJsonReader = (): FileReader => {
  let depth = 0
  let lists = 0
  let inString = false
  let escaped = false
  let event = ""
  let rest = ""
  /** In the list: whether a comma must precede the next event. */
  let commaExpected = false

  const open = (bracket: string): void => {
    if (depth === inDocument) {
      if (bracket === "{") throw notAnExport()
      lists++
    } else if (depth === inList && (bracket === "[" || commaExpected)) throw malformed()
    depth++
  }

  /** Accepts only whitespace and correctly placed commas between the events of a list. */
  const checkSeparator = (character: string): void => {
    if (character.trim() === "") return
    if (character !== "," || !commaExpected) throw malformed()
    commaExpected = false
  }

  const push = (text: string): ReadonlyArray<RawEvent> => {
    const events: Array<RawEvent> = []
    let from = 0
    for (let index = 0; index < text.length; index++) {
      const character = text[index]!
      const outside = depth < inList
      if (escaped) escaped = false
      else if (inString) {
        if (character === "\\") escaped = true
        else if (character === '"') inString = false
      } else if (character === "{" || character === "[") {
        open(character)
        if (depth === inEvent) from = index
      } else if (character === "}" || character === "]") {
        depth--
        if (depth === inList) {
          events.push(parseJsonText(event + text.slice(from, index + 1)) as RawEvent)
          event = ""
          commaExpected = true
        }
      } else if (character === '"' && depth !== inList) inString = true
      else if (depth === inList) checkSeparator(character)
      if (outside || depth < inList) rest += character
    }
    if (depth >= inEvent) event += text.slice(from)
    return events
  }

  return {
    push,
    end: () => {
      if (depth > 0) return "cut off"
      const { events, head = null, total } = parseJsonText(rest) as Partial<Record<string, unknown>>
      if (lists !== 1 || !Array.isArray(events) || typeof total !== "number") throw notAnExport()
      return { total, head: head === null ? null : String(head) }
    }
  }
}

const parseJsonText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableExport("it is not JSON")
  }
}
