/** Whatever may contain a semicolon that ends no statement. */
const atoms: ReadonlyArray<RegExp> = [
  // Comments, as a group.
  /(--[^\n]*|\/\*[\s\S]*?\*\/)/,
  // Texts, with and without escapes, and names.
  /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'/,
  /'(?:[^']|'')*'/,
  /"(?:[^"]|"")*"/,
  // Dollar quotes.
  /\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$/
]

/** One of these, or one character. */
const tokens = new RegExp([...atoms.map(({ source }) => source), "[\\s\\S]"].join("|"), "g")

/** Splits SQL into its statements, without comments and semicolons. Nested block comments are not supported. */
export const splitStatements = (text: string): ReadonlyArray<string> => {
  const statements = [""]
  for (const [token, comment] of text.matchAll(tokens)) {
    if (token === ";") statements.push("")
    else statements[statements.length - 1] += comment === undefined ? token : " "
  }
  return statements.map((one) => one.trim()).filter((one) => one !== "")
}
