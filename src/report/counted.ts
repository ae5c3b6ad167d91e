/** A count and its noun: `1 day`, `2 days`, `1 success`, `0.25 successes`. */
export function counted(n: number, noun: string): string {
  return `${n} ${n === 1 ? noun : plural(noun)}`
}

function plural(noun: string): string {
  return noun.endsWith('s') ? `${noun}es` : `${noun}s`
}
