const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings = [0x7b, 0x5b]
const closings = [0x7d, 0x5d]

/**
 * The items of one list inside a JSON object, each as soon as its last character is there: an export may be larger than
 * memory. Only quotes, commas and brackets are looked at; what an item is, JSON.parse says.
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
  // Where the scan is, and where what it is in the middle of began: a field of the object, or an item of the list.
  let at = 0
  let began = 0
  for await (const text of texts) {
    buffer = buffer.slice(began) + text
    at -= began
    began = 0
    for (; at < buffer.length; at++) {
      const sign = buffer.charCodeAt(at)
      if (inString) {
        if (sign === backslash) at++
        else if (sign === quote) inString = false
      } else if (sign === quote) inString = true
      else if (inList && depth === 2 && (sign === comma || closings.includes(sign))) {
        const item = buffer.slice(began, at).trim()
        if (item !== "") yield JSON.parse(item)
        if (sign !== comma) return
        began = at + 1
      } else if (openings.includes(sign)) {
        depth++
        inList ||= depth === 2 && opening.test(buffer.slice(began, at))
        if (depth === 1 || (inList && depth === 2)) began = at + 1
      } else if (closings.includes(sign)) depth--
      else if (sign === comma && depth === 1) began = at + 1
    }
  }
  throw new SyntaxError(`The answer ended before its list of ${name} did`)
}
