import { signal } from '@preact/signals'
import { exactTime, relativeTime } from '../words.ts'

const MINUTE_MS = 60_000
const now = signal(Date.now())
setInterval(() => {
  now.value = Date.now()
}, MINUTE_MS)

/** How long ago; the exact time when pointed at. */
export function Time({ at }: { at: number }) {
  const exact = exactTime(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {relativeTime(at, Math.max(now.value, at))}
    </time>
  )
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The time of day, where how long ago says too little. */
export function Clock({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)} class="mono">
      {clock.format(at)}
    </time>
  )
}

/** A run's id beside its name, shortened so as not to distract. */
export function RunId({ of }: { of: string }) {
  return (
    <small class="run-id" title={of}>
      {of.length > 16 ? `${of.slice(0, 8)}…` : of}
    </small>
  )
}
