import type { GraphEvent } from '../../../src/report/graph.ts'
import { counted, number } from '../words.ts'
import { AsTable } from './as-table.tsx'
import { Frame } from './frame.tsx'

const RESULTS = { success: 'good', partial: 'warn', failure: 'bad', unknown: 'quiet' } as const
const NAMES: Readonly<Record<string, string>> = {
  success: 'ended well',
  partial: 'partly',
  failure: 'failed',
  unknown: 'not observed',
}
const MOST = 12
const ROW = 26
const SIDE = 150

interface Tie {
  readonly name: string
  readonly kind: string
  readonly ends: { readonly [result: string]: number }
  readonly runs: number
}

/** Which agents, skills and adapters were in runs, and how those ended: a line is as thick as its share of the runs. */
export function MemoryGraph({ of: events }: { of: readonly GraphEvent[] }) {
  const ties = tiesIn(events).slice(0, MOST)
  if (ties.length === 0) return <p class="quiet">No observed run names an agent, a skill or an adapter yet.</p>
  const names = Object.keys(RESULTS).filter((name) => ties.some(({ ends }) => (ends[name] ?? 0) > 0))
  const height = Math.max(ties.length, names.length) * ROW + 8
  const most = Math.max(...ties.map(({ runs }) => runs))
  const left = (index: number) => ((index + 0.5) * height) / ties.length
  const right = (index: number) => ((index + 0.5) * height) / names.length
  const said = ({ name: part, kind, runs, ends }: Tie) =>
    `${kind} ${part}: ${counted(runs, 'run')}, of which ${names
      .filter((name) => (ends[name] ?? 0) > 0)
      .map((name) => `${number(ends[name] ?? 0)} ${NAMES[name] ?? name}`)
      .join(', ')}`
  return (
    <figure class="with-key">
      <Frame
        name="How runs ended, by what was in them"
        summary={`${ties.map(said).join('; ')}.`}
        height={height}
        spots={() => ties.map((tie, index) => ({ y: left(index), words: said(tie) }))}
      >
        {(width, pointed) => (
          <>
            {ties.flatMap((tie, from) =>
              names.map((name, to) => {
                const count = tie.ends[name] ?? 0
                if (count === 0) return null
                const [start, end, middle] = [SIDE, width - SIDE / 2, width / 2]
                return (
                  <path
                    key={`${tie.kind} ${tie.name} ${name}`}
                    class={`tie tone-${RESULTS[name as keyof typeof RESULTS]} ${from === pointed ? 'tie-pointed' : ''}`}
                    stroke-width={Math.max(1, (14 * count) / most)}
                    d={`M${start} ${left(from)}C${middle} ${left(from)} ${middle} ${right(to)} ${end} ${right(to)}`}
                  />
                )
              }),
            )}
            <g class="axis">
              {ties.map(({ name, kind, runs }, index) => (
                <text key={`${kind} ${name}`} x={SIDE - 8} y={left(index)} dy="0.32em" text-anchor="end">
                  {name.slice(0, 18)} ({runs})
                </text>
              ))}
              {names.map((name, index) => (
                <text key={name} x={width - SIDE / 2 + 8} y={right(index)} dy="0.32em">
                  {NAMES[name] ?? name}
                </text>
              ))}
            </g>
          </>
        )}
      </Frame>
      <AsTable
        label="How runs ended, by what was in them"
        heads={['Part', 'Kind', ...names.map((name) => NAMES[name] ?? name)]}
        rows={() => ties.map((tie) => [tie.name, tie.kind, ...names.map((name) => tie.ends[name] ?? 0)])}
      />
    </figure>
  )
}

function tiesIn(events: readonly GraphEvent[]): Tie[] {
  const ended = new Map<string, string>()
  const ties = new Map<string, { name: string; kind: string; runs: Set<string> }>()
  const add = (kind: string, name: unknown, run: string) => {
    const key = `${kind} ${String(name)}`
    const tie = ties.get(key) ?? { name: String(name), kind, runs: new Set<string>() }
    tie.runs.add(run)
    ties.set(key, tie)
  }
  for (const { type, runId, data } of events) {
    if (type === 'outcome_recorded') {
      ended.set(runId, String(data.result ?? 'unknown'))
      for (const adapter of (data.adaptersUsed as readonly string[] | undefined) ?? []) add('adapter', adapter, runId)
    }
    if (type === 'agent_reliability_updated') add('agent', data.agent, runId)
    if (type === 'skill_stat_updated') add('skill', data.skillId, runId)
  }
  return [...ties.values()]
    .map(({ name, kind, runs }) => {
      const ends: Record<string, number> = {}
      for (const run of runs) ends[ended.get(run) ?? 'unknown'] = (ends[ended.get(run) ?? 'unknown'] ?? 0) + 1
      return { name, kind, ends, runs: runs.size }
    })
    .sort((a, b) => b.runs - a.runs || (a.name < b.name ? -1 : 1))
}
