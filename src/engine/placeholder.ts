const PLACEHOLDER =
  /^(?:\\?\$[A-Z_{(]|\{\{?|<|%[a-z({]|\*{3}|x{4}|\.{3}|…|your|my[-_]|change[-_]?me|example|placeholder|process\.|os\.|env\.|import\.|secrets\.|vars\.|self\.|this\.)/i

/** Whether a value names a secret or stands in for one: `${DB_PASSWORD}`, `<token>`, `process.env.KEY`, `****`. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value)
}
