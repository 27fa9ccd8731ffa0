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
export const errorCorrection = (data: ReadonlyArray<number>, degree: number): ReadonlyArray<number> => {
  const divisor = generator(degree)
  let remainder: ReadonlyArray<number> = Array<number>(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ remainder[0]!
    remainder = [...remainder.slice(1), 0].map((value, at) => value ^ multiply(divisor[at]!, factor))
  }
  return remainder
}
