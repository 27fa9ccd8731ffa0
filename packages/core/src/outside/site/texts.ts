import type { AnyNode } from "domhandler"

/* The words of a page as a reader sees them: one line each, without programs, styles and what is hidden. */

/** What nobody reads. */
export const unread =
  'script, style, noscript, template, svg, iframe, object, [hidden], [aria-hidden="true"], [style*="display:none"], [style*="display: none"], [style*="visibility:hidden"], [style*="visibility: hidden"]'

/** Between these and what stands beside them there is no gap. */
const inline = new Set(
  "a abbr b bdi bdo cite code data dfn em font i kbd mark q s small span strong sub sup time u var wbr".split(
    " "
  )
)

const gather = (node: AnyNode, pieces: Array<string>): void => {
  if (node.type === "text") pieces.push(node.data)
  if (!("children" in node)) return
  const gap = "name" in node && inline.has(node.name) ? "" : " "
  pieces.push(gap)
  for (const child of node.children) gather(child, pieces)
  pieces.push(gap)
}

/** As one line: all white space is one space, and characters that show nothing are gone. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()

export const textOf = (node: AnyNode): string => {
  const pieces: Array<string> = []
  gather(node, pieces)
  return oneLine(pieces.join(""))
}

/** Those that are alike once, the first of them, in the order in which they came. */
export const onceEach = <A>(all: ReadonlyArray<A>, key: (one: A) => string): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return all.filter((one) => {
    const known = seen.has(key(one))
    seen.add(key(one))
    return !known
  })
}
