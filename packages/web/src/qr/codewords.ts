import { errorCorrection } from "./reed-solomon.ts"

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
export const alignmentCount = (version: number): number => (version === 1 ? 0 : Math.floor(version / 7) + 2)

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
export const versionFor = (bytes: number): number | null => {
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
export const codewordsOf = (bytes: ReadonlyArray<number>, version: number): ReadonlyArray<number> => {
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
