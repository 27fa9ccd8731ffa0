/** The missing or changed parts of a document for clients of the released one. Additions are compatible. */

type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const at = (value: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
const object = (value: unknown): Json => (isObject(value) ? value : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The types of a value, including nested anyOf. A schema without a type allows everything. */
const typesOf = (schema: Json): ReadonlyArray<string> => {
  const own = schema["type"]
  if (own !== undefined) return [own].flat().map(String)
  return list(schema["anyOf"]).flatMap((one) => typesOf(object(one)))
}

const formsOf = (schema: Json): ReadonlyArray<Json> =>
  Array.isArray(schema["anyOf"]) ? schema["anyOf"].flatMap((one) => formsOf(object(one))) : [schema]

/** An input can accept more than before, and an output can have more fields; neither can change its type. */
const schemaProblems = (
  before: Json,
  now: Json,
  where: string,
  direction: "input" | "answer"
): ReadonlyArray<string> => {
  const [was, is] = [typesOf(before), typesOf(now)]
  const lost = was.filter((type) => !is.includes(type) && is.length > 0)
  const gained = is.filter((type) => !was.includes(type) && was.length > 0)
  const wrong = direction === "input" ? lost : [...lost, ...gained]
  if (wrong.length > 0) return [`changed: ${where} was ${was.join(" or ")} and is ${is.join(" or ")}`]
  return formsOf(before).flatMap((form) => {
    // Of several variants of an output, one must match the released one.
    const candidates = formsOf(now).map((candidate) => formProblems(form, candidate, where, direction))
    return candidates.toSorted((a, b) => a.length - b.length)[0] ?? []
  })
}

const formProblems = (
  before: Json,
  now: Json,
  where: string,
  direction: "input" | "answer"
): ReadonlyArray<string> => {
  const properties = Object.entries(object(before["properties"])).flatMap(([name, schema]) => {
    const current = at(now, "properties", name)
    return current === undefined
      ? [`missing: ${where}.${name}`]
      : schemaProblems(object(schema), object(current), `${where}.${name}`, direction)
  })
  const [wanted, wants] = [list(before["required"]), list(now["required"])]
  const requirements =
    direction === "input"
      ? wants.filter((name) => !wanted.includes(name)).map((name) => `now required: ${where}.${name}`)
      : wanted
          .filter((name) => !wants.includes(name) && at(now, "properties", String(name)) !== undefined)
          .map((name) => `no longer always there: ${where}.${name}`)
  const items = isObject(before["items"])
    ? schemaProblems(before["items"], object(now["items"]), `${where}[]`, direction)
    : []
  return [...properties, ...requirements, ...items]
}

const parameterProblems = (before: Json, now: Json, where: string): ReadonlyArray<string> => {
  const key = (one: unknown) => `${at(one, "in")} ${at(one, "name")}`
  const current = new Map(list(now["parameters"]).map((one) => [key(one), object(one)]))
  const known = new Map(list(before["parameters"]).map((one) => [key(one), object(one)]))
  const added = [...current].flatMap(([name, one]) =>
    known.has(name) || one["required"] !== true ? [] : [`now required: ${where} ${name}`]
  )
  const kept = [...known].flatMap(([name, one]) => {
    const same = current.get(name)
    if (same === undefined) return [`missing: ${where} ${name}`]
    const required = same["required"] === true && one["required"] !== true
    return [
      ...(required ? [`now required: ${where} ${name}`] : []),
      ...schemaProblems(object(one["schema"]), object(same["schema"]), `${where} ${name}`, "input")
    ]
  })
  return [...kept, ...added]
}

/** Only successful responses are compared: a removed error breaks no client. */
const answerProblems = (before: Json, now: Json, where: string): ReadonlyArray<string> =>
  Object.entries(object(before["responses"]))
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([status, response]) =>
      Object.entries(object(at(response, "content"))).flatMap(([type, content]) => {
        const current = at(now, "responses", status, "content", type, "schema")
        const place = `${where} ${status} ${type}`
        return current === undefined
          ? [`missing: ${place}`]
          : schemaProblems(object(at(content, "schema")), object(current), place, "answer")
      })
    )

export const brokenPromises = (released: unknown, current: unknown): ReadonlyArray<string> =>
  Object.entries(object(at(released, "paths"))).flatMap(([path, methods]) =>
    Object.entries(object(methods)).flatMap(([method, before]) => {
      const where = `${method.toUpperCase()} ${path}`
      const now = at(current, "paths", path, method)
      if (!isObject(now)) return [`missing: ${where}`]
      const body = (of: unknown) => object(at(of, "requestBody", "content", "application/json", "schema"))
      return [
        ...parameterProblems(object(before), now, where),
        ...schemaProblems(body(before), body(now), `${where} body`, "input"),
        ...answerProblems(object(before), now, where)
      ]
    })
  )
