export function libfaketime(): string
export function shiftedTo(at: string, library?: string): Readonly<Record<string, string>>
