import { type AnyNode, Element } from "domhandler"
import { withoutInvisible } from "../../contract/values/invisible.ts"

/* The words of a page as a reader sees them: one line each, without programs, styles and what is hidden. */

/** Elements whose content nobody reads. */
const hiddenElements = new Set(["script", "style", "noscript", "template", "svg", "iframe", "object"])
const hiddenStyle = /display: ?none|visibility: ?hidden/

/** Whether an element and everything in it is not shown to readers. */
export const isHidden = ({ attribs, name }: Element): boolean =>
  hiddenElements.has(name) ||
  attribs["hidden"] !== undefined ||
  attribs["aria-hidden"] === "true" ||
  (attribs["style"] !== undefined && hiddenStyle.test(attribs["style"].slice(0, 1000)))

/** Between these and what stands beside them there is no gap. */
const inlineElements = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd mark q s small span strong sub sup time u var wbr".split(
    " "
  )
)

/** Nodes that are looked at for one text. Elements may be nested, and each of them has the text of all within it. */
const maxNodes = 2000

/** As one line: all white space is one space, and characters that show nothing are gone. */
export const oneLine = (text: string): string => withoutInvisible(text).replaceAll(/\s+/g, " ").trim()

/**
 * The text of an element as one line, read up to a little more than so many characters, so that a caller can tell that
 * there is more. `skip` leaves elements out.
 */
export const textOf = (node: AnyNode, characters: number, skip: (element: Element) => boolean): string => {
  const pieces: Array<string> = []
  // White space does not count in the end, so there may be more of it than of words.
  let left = 4 * characters + 1000
  let nodes = maxNodes
  const gather = (one: AnyNode): void => {
    if (left <= 0 || nodes-- <= 0) return
    if (one.type === "text") {
      const piece = one.data.slice(0, left)
      left -= piece.length
      pieces.push(piece)
    }
    if (!("children" in one)) return
    const gap = one instanceof Element && inlineElements.has(one.name) ? "" : " "
    pieces.push(gap)
    for (const child of one.children) {
      if (left <= 0 || nodes <= 0) break
      if (!(child instanceof Element && skip(child))) gather(child)
    }
    pieces.push(gap)
  }
  gather(node)
  return oneLine(pieces.join("")).slice(0, characters + 1)
}

/** Those that are alike once, the first of them, in the order in which they came. */
export const uniqueBy = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return all.filter((one) => {
    const known = seen.has(key(one))
    seen.add(key(one))
    return !known
  })
}
