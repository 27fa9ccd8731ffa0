/**
 * The id in a field or an address; 0, which nothing has, if the text is none. Larger numbers than this lose their last
 * digits or are none of the database's.
 */
export const idIn = (text: string | null | undefined): number =>
  /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : 0
