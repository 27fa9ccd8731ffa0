import { type FileReader, type ToldEvent, Unreadable } from "./reader.ts"

const noExport = () => new Unreadable("it has a form that is not an export's")
const malformed = () => new Unreadable("its list of events is malformed")

/** Inside the answer, inside its list, and inside one of the events there. */
const [inAnswer, inList, inEvent] = [1, 2, 3]

/**
 * Reads an export in JSON piece by piece, an event at a time, so that a file of any size needs the memory of one event.
 * The rest of the answer is small: it is gathered with an empty list in place of the events, and parsed at the end.
 * A general parser of JSON streams would be a dependency for what is one level of brackets.
 */
export const makeJsonReader = (): FileReader => {
  let depth = 0
  let lists = 0
  let inText = false
  let escaped = false
  let event = ""
  let rest = ""
  /** In the list: whether a comma has to come before the next event. */
  let comma = false

  const open = (bracket: string): void => {
    if (depth === inAnswer) {
      if (bracket === "{") throw noExport()
      lists++
    } else if (depth === inList && (bracket === "[" || comma)) throw malformed()
    depth++
  }

  /** What may stand between the events of a list: commas where they belong, and blanks. */
  const between = (character: string): void => {
    if (character.trim() === "") return
    if (character !== "," || !comma) throw malformed()
    comma = false
  }

  const push = (text: string): ReadonlyArray<ToldEvent> => {
    const events: Array<ToldEvent> = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const character = text[at]!
      const outside = depth < inList
      if (escaped) escaped = false
      else if (inText) {
        if (character === "\\") escaped = true
        else if (character === '"') inText = false
      } else if (character === "{" || character === "[") {
        open(character)
        if (depth === inEvent) from = at
      } else if (character === "}" || character === "]") {
        depth--
        if (depth === inList) {
          events.push(parsed(event + text.slice(from, at + 1)) as ToldEvent)
          event = ""
          comma = true
        }
      } else if (character === '"' && depth !== inList) inText = true
      else if (depth === inList) between(character)
      if (outside || depth < inList) rest += character
    }
    if (depth >= inEvent) event += text.slice(from)
    return events
  }

  return {
    push,
    end: () => {
      if (depth > 0) return "cut off"
      const { events, head = null, total } = parsed(rest) as Partial<Record<string, unknown>>
      if (lists !== 1 || !Array.isArray(events) || typeof total !== "number") throw noExport()
      return { total, head: head === null ? null : String(head) }
    }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable("it is not JSON")
  }
}
