/** Multiplies in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1, the field of QR codes. */
const multiply = (x: number, y: number): number => {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((y >>> bit) & 1) * x
  }
  return product
}

/** The generator polynomial of this degree, without its leading coefficient, the highest power first. */
const generator = (degree: number): ReadonlyArray<number> => {
  const result = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let n = 0; n < degree; n++) {
    for (let at = 0; at < degree; at++)
      result[at] = multiply(result[at]!, root) ^ (at + 1 < degree ? result[at + 1]! : 0)
    root = multiply(root, 2)
  }
  return result
}

/** Returns the error correction codewords of a block of data. */
const errorCorrection = (data: ReadonlyArray<number>, degree: number): ReadonlyArray<number> => {
  const divisor = generator(degree)
  let remainder: ReadonlyArray<number> = Array<number>(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ remainder[0]!
    remainder = [...remainder.slice(1), 0].map((value, at) => value ^ multiply(divisor[at]!, factor))
  }
  return remainder
}

/** Of error correction level M, by version from 1: error correction codewords of a block, and the number of blocks. */
const blocks: ReadonlyArray<readonly [correction: number, count: number]> = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10]
]

/** The number of alignment patterns in a row. */
const alignmentCount = (version: number): number => (version === 1 ? 0 : Math.floor(version / 7) + 2)

/** The number of codewords, of data and of error correction, that fit a version. */
const capacity = (version: number): number => {
  const patterns = alignmentCount(version)
  const modules = (16 * version + 128) * version + 64
  const alignment = patterns === 0 ? 0 : (25 * patterns - 10) * patterns - 55
  return Math.floor((modules - alignment - (version >= 7 ? 36 : 0)) / 8)
}

const dataCapacity = (version: number): number => {
  const [correction, count] = blocks[version - 1]!
  return capacity(version) - correction * count
}

const lengthBits = (version: number): number => (version < 10 ? 8 : 16)

/** The smallest version that holds this many bytes; null if none does. */
const versionFor = (bytes: number): number | null => {
  const found = blocks.findIndex((_, n) => 4 + lengthBits(n + 1) + bytes * 8 <= dataCapacity(n + 1) * 8)
  return found === -1 ? null : found + 1
}

/** The bytes in byte mode, padded to the version's capacity. */
const dataCodewords = (bytes: ReadonlyArray<number>, version: number): ReadonlyArray<number> => {
  const bits: Array<number> = []
  const append = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1)
  }
  append(4, 4)
  append(bytes.length, lengthBits(version))
  for (const byte of bytes) append(byte, 8)
  const room = dataCapacity(version) * 8
  append(0, Math.min(4, room - bits.length))
  append(0, (8 - (bits.length % 8)) % 8)
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) append(pad, 8)
  return Array.from({ length: bits.length / 8 }, (_, n) =>
    bits.slice(n * 8, n * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0)
  )
}

/** Returns all codewords of a code: data and error correction, interleaved by block. */
const codewordsOf = (bytes: ReadonlyArray<number>, version: number): ReadonlyArray<number> => {
  const data = dataCodewords(bytes, version)
  const [correction, count] = blocks[version - 1]!
  const short = Math.floor(data.length / count)
  const shortCount = count - (data.length % count)
  const parts = Array.from({ length: count }, (_, n) => {
    const start = n * short + Math.max(0, n - shortCount)
    return data.slice(start, start + short + (n < shortCount ? 0 : 1))
  })
  const corrections = parts.map((part) => errorCorrection(part, correction))
  const interleave = (lists: ReadonlyArray<ReadonlyArray<number>>, length: number) =>
    Array.from({ length }, (_, n) => lists.flatMap((list) => list[n] ?? [])).flat()
  return [...interleave(parts, short + 1), ...interleave(corrections, correction)]
}

/** The modules of a code, row by row; true is dark. */
type QrCode = ReadonlyArray<ReadonlyArray<boolean>>

type Condition = (x: number, y: number) => boolean

const masks: ReadonlyArray<Condition> = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0
]

/** The remainder of a division by a polynomial, for the format and version information. */
const remainder = (value: number, bits: number, polynomial: number): number => {
  let rest = value
  for (let n = 0; n < bits; n++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * polynomial)
  return rest
}

