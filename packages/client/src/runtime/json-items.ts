const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings = [0x7b, 0x5b]
const closings = [0x7d, 0x5d]

/**
 * Yields the items of one list inside a JSON object, each as soon as it is complete, because an export can exceed
 * memory. The scanner reads only quotes, commas and brackets; JSON.parse reads the items.
 */
export async function* jsonItems(
  texts: AsyncIterable<string>,
  name: string
): AsyncGenerator<unknown, void, undefined> {
  const opening = new RegExp(`^\\s*${JSON.stringify(name)}\\s*:\\s*$`)
  let depth = 0
  let inString = false
  let inList = false
  let buffer = ""
  // The scan position, and the start of the current object field or list item.
  let index = 0
  let itemStart = 0
  for await (const text of texts) {
    buffer = buffer.slice(itemStart) + text
    index -= itemStart
    itemStart = 0
    for (; index < buffer.length; index++) {
      const character = buffer.charCodeAt(index)
      if (inString) {
        if (character === backslash) index++
        else if (character === quote) inString = false
      } else if (character === quote) inString = true
      else if (inList && depth === 2 && (character === comma || closings.includes(character))) {
        const item = buffer.slice(itemStart, index).trim()
        if (item !== "") yield JSON.parse(item)
        if (character !== comma) return
        itemStart = index + 1
      } else if (openings.includes(character)) {
        depth++
        inList ||= depth === 2 && opening.test(buffer.slice(itemStart, index))
        if (depth === 1 || (inList && depth === 2)) itemStart = index + 1
      } else if (closings.includes(character)) depth--
      else if (character === comma && depth === 1) itemStart = index + 1
    }
  }
  throw new SyntaxError(`The response ended within the list "${name}"`)
}
