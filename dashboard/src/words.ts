const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `3 days ago`, `in 2 hours`, `just now`: whole units, rounded down. */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at)
  const unit = UNITS.find(([, ms]) => distance >= ms)
  if (unit === undefined) return 'just now'
  const words = counted(Math.floor(distance / unit[1]), unit[0])
  return at <= now ? `${words} ago` : `in ${words}`
}

export function exactTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

export function day(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** `62%`; a dash where nothing was counted. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`
}

export function number(value: number): string {
  return value.toLocaleString('en')
}

export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
}

/** A task name such as `add-a-zone` in words; Mettle's own tasks of a session are numbered. */
export function taskName(task: string): string {
  const part = /^session\.(\d+)$/.exec(task)?.[1]
  if (part !== undefined) return `Part ${part} of the session`
  return task.includes(' ') ? task : spoken(task)
}

/** `docker requireApproval` in words. */
export function worded(text: string): string {
  return text.replaceAll(/\b(riskMultiplier|suggestedMaxRetries|requireApproval|\w+Threshold)\b/g, (name) =>
    name.replaceAll(/([A-Z])/g, ' $1').toLowerCase(),
  )
}

/** A hint without its command, for which there is a button here. */
export function withoutCommand(line: string): string {
  return line.replace(/[:;] (to settle it: )?mettle pattern .*$/, '')
}

const SURFACES: Readonly<Record<string, string>> = {
  'role-block': 'at the start of a role',
  'agent-start': 'at the start of the session',
  prompt: 'with a prompt',
  'tool-call': 'before a command',
  plan: 'while planning',
}

/** When something was shown. */
export function surfaceName(surface: string): string {
  return SURFACES[surface] ?? spoken(surface)
}

/** `no-outcome` as people say it. */
export function spoken(name: string): string {
  return name.replaceAll(/[-_]/g, ' ')
}

/** How the end of a run or task was observed. */
export function observed(by: string | undefined): string {
  return by === undefined ? 'no outcome yet' : by === 'none' ? 'nobody observed it' : `observed by ${by}`
}

/** `the newest 50 of 3,200`; empty if all are shown. */
export function newestOf(shown: number, total: number): string {
  return shown < total ? `the newest ${number(shown)} of ${number(total)}` : ''
}
