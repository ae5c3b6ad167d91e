type Environment = Readonly<Record<string, string | undefined>>

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const

/** Functions that dress a text for the terminal, or hand it back as it is. */
export type Palette = Readonly<Record<keyof typeof CODES, (text: string) => string>>

export function paletteFor(isColoured: boolean): Palette {
  const paint = ([on, off]: readonly [number, number]) =>
    isColoured ? (text: string) => `\u001b[${on}m${text}\u001b[${off}m` : (text: string) => text
  return Object.fromEntries(Object.entries(CODES).map(([name, codes]) => [name, paint(codes)])) as Palette
}

/** `--no-color` first, then NO_COLOR, then FORCE_COLOR; else colours where a person looks on. */
export function isColoured(isTerminal: boolean, environment: Environment, refused: boolean): boolean {
  if (refused || (environment.NO_COLOR ?? '') !== '') return false
  const forced = environment.FORCE_COLOR
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTerminal && environment.TERM !== 'dumb'
}
