export type ConfigValue = string | number | boolean | readonly string[] | Readonly<Record<string, number>>

/** What a key may hold, what it is when nobody sets it, and what it is for. */
export interface ConfigKey {
  readonly kind: 'text' | 'number' | 'switch' | 'names' | 'weights'
  readonly fallback: ConfigValue
  readonly summary: string
  readonly least?: number
  readonly most?: number
  readonly oneOf?: readonly string[]
  /** Its value is never printed. */
  readonly secret?: boolean
}

export const number = (fallback: number, least: number, most: number, summary: string): ConfigKey => ({
  kind: 'number',
  fallback,
  least,
  most,
  summary,
})
export const text = (fallback: string, summary: string, more: Partial<ConfigKey> = {}): ConfigKey => ({
  kind: 'text',
  fallback,
  summary,
  ...more,
})
