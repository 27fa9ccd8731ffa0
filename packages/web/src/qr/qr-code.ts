import { alignmentCount, codewordsOf, versionFor } from "./codewords.ts"

/** The modules of a code, row by row; true is dark. */
export type QrCode = ReadonlyArray<ReadonlyArray<boolean>>

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
