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
