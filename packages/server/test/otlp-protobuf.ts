/* A reader of the few fields of OTLP's protobuf messages that tests look at. */

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: Readonly<Record<string, unknown>>
  }>
  readonly events: ReadonlyArray<unknown>
}

type Field = readonly [number: number, value: Buffer]

/** Splits a message into its fields of bytes. Numbers are skipped: nothing here needs them. */
const fieldsOf = (message: Buffer): ReadonlyArray<Field> => {
  const fields: Array<Field> = []
  let at = 0
  const varint = (): number => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = message[at++]!
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
  }
  while (at < message.length) {
    const tag = varint()
    const wireType = tag & 7
    if (wireType === 0) varint()
    else if (wireType === 1) at += 8
    else if (wireType === 5) at += 4
    else if (wireType === 2) {
      const length = varint()
      fields.push([tag >>> 3, message.subarray(at, at + length)])
      at += length
    } else throw new Error(`A field of wire type ${wireType} at ${at}`)
  }
  if (at !== message.length) throw new Error("The message ends inside a field")
  return fields
}

const all = (message: Buffer, number: number): ReadonlyArray<Buffer> =>
  fieldsOf(message).flatMap(([field, value]) => (field === number ? [value] : []))

const first = (message: Buffer, number: number): Buffer | undefined => all(message, number)[0]

const spanOf = (span: Buffer): ReceivedSpan => {
  const parent = first(span, 4)
  return {
    traceId: first(span, 1)!.toString("hex"),
    spanId: first(span, 2)!.toString("hex"),
    ...(parent === undefined || parent.length === 0 ? {} : { parentSpanId: parent.toString("hex") }),
    name: first(span, 5)!.toString(),
    attributes: all(span, 9).map((attribute) => {
      const value = first(attribute, 2)
      const text = value === undefined ? undefined : first(value, 1)
      return { key: first(attribute, 1)!.toString(), value: { stringValue: text?.toString() } }
    }),
    events: all(span, 11)
  }
}

/** Reads the spans of an ExportTraceServiceRequest. */
export const spansOfProtobuf = (body: Buffer): ReadonlyArray<ReceivedSpan> =>
  all(body, 1).flatMap((resourceSpans) =>
    all(resourceSpans, 2).flatMap((scopeSpans) => all(scopeSpans, 2).map(spanOf))
  )
