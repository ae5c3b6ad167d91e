import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { RunView } from '../../../src/loop/runs/list-runs.ts'
import { get } from '../api.ts'
import { linkTo } from '../router.ts'

const names = signal<Readonly<Record<string, string>>>({})
const asked = new Set<string>()
const waiting: string[] = []

/** Loads the subjects of runs in batches: one request for all runs named in one rendering of a page. */
function learn(id: string): void {
  if (asked.has(id)) return
  asked.add(id)
  waiting.push(id)
  if (waiting.length === 1) setTimeout(askTogether)
}

async function askTogether(): Promise<void> {
  const ids = waiting.splice(0, MOST_AT_ONCE)
  if (waiting.length > 0) setTimeout(askTogether)
  // Without an answer the ids stay in view.
  const runs = await get<RunView[]>('runs', { ids: ids.join(',') }).catch(() => [])
  names.value = { ...names.value, ...Object.fromEntries(runs.map(({ id, about }) => [id, about ?? id])) }
}

const MOST_AT_ONCE = 100

/** A run by its subject; by its id while loading, or if it has none. */
export function RunName({ id }: { id: string }) {
  useEffect(() => learn(id), [id])
  return <span title={`run ${id}`}>{names.value[id] ?? id}</span>
}

export function RunLink({ id, isQuiet = false }: { id: string; isQuiet?: boolean }) {
  return (
    <a class={isQuiet ? 'quiet run-link' : undefined} href={linkTo(`runs/${id}`)}>
      <RunName id={id} />
    </a>
  )
}
