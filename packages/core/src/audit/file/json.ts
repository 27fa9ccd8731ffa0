import { type FileReader, type RawEvent, UnreadableExport } from "./reader.ts"

const notAnExport = () => new UnreadableExport("it has a form that is not an export's")
const malformed = () => new UnreadableExport("its list of events is malformed")

/** Inside the answer, inside its list, and inside one of the events there. */
const [inDocument, inList, inEvent] = [1, 2, 3]

/**
 * Reads an export in JSON piece by piece, an event at a time, so that a file of any size needs the memory of one event.
 * The rest of the answer is small: it is gathered with an empty list in place of the events, and parsed at the end.
 * A general parser of JSON streams would be a dependency for what is one level of brackets.
 */
export const makeJsonReader = (): FileReader => {
  let depth = 0
  let lists = 0
  let inString = false
  let escaped = false
  let event = ""
  let rest = ""
  /** In the list: whether a comma has to come before the next event. */
  let commaExpected = false

  const open = (bracket: string): void => {
    if (depth === inDocument) {
      if (bracket === "{") throw notAnExport()
      lists++
    } else if (depth === inList && (bracket === "[" || commaExpected)) throw malformed()
    depth++
  }

  /** What may stand between the events of a list: commas where they belong, and blanks. */
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