/** The centres of the alignment patterns in a row, from the outside inwards. */
const alignmentCentres = (version: number, size: number): ReadonlyArray<number> => {
  const count = alignmentCount(version)
  if (count === 0) return []
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, n) => size - 7 - n * step)]
}

/** The fixed patterns of a version, with room for the format. Null is free for data. */
const patterns = (version: number): Array<Array<boolean | null>> => {
  const size = version * 4 + 17
  const grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null))
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && x < size && y >= 0 && y < size) grid[y]![x] = dark
  }
  const square = (x: number, y: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let n = 0; n < size; n++) {
    set(6, n, n % 2 === 0)
    set(n, 6, n % 2 === 0)
  }
  const centres = alignmentCentres(version, size)
  for (const x of centres)
    for (const y of centres) {
      const isFinder = (x < 9 && y < 9) || (x < 9 && y > size - 10) || (x > size - 10 && y < 9)
      if (!isFinder) square(x, y, 2, (distance) => distance !== 1)
    }
  for (const [x, y] of [[3, 3] as const, [size - 4, 3] as const, [3, size - 4] as const])
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4)
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 12, 0x1f25)
    for (let n = 0; n < 18; n++) {
      const [near, far] = [Math.floor(n / 3), size - 11 + (n % 3)]
      set(near, far, ((bits >>> n) & 1) === 1)
      set(far, near, ((bits >>> n) & 1) === 1)
    }
  }
  drawFormat(set, size, 0)
  return grid
}

/** The format information of level M with a mask, beside the finder patterns. */
const drawFormat = (set: (x: number, y: number, dark: boolean) => void, size: number, mask: number) => {
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412
  const bit = (n: number) => ((bits >>> n) & 1) === 1
  for (let n = 0; n < 15; n++) {
    const near = n < 6 ? n : n < 8 ? n + 1 : 14 - n
    if (n < 8) set(8, near, bit(n))
    else set(n === 8 ? 7 : near, 8, bit(n))
    if (n < 8) set(size - 1 - n, 8, bit(n))
    else set(8, size - 15 + n, bit(n))
  }
  set(8, size - 8, true)
}

/** Calls back with each free module in the order of the data: pairs of columns from the right, in zigzag. */
const eachFree = (
  grid: ReadonlyArray<ReadonlyArray<boolean | null>>,
  use: (x: number, y: number) => void
) => {
  const size = grid.length
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let row = 0; row < size; row++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - row : row
      for (const x of [right, right - 1]) if (grid[y]![x] === null) use(x, y)
    }
  }
}

/** Long runs and blocks of one colour are harder to scan. */
const penalty = (code: QrCode): number => {
  const at = (x: number, y: number) => code[y]![x]!
  let sum = 0
  for (let a = 0; a < code.length; a++)
    for (const cell of [(b: number) => at(b, a), (b: number) => at(a, b)]) {
      let run = 1
      for (let b = 1; b <= code.length; b++) {
        if (b < code.length && cell(b) === cell(b - 1)) run++
        else {
          if (run >= 5) sum += run - 2
          run = 1
        }
      }
    }
  for (let y = 1; y < code.length; y++)
    for (let x = 1; x < code.length; x++)
      if (at(x, y) === at(x - 1, y) && at(x, y) === at(x, y - 1) && at(x, y) === at(x - 1, y - 1)) sum += 3
  return sum
}

/** Encodes a text in byte mode with error correction level M; null if it is too long (about 450 bytes). */
export const qrCode = (text: string): QrCode | null => {
  const bytes = [...new TextEncoder().encode(text)]
  const version = versionFor(bytes.length)
  if (version === null) return null
  const words = codewordsOf(bytes, version)
  const fixed = patterns(version)
  const candidates = masks.map((mask, number) => {
    const grid = fixed.map((row) => [...row])
    let bit = 0
    eachFree(fixed, (x, y) => {
      const dark = (((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1
      grid[y]![x] = dark !== mask(x, y)
      bit++
    })
    drawFormat((x, y, dark) => (grid[y]![x] = dark), grid.length, number)
    return grid.map((row) => row.map((dark) => dark === true))
  })
  const [best] = candidates.toSorted((a, b) => penalty(a) - penalty(b))
  return best!
}
